"""Clean a paste: take away what launchers, terminals, loggers and trackers added to the text, and keep the way back.

`clean(text)` applies one ordered table of named normalisers (NORMALISERS). Each names the program or habit that causes
the damage; each is an edit of the text, and the edits together map every cleaned character back to the original, so
that evidence can be marked in what the person pasted.

`squash(text)` is a second, coarser reading: lower case, without white space, quotes and box characters. It survives
hard wraps, lost newlines and eaten underscores, and is therefore weaker evidence.

Only RE2 expressions run here: the text is hostile, the time is linear in its length.
"""

import html
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import re2

from kb.core.linear_re import compiled


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace text[start:end] by `text`."""

    start: int
    end: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Paste:
    """A cleaned text and the way back to the original.

    The map is piecewise: from `starts[i]` on, cleaned character p comes from `origins[i]` plus its distance to
    `starts[i]` (or from exactly `origins[i]`, where `moves[i]` is 0: text that replaced something of another length).
    """

    original: str
    text: str
    starts: tuple[int, ...] = (0,)
    origins: tuple[int, ...] = (0,)
    moves: tuple[int, ...] = (1,)
    applied: tuple[str, ...] = ()  # the names of the normalisers that changed something

    def to_original(self, position: int) -> int:
        """The offset in the original of the cleaned character at `position`. Total and monotonic."""
        piece = bisect_right(self.starts, position) - 1
        return min(self.origins[piece] + self.moves[piece] * (position - self.starts[piece]), len(self.original))

    def span_in_original(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the original that the cleaned stretch comes from; never empty for a non-empty stretch."""
        first = self.to_original(start)
        last = self.to_original(max(start, end - 1))
        return first, min(last + 1, len(self.original))

    def edited(self, edits: Iterable[Edit], name: str = "") -> "Paste":
        """The paste after `edits` (in order, not overlapping)."""
        pieces: list[str] = []
        starts: list[int] = []
        origins: list[int] = []
        moves: list[int] = []
        length = position = 0

        def keep(start: int, end: int, replacement: str = "") -> None:
            """Append text[start:end], or `replacement` of the same length, with its piece of the map."""
            nonlocal length
            if end <= start:
                return
            piece = bisect_right(self.starts, start) - 1
            while piece < len(self.starts) and self.starts[piece] < end:
                inside = max(start, self.starts[piece])
                starts.append(length + inside - start)
                origins.append(self.origins[piece] + self.moves[piece] * (inside - self.starts[piece]))
                moves.append(self.moves[piece])
                piece += 1
            pieces.append(replacement or self.text[start:end])
            length += end - start

        changed = False
        for edit in edits:
            changed = True
            keep(position, edit.start)
            if edit.text and len(edit.text) == edit.end - edit.start:
                keep(edit.start, edit.end, edit.text)
            elif edit.text:
                starts.append(length)
                origins.append(self.to_original(edit.start))
                moves.append(0)
                pieces.append(edit.text)
                length += len(edit.text)
            position = edit.end
        if not changed:
            return self
        keep(position, len(self.text))
        return Paste(
            self.original,
            "".join(pieces),
            tuple(starts) or (0,),
            tuple(origins) or (0,),
            tuple(moves) or (1,),
            (*self.applied, name),
        )


@dataclass(frozen=True, slots=True)
class Normaliser:
    """One kind of damage and its fix.

    `pattern` is RE2; what its group `cut` (or, without one, the whole match) covers is replaced. `signs` are plain
    strings of which at least one must occur: a cheap way to leave most pastes alone.
    """

    name: str
    pattern: str = ""
    replace: Callable[[str], str] | str = ""
    signs: tuple[str, ...] = ()
    is_exotic: bool = False  # looks for characters outside ASCII only
    within: str = ""  # RE2: applies only inside the stretches that this fits
    table: Mapping[int, str] = field(default_factory=dict)  # instead of all that: characters replaced one for one

    def apply(self, paste: Paste) -> Paste:
        if not self.table:
            return paste.edited(self.edits(paste.text), self.name)
        text = paste.text.translate(self.table)
        return paste if text == paste.text else replace(paste, text=text, applied=(*paste.applied, self.name))

    def edits(self, text: str) -> Iterator[Edit]:
        if self.signs and not any(sign in text for sign in self.signs):
            return
        if not self.within:
            yield from self._edits(text)
            return
        for stretch in compiled(self.within).finditer(text):
            first = stretch.start()  # RE2 copies what it is given: the stretch alone, or the time is quadratic
            for edit in self._edits(stretch[0]):
                yield Edit(edit.start + first, edit.end + first, edit.text)

    def _edits(self, text: str) -> Iterator[Edit]:
        expression = compiled(self.pattern)
        group = expression.groupindex.get("cut", 0)
        for found in expression.finditer(text):
            start, end = found.span(group)
            if start < 0:
                continue
            new = self.replace if isinstance(self.replace, str) else self.replace(text[start:end])
            if new != text[start:end]:
                yield Edit(start, end, new)


def _character(code: int) -> str:
    return "?" if 0xD800 <= code <= 0xDFFF else chr(code)  # half a surrogate pair is no character


def _unescaped(found: str) -> str:
    return {"u": "\x1b", "n": "\n", "t": "\t"}.get(found[1], found[1])


def _one_of(*alternatives: str) -> str:
    return "(?:" + "|".join(alternatives) + ")"


# ── what may stand before a line ────────────────────────────────────────────────────────────────────────────────

_LEVEL = r"(?:TRACE|DEBUG|INFO|NOTICE|WARNING|WARN|ERROR|CRITICAL|FATAL|E|W|I)"
_CLOCK = r"\d{1,2}:\d\d:\d\d(?:[.,:]\d{1,9})?"
_DATE = r"(?:\d{4}[-/]\d\d[-/]\d\d|\d\d[-/]\d\d(?:[-/]\d{2,4})?)"
_STAMP = rf"{_DATE}[T ,]{{1,2}}{_CLOCK}(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?(?: [AP]M)?"
_SYSLOG_DATE = rf"[A-Z][a-z]{{2}} {{1,2}}\d{{1,2}} {_CLOCK}"

LINE_PREFIXES = (
    # torchrun and torch.distributed: `[rank0]: `, `[rank0]:[E1031 … x.cpp:607] `; Lightning: `[rank: 0] `
    r"\[rank:? ?\d+\]:? ?",
    # torch elastic with --tee, `[default0]:`, and other launchers, `[worker3] `
    r"\[(?:default|worker|node|local_rank|trainer)_?\d+\](?::| )",
    # mpirun --tag-output: `[1,2]<stderr>:`; SageMaker: `[1,mpirank:2,algo-1]<stderr>:`
    r"\[\d+,(?:mpirank:)?\d+(?:,[\w-]{1,40})?\]<std(?:out|err|diag)>:?",
    # Ray: `(ServeReplica:app:Model pid=12, ip=10.0.0.8) `; vLLM: `(EngineCore_0 pid=7) `, `(VllmWorker rank=1 pid=9) `
    r"\((?:[A-Za-z_][^()\n]{0,80})?\bpid=\d+(?:, ip=[\d.]+)?\) ?",
    r"\((?:raylet|autoscaler|gcs_server)[^()\n]{0,40}\) ?",
    # docker compose, kubectl --prefix, honcho, supervisor: `web-1  | `, `[pod/api-0/main] `
    r"[a-z][\w./-]{0,60}(?:[-_]\d+)? {0,20}\| ",
    r"\[pod/[^\]\n]{1,120}\] ?",
    # journald and syslog: `Nov 21 10:00:00 host unit[123]: `
    rf"{_SYSLOG_DATE} [\w.-]+ [\w./@-]+(?:\[\d+\])?: ?",
    # glog and absl: `E1031 10:00:00.123456 1234 file.cc:12] `
    rf"(?:[EF]|\[?[WI])\d{{3,4}} {_CLOCK}(?: +\d+)?(?: [^\]\n]{{1,80}})?\] ?",
    # … in brackets; an error of PyTorch's C++ (`[E1031 … ProcessGroupNCCL.cpp:607] `) is a report itself
    rf"\[[EF]\d{{3,4}} {_CLOCK}(?: +\d+)?(?: [^\]\n]{{1,80}}\.py:\d+)?\] ?",
    # Airflow: `[2022-05-27, 11:59:17 UTC] {pod_manager.py:122} INFO - `
    rf"\[{_STAMP}\] \{{[^}}\n]{{1,80}}\}} {_LEVEL} - ?",
    # loguru: `2024-01-01 10:00:00.000 | ERROR    | module:function:12 - `
    rf"{_STAMP} \| {_LEVEL} {{0,8}}\| (?:[\w.<>]+:[\w.<>]+:\d+ - )?",
    # mmengine, Lightning, accelerate: `2022-08-16 06:46:24,780 - mmdet - INFO - `
    rf"{_STAMP} - [\w.]+ - (?:[\w.]+ - )?{_LEVEL} - ?",
    # vLLM: `ERROR 08-02 08:15:58 worker_base.py:339] `, `ERROR 07-01 [core.py:396] `
    rf"{_LEVEL} {_DATE} (?:{_CLOCK} )?(?:\[?[\w./-]+:\d+\]) ?",
    # deepspeed, torch elastic: `[2024-03-06 10:35:32,886] [ERROR] [launch.py:325:sigkill_handler] `
    rf"\[{_STAMP}\] ?(?:\[{_LEVEL}\] ?)?(?:\[[\w./:<>-]{{1,80}}\] ?)?(?:\[PID:\d+\] ?)?(?:\[RANK:\d+\] ?)?",
    # any logger that begins with a time: `10:00:00 ERROR `, `2024-01-01T10:00:00Z stderr F `
    rf"{_STAMP} ?(?:std(?:out|err) [FP] )?(?:\[?{_LEVEL}\]? ?[:|-]? )?",
    rf"\[?{_CLOCK}\]? (?:\[?{_LEVEL}\]? ?[:|-]? )?",
    # GitHub Actions, Python's logging.basicConfig: `ERROR:root:`, `INFO:torch.distributed:`
    rf"{_LEVEL}:[\w.]{{1,80}}:",
    # a logger that stamps the stream on every line: `ERROR | stderr | `, `stderr: `
    rf"{_LEVEL} {{0,3}}\| std(?:out|err) \| ?",
    r"std(?:out|err):? ?[|:] ?",
    # log viewers that number lines: `[1757] `
    r"\[\d{3,6}\] ",
)

# srun --label prints `3: `; only before what a traceback holds, for `3: ` alone is ordinary text
_SRUN = r"(?m)^(?P<cut> {0,3}\d{1,4}: ?)(?:Traceback|  File |    |[A-Za-z_.]+(?:Error|Exception))"

_LOOK_ALIKES = {
    ord(char): plain
    for plain, chars in {
        "'": "‘’‚‛′＇",
        '"': "“”„‟″＂",
        " ": "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
        ":": "：",
        ",": "，",
        "(": "（",
        ")": "）",
    }.items()
    for char in chars
}

_HTML_TAGS = (
    r"</?(?:a|b|i|u|br|hr|p|h[1-6]|pre|code|kbd|samp|tt|div|span|section|em|strong|font|table|thead|tbody|td|th|tr|li|ul|ol|"
    r"blockquote|details|summary)(?:\s[^<>\n]{0,300})?/?>"
)
# a tag that ends a line where the text itself does not; VS Code copies every line as a <div>
_HTML_LINE_ENDS = r"(?P<cut><br ?/?>|</(?:div|p|h[1-6]|pre|li|tr|blockquote|summary)>)[^\n]"
_JSON_SIGN = r"\n"  # backslash and n, as two characters
_JSON_ESCAPE = r"""\\(?:u001b|[nt"'\\])"""
_JSON_TEXT = r'(?m)^.*?(?:\(most recent call last\):?\\+n|\\n +File \\*"|\\n\w+Error: |\\u001b\[).*$'

NORMALISERS: tuple[Normaliser, ...] = (
    # Windows, old Macs, progress bars that return the carriage, and Unicode's other line ends
    Normaliser(
        "newlines", r"\r\n|[\r\v\f\x{85}\x{2028}\x{2029}]", "\n", ("\r", "\v", "\f", "\x85", "\u2028", "\u2029")
    ),
    # a report that went through JSON (an API's answer, a notebook's error object), or that Python shows as an
    # object: `\n  File \"x.py\"`
    Normaliser("json-escapes", _JSON_ESCAPE, _unescaped, (_JSON_SIGN, "\\u001b"), within=_JSON_TEXT),
    # … twice, where a logger wrote an answer that was JSON already
    Normaliser("json-in-json", _JSON_ESCAPE, _unescaped, (_JSON_SIGN, "\\u001b"), within=_JSON_TEXT),
    # … and single characters spelt out on the way: `\u2018PyCapsule\u2019`
    Normaliser("json-characters", r"\\+u[0-9a-f]{4}", lambda found: _character(int(found[-4:], 16)), ("\\u",)),
    # terminals: colours, cursor movement, links, titles
    Normaliser("ansi", r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[@-Z\\^_])", "", ("\x1b",)),
    # the same after the escape character was spelt out or lost in copying: `ESC[36m`, `^[[0m`, `[1;31m`
    Normaliser("ansi-mangled", r"(?:␛|\^\[|ESC|\\x1b|\\033|\\e)?\[\d{0,3}(?:;\d{1,3})*m", "", ("m",)),
    # control characters and the characters that have no width
    Normaliser("invisible", r"[\x00-\x08\x0e-\x1f\x7f\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2060}\x{feff}\x{ad}]", ""),
    # a report copied as HTML from a web page or an editor
    Normaliser("html-lines", _HTML_LINE_ENDS, "\n", ("</", "<br")),
    Normaliser("html-tags", _HTML_TAGS, "", ("</", "/>", "<br")),
    Normaliser("html-entities", r"&(?:#\d{1,6}|#x[0-9a-fA-F]{1,6}|amp|lt|gt|quot|apos|nbsp);", html.unescape, ("&",)),
    # word processors, chat programs and input methods: typographic quotes, hard spaces, full-width punctuation
    Normaliser("look-alikes", table=_LOOK_ALIKES, is_exotic=True),
    # … and one dash for the two hyphens of an option: `—local-rank`
    Normaliser("option-dashes", r"(?m)(?:^|[\s'\"`(\[=])(?P<cut>—)[A-Za-z]", "--", ("—",), is_exotic=True),
    # Markdown and mail: a quoted line, a fence, a line in bold or in one pair of backticks
    Normaliser("quoted-lines", r"(?m)^(?P<cut>[ \t]{0,3}(?:>[ \t]?)+)(?:[^>:;,.)\]'\"]|$)", "", (">",)),
    Normaliser("fences", r"(?m)^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", "", ("```", "~~~")),
    Normaliser("bold", r"(?m)^[ \t]*(?P<cut>\*\*)\S.*\*\*[ \t]*$", "", ("**",)),
    Normaliser("bold-end", r"(?m)\S(?P<cut>\*\*)[ \t]*$", "", ("**",)),
    # what launchers, containers and loggers put before every line, possibly one before the other
    Normaliser("line-prefixes", rf"(?m)^[ \t]*(?:{_one_of(*LINE_PREFIXES)})+"),
    # Ray, of a line that several workers print
    Normaliser("ray-repeats", r"(?m)(?P<cut> ?\[repeated \d+x across cluster\].*)$", "", ("[repeated ",)),
    Normaliser("srun-labels", _SRUN, "", (": ",)),
    # rich: the box around a traceback (the guides inside it, `│   │   x = 1`, are left: they stand in source lines)
    Normaliser("box-sides", r"(?m)^(?P<cut>[ \t]*[│┃║] ?)", "", ("│", "┃", "║")),
    Normaliser("box-ends", r"(?m)(?P<cut>[ \t]*[│┃║])[ \t]*$", "", ("│", "┃", "║")),
    # … on a terminal that has ASCII only: `| …  |` below `+--- Traceback (most recent call last) ---+`
    Normaliser("ascii-box-ends", r"(?m)^[ \t]*\|.*?(?P<cut>[ \t]*\|)[ \t]*$", "", ("+---",)),
    Normaliser("ascii-box-sides", r"(?m)^(?P<cut>[ \t]*\| ?)", "", ("+---",)),
    # Python's own gutter of an exception group
    Normaliser("group-gutter", r"(?m)^(?P<cut> *(?:\| ?)+)", "", ("Exception Group Traceback", "+-+---")),
    # pytest: `E   TypeError: …`
    Normaliser("pytest-gutter", r"(?m)^(?P<cut>E {3,})\S", "", ("E   ",)),
)


def clean(text: str, *, keep: Iterable[str] = ()) -> Paste:
    """Take away what was added around the error. Never raises; an undamaged text comes back unchanged.

    Of a long text the stretches without any sign of an error are left out; those that hold one of the texts to `keep`
    stay. However long the text, the time is bounded: at most _MOST_READ characters of it are read closely.
    """
    # half a surrogate pair is no text: it becomes one question mark, so that no offset moves
    text = text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
    paste = Paste(text, text)
    if len(text) >= _LONG:
        eventful = list(_eventful(text))
        read = _first_and_last(eventful)
        paste = paste.edited(_left_out(text, [*read, *_around(text, keep)]), UNEVENTFUL)
        if len(read) < len(eventful):
            paste = replace(paste, applied=(*paste.applied, OVERLONG))
    return normalise(paste)


def normalise(paste: Paste) -> Paste:
    """Apply every normaliser, in order."""
    for normaliser in NORMALISERS:
        if not (normaliser.is_exotic and paste.text.isascii()):
            paste = normaliser.apply(paste)
    return paste


# ── long logs ───────────────────────────────────────────────────────────────────────────────────────────────────

UNEVENTFUL = "uneventful"  # the name under which left-out stretches stand in Paste.applied
OVERLONG = "overlong"  # … and the name where some of them looked like errors, but there were too many to read
_LONG = 16_000  # characters; a shorter text is read whole
_MOST_READ = 600_000  # characters
_HEAD, _TAIL = 1_500, 2_000  # always kept: what was called stands at the top, the last words at the end
_BEFORE, _AFTER = 400, 2_000  # characters kept around a sign
_MOST_KEPT = 20  # places kept for each text to keep
_EVENTS = re2.compile(
    rb"Error|ERROR|rror:|Exception|raceback|  File |Fatal|FATAL|ailed|FAILED|what\(\)|killed|Killed|Abort|signal|"
    rb"annot |an't |Assertion|invalid|undefined|not found|out of |\.py\S* in |-+> \d|==\d|ersion:"
)


def _left_out(text: str, read: Iterable[tuple[int, int]]) -> Iterator[Edit]:
    """What lies between the stretches to read; whole lines, except within lines of great length."""
    position = 0
    for start, end in sorted(read):
        if start > position:
            line_end = text.find("\n", position, start) + 1
            first = line_end if 0 < line_end <= position + _AFTER else position
            last = text.rfind("\n", first, start) + 1
            if last < start - _AFTER:  # one very long line
                last = start
            if last > first:
                yield Edit(first, last)
        position = max(position, end)


def _eventful(text: str) -> Iterator[tuple[int, int]]:
    """The beginning, the neighbourhoods of everything that looks like an error, and the end of a long text."""
    yield 0, _HEAD
    data = text.encode("ascii", "replace")  # one byte a character: RE2 would else count characters at every step
    position = _HEAD
    while found := _EVENTS.search(data, position, len(data) - _TAIL):
        position = found.end() + _AFTER
        yield max(0, found.start() - _BEFORE), position
    yield len(text) - _TAIL, len(text)


def _first_and_last(stretches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """As many stretches from the beginning and from the end as may be read: causes come first, last words last."""
    if sum(end - start for start, end in stretches) <= _MOST_READ:
        return stretches
    half = _MOST_READ // 2 // (_BEFORE + _AFTER)
    return [*stretches[:half], *stretches[-half:]]


def _around(text: str, keep: Iterable[str]) -> Iterator[tuple[int, int]]:
    """The neighbourhoods of the texts to keep."""
    for wanted in keep:
        position = text.find(wanted)
        for _ in range(_MOST_KEPT):
            if position < 0:
                break
            yield max(0, position - _BEFORE), min(len(text), position + len(wanted) + _AFTER)
            position = text.find(wanted, position + _AFTER)


# ── the squashed reading ────────────────────────────────────────────────────────────────────────────────────────

_DROPPED = " \t\n\r\v\f'\"`_*\\│┃║|❱╭╮╰╯─━"
_DROPPED_SET = frozenset(_DROPPED)
_SQUASH = {**{ord(char): None for char in _DROPPED}, **{upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}}


def squash(text: str) -> str:
    """Lower case, without white space, quotes, backticks, underscores, asterisks, backslashes and box characters."""
    return text.translate(_SQUASH)


def kept_places(text: str) -> list[int]:
    """Where each character of squash(text) stands in text: the way back from the squashed reading.

    >>> kept_places("a b")
    [0, 2]
    """
    return [place for place, char in enumerate(text) if char not in _DROPPED_SET]


def line_starts(text: str) -> list[int]:
    """The offset of every line of text."""
    starts = [0]
    position = text.find("\n")
    while position >= 0:
        starts.append(position + 1)
        position = text.find("\n", position + 1)
    return starts


def line_number(starts: list[int], position: int) -> int:
    """The number, from 1, of the line that holds `position`."""
    return bisect_right(starts, position)
