"""The table of normalisers: each takes away one kind of damage that launchers, terminals and trackers do to a text.

normalise() applies them in the order of NORMALISERS. Each names the program or habit that causes the damage. They run
on RE2 only: the text is hostile, and the time must be linear in its length.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from tracefix.linear_re import ExpressionSet, Text, compile_expression
from tracefix.reading.paste import Edit, Paste


@dataclass(frozen=True, slots=True)
class Normaliser:
    """One kind of damage and its fix.

    `pattern` is RE2; what its group `cut` (or, without one, the whole match) covers is replaced. `sign` is RE2, too,
    and short: where it fits nowhere, nothing is to be replaced. One scan looks for the signs of all.
    """

    name: str
    pattern: str = ""
    replace: Callable[[str], str] | str = ""
    sign: str = ""
    within: str = ""  # RE2: applies only inside the stretches that this fits
    table: Mapping[str, str] = field(default_factory=dict)  # instead of all that: characters replaced one for one

    def apply(self, paste: Paste) -> Paste:
        if not self.table:
            return paste.with_edits(self.edits(paste.text), self.name)
        text = paste.text
        for char, plain in self.table.items():  # few occur: str.translate() would look at every character
            text = text.replace(char, plain)
        return paste if text == paste.text else replace(paste, text=Text(text), applied=(*paste.applied, self.name))

    def edits(self, text: str) -> Iterable[Edit]:
        return self._edits_within(text) if self.within else self._edits(text)

    def _edits_within(self, text: str) -> Iterator[Edit]:
        for stretch in compile_expression(self.within).finditer(text):
            first = stretch.start()  # RE2 copies what it is given: the stretch alone, or the time is quadratic
            for edit in self._edits(stretch[0]):
                yield Edit(edit.start + first, edit.end + first, edit.text)

    def _edits(self, text: str) -> list[Edit]:
        expression = compile_expression(self.pattern)
        spans = expression.spans(text, expression.groupindex.get("cut", 0))
        if isinstance(self.replace, str):
            new = self.replace
            if not new:
                return [Edit(start, end) for start, end in spans if start < end]
            return [Edit(start, end, new) for start, end in spans if text[start:end] != new]
        replaced = ((start, end, self.replace(text[start:end])) for start, end in spans)
        return [Edit(start, end, new) for start, end, new in replaced if text[start:end] != new]


def _character(code: int) -> str:
    return "?" if 0xD800 <= code <= 0xDFFF else chr(code)  # half a surrogate pair is no character


def _unescape(found: str) -> str:
    return {"u": "\x1b", "n": "\n", "t": "\t"}.get(found[1], found[1])


def _character_of_entity(entity: str) -> str:
    import html  # here: few pastes hold any, and it is a table of thousands

    return html.unescape(entity)


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
    # … of several machines, as DeepSpeed's pdsh prints them: `10.0.0.8: [rank0]: `, `node-a: [rank0]: `
    r"[A-Za-z0-9][\w.-]{0,60}: \[rank\d+\]:? ?",
    # torch elastic with --tee, `[default0]:`, and other launchers, `[worker3] `, `[GPU0] `, `[cuda:1] `
    r"\[(?:default|worker|node|local_rank|trainer|GPU|gpu|cuda|device)[_ :]?\d+\](?::| )",
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
    # TorchServe, of what a worker prints: `2022-08-16T06:46:24,780 [INFO ] W-9000-model_1.0-stdout MODEL_LOG - `
    rf"{_STAMP} \[{_LEVEL} {{0,2}}\] W-\d+-[\w.-]{{1,80}}-std(?:out|err) [\w.]{{1,60}} - ?",
    # mmengine, Lightning, accelerate: `2022-08-16 06:46:24,780 - mmdet - INFO - `
    rf"{_STAMP} - [\w.]+ - (?:[\w.]+ - )?{_LEVEL} - ?",
    # vLLM: `ERROR 08-02 08:15:58 worker_base.py:339] `, `ERROR 07-01 [core.py:396] `
    rf"{_LEVEL} {_DATE} (?:{_CLOCK} )?(?:\[?[\w./-]+:\d+\]) ?",
    # deepspeed, torch elastic: `[2024-03-06 10:35:32,886] [ERROR] [launch.py:325:sigkill_handler] `
    rf"\[{_STAMP}\] ?(?:\[{_LEVEL}\] ?)?(?:\[[\w./:<>-]{{1,80}}\] ?)?(?:\[PID:\d+\] ?)?(?:\[RANK:\d+\] ?)?",
    # GitLab: `2024-01-01T10:00:00.123456Z 01O `, its runner's stream and line
    rf"{_STAMP} \d\d[OE][+ ]",
    # `gh run view --log`: job, step and time, with tabs between them
    rf"[^\t\n]{{1,80}}\t[^\t\n]{{1,120}}\t{_STAMP} ?",
    # GitHub Actions and Azure: `##[error]`, `::error file=a.py,line=3::`
    r"##\[(?:error|warning|notice|debug|group|section|command)\]",
    r"::(?:error|warning|notice|debug|group)(?: [^:\n]{0,200})?::",
    # BuildKit, of what a command of a Dockerfile prints: `#12 34.56 `
    r"#\d{1,4} \d{1,5}\.\d{1,3} ",
    # Buildkite, where its escape character was lost: `_bk;t=1690000000000`
    r"_bk;t=\d{10,16}",
    # a cluster's log viewer, copied from its table: `|   | 2024-01-01 10:00:00.123456 master-0 >> `
    rf"(?:\| {{0,4}}){{0,3}}{_STAMP} [\w.-]{{1,60}} >> ",
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

# What a name may stand before: only what a traceback holds, for `3: ` or `[build] ` alone is ordinary text
_OF_TRACEBACK = r"(?:Traceback \(|  File \"|    |[A-Za-z_.]+(?:Error|Exception)\b)"
# srun --label: `3: `; pdsh: `worker-1: `, `10.0.0.8: `; modal, drone and others: `[modal-client] `, `[build:L12:3s] `
_LABELS = (
    r"(?m)^(?P<cut> {0,3}\d{1,4}: ?|[a-z][\w.-]{0,40}\d: |(?:\d{1,3}\.){3}\d{1,3}: |\[[A-Za-z][\w:./-]{0,40}\]:? ?)"
    + _OF_TRACEBACK
)
_LABEL_SIGN = rf"[:\]] ?{_OF_TRACEBACK}"

_NEWLINES = "\r\v\f\x85\u2028\u2029"
_INVISIBLE = r"[\x00-\x08\x0e-\x1f\x7f\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2060}\x{feff}\x{ad}]"
_LOOK_ALIKES = {
    char: plain
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
_JSON_SIGN = r"\\(?:n|u001b)"
_JSON_ESCAPE = r"""\\(?:u001b|[nt"'\\])"""
# … also where a terminal wrapped it: the lines below that hold an escaped line break
_JSON_TEXT = r'(?m)^.*?(?:\(most recent call last\):?\\+n|\\n +File \\*"|\\n\w+Error: |\\u001b\[).*$(?:\n.*\\+n.*$)*'
# … with a blank line after every line, as editors and web forms do that take `\r\n` for two
_DOUBLE_SPACED = r"(?m)^[ \t]+File [\"'][^\"'\n]+[\"'], line \d+.*\n\n(?:.*\S.*\n\n)+"

# A traceback whose newlines were lost and not even became spaces: what is left is the indentation of the next line
_GLUED = r"(?m)^.*\(most recent call last\): {2}File \".*$"
# … and one whose newlines became spaces, as in a title, a table's cell or a chat
_ONE_ROW_SIGN = r"last\): +File"
_FRAME = r"File \"[^\"\n]+\", line \d+, in "
_IN_ONE_ROW = rf"(?m)^.*\(most recent call last\): +{_FRAME}.*$"
# cleo, the console of Poetry, prints class, message and place as paragraphs: `  RuntimeError`, `  No such file`,
# `  at ~/a.py:74 in choose`
_CLEO_SIGN = r"\n  at .+:\d+ in "
_CLEO = r"(?m)^  [A-Za-z_][\w.]*(?P<cut>\n\n  )\S.*\n(?:(?:  .*)?\n){1,12}?  at .+:\d+ in "
# VS Code's debugger prints the class, perhaps with a note, and the message below it: `Exception has occurred: KeyError`
_PAUSED_SIGN = r"(?:Exception has occurred|发生异常): "
_PAUSED = rf"{_PAUSED_SIGN}[\w.]+(?P<cut>[ \t*`]*(?:\(note: [^\n]*)?\n{{1,2}})[^\s]"
_BROKEN_PATH = r"File \"[^\"\n]{30,}(?P<cut>\n)"
_CLASSES = (
    "ModuleNotFoundError|ImportError|FileNotFoundError|OutOfMemoryError|NotImplementedError|UnboundLocalError|"
    "UnicodeDecodeError|RecursionError|ZeroDivisionError|ConnectionRefusedError|BrokenPipeError|PermissionError|"
    "AttributeError|AssertionError|RuntimeError|IndexError|TypeError|ValueError|KeyError|NameError|OSError"
)
# How people who write Chinese go on behind an error on its line. A message of a system may be Chinese, too.
_ASKING = (
    "请问",
    "怎么",
    "如何解决",
    "为什么",
    "求助",
    "求解",
    "是什么原因",
    "该怎么",
    "有没有人",
    "谢谢",
    "麻烦各位",
    "各位大佬",
)
_BEHIND_AN_ERROR = r"(?m)[\w.]*(?:Error|Exception): [^\n]*?"

NORMALISERS: tuple[Normaliser, ...] = (
    # Windows
    Normaliser("windows-newlines", r"(?P<cut>\r)\n", "", r"\r\n"),
    # old Macs, progress bars that return the carriage, and Unicode's other line ends
    Normaliser("newlines", sign=f"[{_NEWLINES}]", table=dict.fromkeys(_NEWLINES, "\n")),
    # a report that went through JSON (an API's answer, a notebook's error object), or that Python shows as an
    # object: `\n  File \"x.py\"`
    Normaliser("json-escapes", _JSON_ESCAPE, _unescape, _JSON_SIGN, within=_JSON_TEXT),
    # … twice, where a logger wrote an answer that was JSON already
    Normaliser("json-in-json", _JSON_ESCAPE, _unescape, _JSON_SIGN, within=_JSON_TEXT),
    # … and single characters spelt out on the way: `\u2018PyCapsule\u2019`
    Normaliser("json-characters", r"\\+u[0-9a-f]{4}", lambda found: _character(int(found[-4:], 16)), r"\\u"),
    # terminals: colours, cursor movement, links, titles
    Normaliser(
        "ansi",
        r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]_P^X][^\x07\x1b\n]*(?:\x07|\x1b\\)|\][^\x07\x1b\n]*|[@-Z\\^_])",
        "",
        r"\x1b",
    ),
    # the same after the escape character was spelt out or lost in copying: `ESC[36m`, `^[[0m`, `[1;31m`
    Normaliser(
        "ansi-mangled",
        r"(?:␛|\^\[|ESC|\\x1b|\\033|\\e)\[\d{0,3}(?:;\d{1,3})*m|\[\d{1,3}(?:;\d{1,3})*m",
        "",
        r"[\[0-9]m",
    ),
    # … and the bare `[m` that ends a colour; `[main] ` is a name
    Normaliser("ansi-resets", r"(?m)(?P<cut>\[m)(?:[^]a-z\n]|$)", "", r"\[m"),
    # control characters and the characters that have no width
    Normaliser("invisible", _INVISIBLE, "", _INVISIBLE),
    # a report copied as HTML from a web page or an editor
    Normaliser("html-lines", _HTML_LINE_ENDS, "\n", "</|<br"),
    Normaliser("html-tags", _HTML_TAGS, "", "</|/>|<br"),
    Normaliser(
        "html-entities", r"&(?:#\d{1,6}|#x[0-9a-fA-F]{1,6}|amp|lt|gt|quot|apos|nbsp);", _character_of_entity, "&"
    ),
    # word processors, chat programs and input methods: typographic quotes, hard spaces, full-width punctuation
    Normaliser("look-alikes", sign=f"[{''.join(_LOOK_ALIKES)}]", table=_LOOK_ALIKES),
    # … and one dash for the two hyphens of an option: `—local-rank`
    Normaliser("option-dashes", r"(?m)(?:^|[\s'\"`(\[=])(?P<cut>—)[A-Za-z]", "--", "—"),
    Normaliser("double-spaced", r"\n(?P<cut>\n)", "", r"\n\n    ", within=_DOUBLE_SPACED),
    # Markdown and mail: a quoted line, a fence, a line in bold or in one pair of backticks
    Normaliser("quoted-lines", r"(?m)^(?P<cut>[ \t]{0,3}(?:>[ \t]?)+)(?:[^>:;,.)\]'\"]|$)", "", r"(?m)^[ \t]{0,3}>"),
    Normaliser("fences", r"(?m)^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", "", "```|~~~"),
    # … not what programs put between three stars: `*** SIGTERM received by PID 12 ***`
    Normaliser("bold", r"(?m)^[ \t]*(?P<cut>\*\*)[^\s*].*\*\*[ \t]*$", "", r"\*\*"),
    Normaliser("bold-end", r"(?m)[^\s*](?P<cut>\*\*)[ \t]*$", "", r"\*\*"),
    # … that begins with a report and goes on for several lines
    Normaliser(
        "bold-start", r"(?m)^[ \t]*(?P<cut>\*\*)(?:File \"|Traceback \(|[\w.]+(?:Error|Exception): )", "", r"\*\*"
    ),
    # what launchers, containers and loggers put before every line, possibly one before the other
    Normaliser("line-prefixes", rf"(?m)^[ \t]*(?:{_one_of(*LINE_PREFIXES)})+"),
    # BuildKit, where it repeats the output of the RUN that failed: only the seconds stand before a line
    Normaliser(
        "build-seconds",
        r"(?m)^(?P<cut>\d{1,5}\.\d{1,3} )",
        "",
        r"\] RUN ",
        within=r"(?m)^[ \t>]*\[[^\]\n]{1,60}\] RUN .*:\n(?:\d{1,5}\.\d{1,3}(?: .*)?\n)+",
    ),
    # Ray, of a line that several workers print
    Normaliser("ray-repeats", r"(?m)(?P<cut> ?\[repeated \d+x across cluster\].*)$", "", r"\[repeated "),
    Normaliser("labels", _LABELS, "", _LABEL_SIGN),
    # rich: the box around a traceback (the guides inside it, `│   │   x = 1`, are left: they stand in source lines)
    Normaliser("box-sides", r"(?m)^(?P<cut>[ \t]*[│┃║] ?)", "", "[│┃║]"),
    Normaliser("box-ends", r"(?m)(?P<cut>[ \t]*[│┃║])[ \t]*$", "", "[│┃║]"),
    # … on a terminal that has ASCII only: `| …  |` below `+--- Traceback (most recent call last) ---+`
    Normaliser("ascii-box-ends", r"(?m)^[ \t]*\|.*?(?P<cut>[ \t]*\|)[ \t]*$", "", r"\+---"),
    Normaliser("ascii-box-sides", r"(?m)^(?P<cut>[ \t]*\| ?)", "", r"\+---"),
    # Python's own gutter of an exception group
    Normaliser("group-gutter", r"(?m)^(?P<cut> *(?:\| ?)+)", "", r"Exception Group Traceback|\+-\+---"),
    # forms and chats that lose the newlines: `from a import TrainerImportError: cannot import …`
    Normaliser(
        "lost-newlines",
        rf"[\w)\]'\"](?P<cut>)(?:torch\.(?:cuda\.)?)?(?:{_CLASSES}): ",
        "\n",
        r"last\):  File",
        within=_GLUED,
    ),
    Normaliser(
        "one-row-errors",
        rf"(?:[^t\n ]|[^p\n]t)(?P<cut> +)(?:[a-z_]\w*\.)*(?:{_CLASSES}|[A-Z]\w*(?:Error|Exception)): ",
        "\n",
        _ONE_ROW_SIGN,
        within=_IN_ONE_ROW,
    ),
    Normaliser("one-row-frames", rf"(?P<cut> +){_FRAME}", "\n  ", _ONE_ROW_SIGN, within=_IN_ONE_ROW),
    Normaliser("one-row-source", rf"(?m)^  {_FRAME}[\w<>.]+(?P<cut> +)[^ \n]", "\n    ", r", in [\w<>.]+ "),
    # a sentence that goes on behind an error in backticks: the `RuntimeError: a must be b` from the layer
    Normaliser(
        "code-in-prose", r"`[A-Za-z_][\w.]*(?:Error|Exception): [^`\n]{4,}(?P<cut>`)[,;:)]?[ \t][^\n]", "\n", "`"
    ),
    # a backtick that only ends code, and Chinese prose behind an error: `… expected 2)`，怎么解决？`
    Normaliser("end-of-code", _BEHIND_AN_ERROR.replace("\\n]*?", "`\\n]*") + r"(?P<cut>`[^`\nA-Za-z0-9]*)$", "", "`"),
    Normaliser(
        "chinese-prose",
        rf"{_BEHIND_AN_ERROR}(?P<cut>[\s,.;:]*(?:{'|'.join(_ASKING)})[^\n]*)$",
        "",
        "|".join(_ASKING),
    ),
    # a frame whose long path a terminal broke: `File "/home/user/.venv/lib/python3.11/site-pack`, `ages/a.py", line 3`
    Normaliser("wrapped-paths", rf"(?m){_BROKEN_PATH}[^\"\n]+\", line \d", "", _BROKEN_PATH),
    Normaliser("cleo-class", _CLEO, ": ", _CLEO_SIGN),
    Normaliser("paused-class", _PAUSED, ": ", _PAUSED_SIGN),
    # TensorFlow: `Error reported to Coordinator: <class 'AttributeError'>, 'dict' object …`
    Normaliser(
        "coordinator",
        r"(?P<cut>(?:INFO:tensorflow:|I\d{4} [\d:.]+ \d+ coordinator\.py:\d+\] )?"
        r"Error reported to Coordinator: <class '[\w.]+'>, )",
        lambda told: told.split("'")[1] + ": ",
        "Error reported to Coordinator: <",
    ),
    # pytest: `E   TypeError: …`
    Normaliser("pytest-gutter", r"(?m)^(?P<cut>E {3,})\S", "", "E   "),
)
SIGNS = ExpressionSet(normaliser.sign for normaliser in NORMALISERS)
