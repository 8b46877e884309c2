"""The answer to a paste, and what a search found, as text for people at a terminal.

The paste is hostile and a terminal obeys control codes, so each of them is replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard
from unicodedata import east_asian_width

from tracefix.lazy_pattern import lazy_pattern
from tracefix.phrases import Phrase, sentence

if TYPE_CHECKING:  # not at start-up, because creating the shapes takes long
    from tracefix.answers.json_shapes import (
        AnswerOut,
        DiagnosisOut,
        EvidenceOut,
        ExplanationOut,
        LinkOut,
        MatchOut,
        NameVersionsOut,
        Reference,
        SearchOut,
        StepOut,
    )
    from tracefix.articles.model import Article
    from tracefix.search.query import Results

WIDTH = 80
_LINKED = lazy_pattern(r"\[([^\]\n]+)\]\([^()\s]+\)")
_EMPHASIS = lazy_pattern(r"(`[^`]*`)|\*{1,2}(?=[^\s*])((?:[^*`]|`[^`]*`)*?[^\s*])\*{1,2}")
_MOST_RELATED = 4
LONGEST_QUOTE = 300  # characters of the evidence that are quoted
_COLOURS = {"exact": "1;32", "likely": "1;33", "none": "1;36", "label": "1", "file": "1", "error": "31"}
_KNOWN, _COMMON = sentence("Known error"), sentence("Common error, several causes")
_PROBABLE = sentence("Probably this error: check the reasons")
_LABELS = {"general": _COMMON, "note": sentence("Reported fix, not run by us")}  # of evidence that is not weak
_UNKNOWN, _NONE = sentence("No article covers this error yet"), sentence("No known error found")
# These run on our own articles only, never on a paste.
_LINK = lazy_pattern(r"\[([^\]]+)\]\(([^)\s]+)\)")
_WEB_LINK = lazy_pattern(r"\[([^\]]+)\]\((https?:[^)\s]+)\)")
_LINKED_HERE = lazy_pattern(r"\[([^\]]+)\]\([/#][^)\s]*\)")
_ITEM = lazy_pattern(r" *(?:[-*]|[0-9]+\.) +")
_CODE = lazy_pattern(r"`[^`]+`")
_IF = sentence("If {condition}:")
_OWN = sentence("Your code, or that of a clone")
_WIDE, _STOPS = r"\u2e80-\u2fff\u3040-\ua4cf\uf900-\ufaff\uff00-\uffef\u3000-\u303f", "。，、；：！？）》」』】”’…"
# A word with the spaces after it, or a wide character; each with the punctuation that follows it
_PIECE = lazy_pattern(rf"(?:[{_WIDE}]|[^ {_WIDE}{_STOPS}]+|[ ]+)[{_STOPS}]*[ ]*|[{_STOPS}]+[ ]*")
_SPACES = "\n\t\N{NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}"
_UNBROKEN = "\N{NO-BREAK SPACE}"  # stands for a space in code while lines are broken

Say = Callable[[str], str]  # from a Phrase, or a label, to its text in the reader's language


@dataclass(frozen=True, slots=True)
class Painter:
    """Translates the parts of an answer into the reader's language, and colours them if `colours` is set."""

    say: Say
    colours: bool

    def __call__(self, part: str, text: str) -> str:
        """The text of a part of the answer, which is a key of _COLOURS. Labels and verdicts are translated."""
        translated = text if part in ("error", "file") else self.say(text)
        return f"\x1b[{_COLOURS[part]}m{translated}\x1b[0m" if self.colours else translated


def to_text(answer: DiagnosisOut, *, name: str = "", colours: bool = False, say: Say = str) -> str:
    """The answer for a terminal: 80 columns wide, plain or in colours. `name`, the file's name, becomes a heading.

    A command or an address stays on one line, however long, so that it can be copied.
    """
    paint = Painter(say, colours)
    blocks = [[paint("file", f"── {printable(name)}")]] if name else []
    blocks += [list(block) for block in _blocks(answer, paint)]
    return "\n".join("\n".join(block) + "\n" for block in blocks)


def results_to_text(
    results: Results, articles: Mapping[str, Article], address: Callable[[str], str], say: Say = str
) -> str:
    """The articles that a search found, and what may have been meant."""
    from tracefix.articles.proofs import PROOF_MARKS  # here: the answer to a paste needs none

    lines = []
    for hit in results.hits:
        article = articles[hit.slug]
        mark = say(PROOF_MARKS[article.proof])
        title = f"{article.title} ({mark})" if mark else article.title
        lines.append(f"{printable(title)}\n  {printable(article.summary)}\n  {address(hit.slug)}")
    if not lines:
        lines.append(say(sentence("Nothing found.")))
    if results.suggestion:
        lines.append(say(Phrase("Did you mean: {query}", query=printable(results.suggestion))))
    return "\n".join(lines)


def match_of(answer: DiagnosisOut, each: AnswerOut) -> MatchOut | None:
    """The match of one of the answers; None if no article covers its error."""
    slug = each["article"]
    return next((match for match in answer["matches"] if match["slug"] == slug), None)


def first_match(answer: DiagnosisOut) -> MatchOut | None:
    """The match of the first answer; None if no article covers its error."""
    return match_of(answer, answer["answers"][0])


def verdict_label(match: MatchOut | None, explanation: ExplanationOut | None) -> str:
    """The verdict on an error in words: the kind of error, and whether the evidence is weak."""
    if match is None:
        return _UNKNOWN if explanation else _NONE
    if match["verdict"] == "exact":
        return _KNOWN
    return _PROBABLE if match["weak"] else _LABELS.get(match["kind"], _PROBABLE)


def link_of(match: MatchOut) -> str:
    """The article's address, with the section that fits this paste. A path of a file gets no section."""
    is_page = match["url"].startswith("http")
    return f"{match['url']}#{match['section']}" if match["section"] and is_page else match["url"]


def plain_words(markdown: str) -> str:
    """Return a sentence of an article without its marks: the words of its code, of what is emphasized, of its links.

    >>> plain_words("Pass `**kwargs` to [the **fix**](/articles/boom/), 2 * 3 times, in *Settings*.")
    'Pass **kwargs to the fix, 2 * 3 times, in Settings.'
    """
    return " ".join(_without_emphasis(_LINKED.sub(r"\1", markdown)).replace("`", "").split())


def printable(text: str) -> str:
    r"""Return the text as one line, without characters that a terminal would obey or reorder.

    >>> printable("a\x1b[2Jb\n\u202ec")
    'a�[2Jb �c'
    """
    return harmless(" ".join(text.split()))


def harmless(text: str) -> str:
    r"""Return the text as it is, lines, tabs and wide spaces too, without what a terminal would obey or reorder.

    >>> harmless("a\x1b[2J:\n\tb")
    'a�[2J:\n\tb'
    """
    return "".join(char if char.isprintable() or char in _SPACES else "\ufffd" for char in text)


def render(markdown: str, *, colours: bool = False) -> str:
    """An article of ours for a terminal: paragraphs of 80 columns, links as their words, code and tables as they are.

    >>> print(render("## Fix\\n\\nUse *this* [page](https://x.example):\\n\\n    a  =  1"))
    ## Fix
    <BLANKLINE>
    Use this page (https://x.example):
    <BLANKLINE>
        a  =  1
    """
    return "\n".join(_rendered(markdown.split("\n"), colours))


def _rendered(lines: Sequence[str], colours: bool) -> Iterator[str]:
    is_code = False
    for line in lines:
        is_fence = line.lstrip().startswith("```")
        is_code ^= is_fence
        if is_fence:
            continue
        if is_code or line.startswith(("    ", "\t", "|")):
            yield f"    {line}" if is_code else line
        elif line.startswith("#"):
            yield f"\x1b[{_COLOURS['label']}m{line}\x1b[0m" if colours else line
        else:
            words = _without_emphasis(_WEB_LINK.sub(r"\1 (\2)", _LINKED_HERE.sub(r"\1", line)))
            mark = _ITEM.match(line)
            rest = " " * len(mark[0]) if mark else ""
            yield from _wrap(words, "", rest) if line.strip() else ("",)


def _without_emphasis(markdown: str) -> str:
    """The text without the stars around what is emphasized; those of code and of sums stay."""
    return _EMPHASIS.sub(lambda found: found[1] or found[2], markdown)


# ── blocks ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _blocks(answer: DiagnosisOut, paint: Painter) -> Iterator[Iterator[str]]:
    """The blocks of lines of the answer, the most important first. The caller separates them by blank lines."""
    first, *more = answer["answers"]
    yield from _answer(first, match_of(answer, first), answer["explanation"], paint)
    for hint in answer["hints"]:
        yield _section(sentence("Note"), hint["text"], paint)
    for each in more:
        yield _heading(sentence("Another error in what you sent"), "label", paint)
        yield from _answer(each, match_of(answer, each), each["explanation"], paint)
    others = [match for match in answer["matches"] if match["slug"] in answer["others"]]
    if others:
        yield _articles(sentence("Other candidates"), others, paint)
    if answer["related"]:
        label = sentence("If this is not it") if first["article"] else sentence("Similar wording, possibly unrelated")
        yield _articles(label, answer["related"], paint)


def _answer(
    each: AnswerOut, match: MatchOut | None, explanation: ExplanationOut | None, paint: Painter
) -> Iterator[Iterator[str]]:
    """One answer: the error line, the verdict, and the article or what the paste alone tells."""
    if each["headline"]:
        yield (paint("error", line) for line in _wrap(printable(each["headline"]), long_words=True))
    yield _heading(verdict_label(match, explanation), each["verdict"], paint)
    if each["finding"]:
        yield _wrap(_paragraphs(each["finding"])[0])
    if match is None:
        if explanation and explanation["says"]:  # the program that failed knows more than we do
            yield _bullets(sentence("What the message suggests"), explanation["says"], paint)
        if each["steps"]:
            yield _steps(sentence("Fix"), each["steps"], paint)
        yield from _describe_unknown(explanation, paint)
        return
    yield from _best_match(each, match, paint)
    if _is_far_from_own(explanation):
        yield from _places(explanation, paint)


def sort_versions(match: MatchOut) -> tuple[list[NameVersionsOut], list[NameVersionsOut]]:
    """The versions to show before the fix, and those to show after it.

    Of a general article, sure versions come first: they are more specific than a fix for many errors.
    """
    is_general = match["kind"] == "general"
    ahead = [each for each in match["versions"] if is_general and each["spans"] and not each["guess"]]
    return ahead, [each for each in match["versions"] if each not in ahead]


def step_sentence(step: StepOut, say: Say = str) -> str:
    """A step without its commands, in Markdown: for whom, and what to do."""
    head = say(Phrase(_IF, condition=step["if"])) if step["if"] else ""
    return f"{head}{'' if head.endswith('：') or not head else ' '}{step['do']}"


def step_commands(step: StepOut) -> list[str]:
    """The commands of a step; none if all of them stand in its sentence."""
    is_said = all(f"`{command}`" in step["do"] for command in step["commands"])
    return [] if is_said else list(step["commands"])


def _steps(label: str, steps: Sequence[StepOut], paint: Painter) -> Iterator[str]:
    """The rows of a fix. A command has its own line, however long, so that it can be copied."""
    yield paint("label", label)
    for number, step in enumerate(steps):
        if number:
            yield ""
        for paragraph in _paragraphs(step_sentence(step, paint.say)):
            yield from _wrap(paragraph, "  ")
        yield from (f"    {printable(command)}" for command in step_commands(step))
        for paragraph in _paragraphs(step["note"]):
            yield from _wrap(paragraph, "  ")
        if step["source"]:
            yield f"    {step['source']}"


def _best_match(each: AnswerOut, match: MatchOut, paint: Painter) -> Iterator[Iterator[str]]:
    ahead, after = sort_versions(match)
    yield from (_versions(answer, paint) for answer in ahead)
    yield _steps(sentence("Fix, if this is it") if match["weak"] else sentence("Fix"), each["steps"], paint)
    yield from (_versions(answer, paint) for answer in after)
    yield _section(sentence("Cause"), match["summary"], paint)
    yield iter((paint("label", sentence("Article")), *_wrap(printable(match["title"]), "  "), f"  {link_of(match)}"))
    evidence = match["evidence"]
    if evidence["text"]:
        yield _evidence(evidence, paint)
    why = sentence("Why we are sure") if match["verdict"] == "exact" else sentence("Why we think so")
    yield _bullets(why, match["reasons"], paint)


def _describe_unknown(explanation: ExplanationOut | None, paint: Painter) -> Iterator[Iterator[str]]:
    """The explanation of an error that no article covers, from the paste alone."""
    if explanation is None:
        yield _wrap(paint("none", sentence("No article fits what you sent, and we would rather not guess.")))
        return
    yield from (_versions(answer, paint) for answer in explanation["versions"])
    yield from _places(explanation, paint)
    if explanation["chain"]:
        yield _bullets(
            sentence("The errors, the cause first"), [_link_line(link, paint) for link in explanation["chain"]], paint
        )
    if explanation["kind_help"]:
        yield _sentences(sentence("What it means"), explanation["kind_help"], paint)
    if explanation["next"]:
        yield _bullets(sentence("What to do next"), explanation["next"], paint)
    if explanation["searches"]:
        yield _searches(explanation["searches"], paint)


def _is_far_from_own(explanation: ExplanationOut | None) -> TypeGuard[ExplanationOut]:
    """Whether a package raised the error. If the reader's own code did, its frame is right above the error anyway."""
    raised = explanation and explanation["raised_in"]
    return bool(raised and raised["package"] != "own")


def _places(explanation: ExplanationOut, paint: Painter) -> Iterator[Iterator[str]]:
    """The frame that raised the error, and the reader's own frame."""
    raised, own = explanation["raised_in"], explanation["own"]
    if raised and raised["package"] != "own":
        package = (
            paint.say(sentence("Python's standard library")) if raised["package"] == "stdlib" else raised["package"]
        )
        version = f" {raised['version']}" if raised["version"] else ""
        label = Phrase("Raised in {package}", package=printable(package + version))
        yield _frame(label, raised["file"], raised["line"], raised["function"], paint)
    if own:
        line, project = str(own["paste_line"]), printable(own["project"])
        own_label: str = Phrase("The code of {project}", project=project) if project else _OWN
        if own["paste_line"]:
            own_label = (
                Phrase("The code of {project}, line {line} of what you sent", project=project, line=line)
                if project
                else Phrase("Your code, or that of a clone: line {line} of what you sent", line=line)
            )
        yield _frame(own_label, own["file"], own["line"], own["function"], paint, own["source"])


def _frame(label: str, file: str, line: int, function: str, paint: Painter, source: str = "") -> Iterator[str]:
    yield paint("label", label)
    at_line = paint.say(Phrase("line {line}", line=str(line))) if line else ""
    within = paint.say(Phrase("in {function}", function=function)) if function else ""
    place = ", ".join(filter(None, (file, at_line, within)))
    yield from _wrap(printable(place), "  ", long_words=True)
    if source:
        yield from _wrap(printable(source), "  | ", long_words=True)


def _link_line(link: LinkOut, paint: Painter) -> str:
    parts = [paint.say(link["kind"]), paint.say(Phrase("line {line}", line=str(link["line"])))]
    parts += [paint.say(Phrase("{count} times", count=str(link["count"])))] if link["count"] > 1 else []
    ranks = ", ".join(map(str, link["ranks"]))
    parts += [paint.say(Phrase("ranks {ranks}", ranks=ranks))] if ranks else []
    return f"{', '.join(parts)}: {link['text'][:LONGEST_QUOTE]}"


def _versions(answer: NameVersionsOut, paint: Painter) -> Iterator[str]:
    """The releases that have the missing name, and the commands, each on its own line so that it can be copied."""
    yield paint("label", sentence("Which version"))
    for each in answer["says"]:
        yield from _wrap(printable(each), "  ", long_words=True)
    yield from (f"    {command}" for command in answer["commands"])


def _sentences(label: str, sentences: Sequence[str], paint: Painter) -> Iterator[str]:
    yield paint("label", label)
    for each in sentences:
        yield from _wrap(printable(each), "  ", long_words=True)


def _searches(searches: Sequence[SearchOut], paint: Painter) -> Iterator[str]:
    yield paint("label", sentence("Search for it, without your values"))
    for search in searches:
        yield from _wrap(printable(search["label"]), "  - ", "    ")
        yield f"    {search['url']}"


def _heading(text: str, part: str, paint: Painter) -> Iterator[str]:
    return iter((paint(part, text),))


def _section(label: str, markdown: str, paint: Painter) -> Iterator[str]:
    yield paint("label", label)
    for paragraph in _paragraphs(markdown):
        yield from _wrap(paragraph, "  ")


def _bullets(label: str, items: list[str], paint: Painter) -> Iterator[str]:
    yield paint("label", label)
    for item in items:
        yield from _wrap(printable(item), "  - ", "    ", long_words=True)


def _evidence(evidence: EvidenceOut, paint: Painter) -> Iterator[str]:
    yield paint("label", Phrase("Line {line} of what you sent", line=str(evidence["line"])))
    for line in _wrap(printable(evidence["text"][:LONGEST_QUOTE]), "  | ", long_words=True):
        yield paint("error", line)


def _articles(label: str, references: Sequence[Reference], paint: Painter) -> Iterator[str]:
    yield paint("label", label)
    for reference in references[:_MOST_RELATED]:
        yield from _wrap(printable(reference["title"]), "  - ", "    ")
        yield f"    {reference['url']}"


def _paragraphs(markdown: str) -> list[str]:
    """The paragraphs of a summary or a fix, with links reduced to their text. Code keeps its backticks."""
    text = _LINK.sub(lambda found: found[1], markdown)
    return [
        _CODE.sub(lambda found: found[0].replace(" ", _UNBROKEN), printable(paragraph))
        for paragraph in text.split("\n\n")
        if paragraph.strip()
    ]


def _wrap(text: str, first: str = "", rest: str | None = None, *, long_words: bool = False) -> Iterator[str]:
    """Lines of at most WIDTH columns. Chinese may break between any two characters, but never before punctuation."""
    indents = [first, first if rest is None else rest]
    line, used = "", 0
    for piece in _pieces(text, WIDTH - max(map(len, indents)) if long_words else 0):
        size = columns(piece)
        if line and used + columns(piece.rstrip()) > WIDTH - len(indents[0]):
            yield (indents[0] + line).rstrip().replace(_UNBROKEN, " ")
            indents, line, used = indents[1:] * 2, "", 0
            piece = piece.lstrip(" ")
            size = columns(piece)
        line, used = line + piece, used + size
    if line.strip():
        yield (indents[0] + line).rstrip().replace(_UNBROKEN, " ")


def _pieces(text: str, longest: int) -> Iterator[str]:
    """The pieces between which a line may break. Pieces longer than `longest` are split, unless `longest` is 0."""
    for piece in _PIECE.findall(text):
        if longest and len(piece) > longest:
            yield from (piece[start : start + longest] for start in range(0, len(piece), longest))
        else:
            yield piece


def columns(text: str) -> int:
    """The width of a text on a terminal: Chinese characters take two columns."""
    return len(text) if text.isascii() else sum(2 if east_asian_width(char) in "WF" else 1 for char in text)
