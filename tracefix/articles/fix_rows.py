"""A fix that is one text, as rows: one for what is always done, and one for each "If …, do …"."""

import re
from collections.abc import Iterator

from tracefix.articles.fix_commands import every_command_in
from tracefix.articles.steps import Filled, Step

# These run on our own articles only, never on a paste: its values are filled in afterwards.
_WHOLE = r"`[^`]*`|\{\{[^}]*\}\}"  # has no sentence and no clause in it
_SENTENCE = re.compile(rf"(?:{_WHOLE}|[^`.。?？!;；]|[.?!](?!\s|$)|;(?! if )|；(?!如果|若))+[.。?？!;；]*\s*")
_NEW_ROW = re.compile(r"(?i:if |otherwise\b)|如果|若|否则")
_IF = re.compile(r"(?i:if )|如果|若")
_CLAUSE = re.compile(rf"(?:{_WHOLE}|\([^()]*\)|（[^（）]*）|[^`,，:：]|[,:](?! ))+")
# What still belongs to the condition, behind its comma: "it is 502, 503 or 504", "it is large, such as a film"
_GOES_ON = re.compile(r"(?:or|and|but|such as|as|with|too|an?|\d+)\b|\S+ or |`[^`]*`(?:,|$)|而|或|并|且|但|例如|比如")
_BLOCKS = ("\n\n", "```", "~~~")
_AT_ITS_END = re.compile(r"(?:(?<=[:：])|(?<=\b[Rr]un)|(?<=运行)) ?(`[^`]+`)[.。]$")


def rows_of(step: Step) -> tuple[Step, ...]:
    """The rows of a step that is one text of several sentences; the step itself if none of them begins with "if".

    >>> [(row.condition, row.do) for row in rows_of(Step(Filled("Do it. If it is hot, wait.")))]
    [('', 'Do it.'), ('it is hot', 'Wait.')]
    """
    if step.condition or not isinstance(step.do, Filled) or any(block in step.do.markdown for block in _BLOCKS):
        return (step,)
    texts = list(_split(step.do.markdown))
    if len(texts) < 2:
        return (step,)
    rows = [_row(text, step) for text in texts]
    apart = tuple(command for command in step.commands if not any(command in row.commands for row in rows))
    rows[0] = rows[0]._replace(commands=(*rows[0].commands, *apart))  # what they give is what the others go by
    return (*rows[:-1], rows[-1]._replace(note=step.note, source=step.source))


def without_command(step: Step) -> Step:
    """The step without its command at the end of its sentence, for faces that show it below, to be copied.

    >>> without_command(Step(Filled("Hold it back: `pip install a`."), commands=("pip install a",))).do
    'Hold it back:'
    """
    if not isinstance(step.do, Filled) or len(step.commands) != 1:
        return step
    found = _AT_ITS_END.search(step.do.markdown)
    if not found or every_command_in(found[1], step.do.values) != step.commands:
        return step
    before = step.do.markdown[: found.start()]
    colon = "" if before.endswith((":", "：")) else "：" if before.endswith("运行") else " this:"
    return step._replace(do=Filled(before + colon, step.do.values))


def _split(markdown: str) -> Iterator[str]:
    row = ""
    for sentence in _SENTENCE.findall(markdown.strip()):
        if row and _NEW_ROW.match(sentence):
            yield row.strip()
            row = ""
        row += sentence
    yield row.strip()


def _row(text: str, step: Step) -> Step:
    values = step.do.values if isinstance(step.do, Filled) else {}
    condition, do = _parts(text)
    commands = [command for command in every_command_in(text, values) if command in step.commands]
    return Step(Filled(do, values), Filled(condition, values), tuple(commands))


def _parts(text: str) -> tuple[str, str]:
    """The condition of "If …, do …" and what to do then; no condition where it cannot be told where that ends."""
    text = re.sub(r"[;；]$", lambda found: "." if found[0] == ";" else "。", text)
    start = _IF.match(text)
    if start is None:
        return "", _begun(text)
    for clause in _CLAUSE.finditer(text, start.end()):
        do = text[clause.end() + 1 :].strip().removeprefix("就")
        if do and (text[clause.end()] in ":：" or not _GOES_ON.match(do)):
            return text[start.end() : clause.end()].strip(), _begun(do)
    return "", _begun(text)


def _begun(text: str) -> str:
    """A sentence with its first letter in capitals, but for a name with capitals of its own: cuDNN, macOS."""
    first = re.match(r"\w*", text)
    is_name = first is not None and first[0] != first[0].lower()
    return text if is_name else text[:1].upper() + text[1:]
