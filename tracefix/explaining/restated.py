"""What a message says, said plainly: a finding with the reader's own values, and one to three things to do.

First the exit code, then the value at fault in the failing line (tracefix.explaining.failing_line), then the table of
message shapes (tracefix.explaining.shapes), then whether the paste lacks the exception that began it all, then the
check that it shows (tracefix.explaining.checks): an `assert`, or the `if` above a `raise`. Nothing is guessed: what the
message does not tell is left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice

from tracefix.articles.conditions import Facts, parse_condition
from tracefix.articles.did_you_mean import closest
from tracefix.articles.distributions import is_built_for_a_machine
from tracefix.articles.import_names import known_package_of, listed_distribution_of
from tracefix.articles.signatures import class_name
from tracefix.articles.steps import Remedy, Step
from tracefix.cutting import cut
from tracefix.explaining.checks import restate_check
from tracefix.explaining.contradictions import restate_contradiction
from tracefix.explaining.encodings import restate_byte
from tracefix.explaining.exit_codes import restate_exit
from tracefix.explaining.failing_line import line_above, restate_asked_twice, restate_failing_line
from tracefix.explaining.missing_names import asking_frames
from tracefix.explaining.quoting import SAFE_PATH, source_below, stack_end
from tracefix.explaining.shapes import DETAILS, SHAPES
from tracefix.explaining.shapes.row import Advice, Shape
from tracefix.explaining.tables import restate_table
from tracefix.linear_re import Expression, Text, TextMatch
from tracefix.matching.required_texts import texts_of_pattern
from tracefix.phrases import Phrase
from tracefix.reading.cleaning import squash
from tracefix.reading.origins import Origin
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error, Frame, Weight
from tracefix.reading.system import read_system

_LONGEST_MESSAGE = 2_000  # characters that are read
_LONGEST_VALUE = 100  # characters of a value in a sentence
_LONGEST_LIST = 200
_MOST = 3
_MOST_CHOICES = 40
_MOST_WORDS = 4  # of a value that is expected; of more it is a sentence
_QUOTES = "`'\"‘’“” "
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_PLACEHOLDER = Expression(r"\{(?P<name>[a-z]+)\}")
_CHOICE = Expression(r"[\w./+-]{1,60}")
_NOTHING = ("none", "null", "nan", "undefined", "")
_DTYPES = {
    "float": "float32", "float32": "float32", "float16": "float16", "half": "float16", "double": "float64",
    "float64": "float64", "bfloat16": "bfloat16", "long": "int64", "int64": "int64", "int": "int32", "int32": "int32",
    "bool": "bool", "torch.float32": "float32", "torch.float16": "float16", "torch.bfloat16": "bfloat16",
    "torch.int64": "int64", "torch.float64": "float64", "torch.bool": "bool", "scalar type float": "float32",
    "scalar type half": "float16", "scalar type long": "int64", "scalar type double": "float64",
    "scalar type bfloat16": "bfloat16", "scalar type int": "int32",
}  # fmt: skip
# `Please install it`, `a required package is not installed`: no name
_NO_NAMES = frozenset(
    (
        "it", "them", "this", "that", "these", "one", "dependency", "package", "packages", "library", "module",
        "required", "optional", "following", "necessary", "missing", "but", "and", "or",
        "is", "are", "which", "currently", "yet", "still", "any", "all", "some",
    )
)  # fmt: skip
_DISTRIBUTIONS = {"pytorch": "torch", "opencv": "opencv-python", "sklearn": "scikit-learn", "pillow": "pillow"}
# What may stand in a command: nothing that a shell reads as more than a word
_SAFE = {
    "version": Expression(r"\d[\w.+]*"),
    "spec": Expression(r"(?:[<>=!~]=?=?\d[\w.+*]*)(?:,[<>=!~]=?=?\d[\w.+*]*)*"),
    "path": SAFE_PATH,
    "folder": SAFE_PATH,
    "logs": Expression(r"[A-Za-z0-9_./~][A-Za-z0-9_./@+*-]*"),
    "env": Expression(r"[A-Za-z_]\w*"),
    "setting": Expression(r"[\w./:-]*\w"),
    "name": Expression(r"[A-Za-z_][\w.-]*"),
    "package": Expression(r"[a-z0-9][a-z0-9._-]*"),
}
_FAR = 20_000  # characters of a paste that are read for what is above an error
_CHAINED = Expression(r"(?m)^\W*(?:During handling of the above exception|The above exception was the direct cause)\b")
_POOLED = Expression(r"\bnum_(?:proc|workers)\b|\bn_jobs\b|multiprocess(?:ing)?[/\\.]pool|\bPool\(|RemoteTraceback")
_RAISED = Expression(r"Traceback \(most|(?m:^|[\s.:])[A-Z]\w*(?:Error|Exception|Exit|Interrupt|StopIteration)\b")
_NO_FACTS = Facts()
_expression = cache(Expression)  # of a pattern of the tables
_required_texts = cache(texts_of_pattern)  # … in the repository: a start needs those of few
_MOST_PLACES = 8  # of a statement, at which it may fit a shape
_MOST_FRAMES = 5  # whose files and statements a condition on the stack sees: the inner ones


def restate(error: Error, paste: Paste, origin: Origin, facts: Facts) -> Remedy | None:
    """What the message of an error, or the check that raised it, says; None if it is of no known shape.

    `facts` are those of find_facts().
    """
    message, kind = _message(error, paste), class_name(error.type)
    ended = restate_exit(error, message, paste.text)
    if ended and ".log" in message and (told := restate_message(message, kind, facts)):
        return Remedy(ended.finding, (*told.steps, *ended.steps)[:_MOST])  # a log says more than a status
    return (
        ended
        or restate_failing_line(error, paste, origin)
        or restate_message(message, kind, facts)
        or _restate_cut_chain(error, paste)
        or restate_check(error, paste, origin)
    )


def restate_detail(error: Error, paste: Paste, facts: Facts) -> Remedy | None:
    """What a detail of the message or the stack proves beyond the kind of the error; None for all else."""
    kind = class_name(error.type)
    message = error.message[:_LONGEST_MESSAGE]
    return (
        _first_fit(DETAILS, message, kind, facts)
        or restate_byte(error)
        or restate_contradiction(message)
        or restate_asked_twice(error, paste)
        or restate_table(error, paste)
    )


def _message(error: Error, paste: Paste) -> str:
    """The message on one line, with the class before it and the lines that continue it."""
    # below a sentence in which somebody tells of the error nothing continues it
    last = error.end if not error.type and error.weight <= Weight.SAID else error.block_end
    block = paste.text[error.start : min(last, error.start + _LONGEST_MESSAGE)] or error.message
    message = " ".join(block[:_LONGEST_MESSAGE].split())
    if error.message and error.message[:40] not in block:
        message = f"{message} {' '.join(error.message[:_LONGEST_MESSAGE].split())}"
    return message


def find_facts(error: Error, paste: Paste) -> Facts:
    """What the conditions of shapes and advice are compared with: the stack, the system and the text of a paste."""
    quoted = [_file_and_statement(frame, error, paste) for frame in error.frames[-_MOST_FRAMES:]]
    files, statements = [file for file, _ in quoted], [statement for _, statement in quoted]
    above = [] if quoted else [line_above(error, paste, skip_blanks=True)]
    text = paste.text[:_FAR]
    last = next(asking_frames(error), None)
    last_frame = _file_and_statement(last, error, paste) if last else (*statements[-1:], *above)
    return Facts(stack=(*files, *statements, *above), last_frame=last_frame, system=read_system(text), text=text)


def _file_and_statement(frame: Frame, error: Error, paste: Paste) -> tuple[str, str]:
    """The file of a frame, with forward slashes, and the statement that is quoted below it; empty if none is."""
    return frame.file.replace("\\", "/"), source_below(frame, paste, stack_end(error, frame, paste))


def _restate_cut_chain(error: Error, paste: Paste) -> Remedy | None:
    """What to do where the paste begins in a chain of exceptions, below the first one, which is the cause."""
    link = _CHAINED.search(paste.text[: min(error.start, _FAR)])
    if link is None or _RAISED.search(paste.text[: link.start()]):
        return None
    paste_it = Step(
        Phrase("Paste everything from the first `Traceback (most recent call last)` on: its last line is the cause.")
    )
    alone = Step(
        Phrase("Run it in one process: `num_proc=1`, `num_workers=0` or `n_jobs=1`. The cause is then printed last."),
        Phrase("nothing is above"),
    )
    is_pooled = _POOLED.search(paste.text[:_FAR])
    return Remedy(
        Phrase("The cause is the first exception, above this part, which was not pasted"),
        (paste_it, alone) if is_pooled else (paste_it,),
    )


def restate_message(message: str, kind: str = "", facts: Facts = _NO_FACTS) -> Remedy | None:
    """What a message on one line says; `kind` is the bare class of its error, `facts` are those of its paste.

    >>> restate_message("DGL requires PyTorch >= 1.13.0").finding
    '`DGL` needs `PyTorch` `>=1.13.0`, and did not find such a release'
    """
    return _first_fit(SHAPES, message, kind, facts)


def _first_fit(shapes: Sequence[Shape], message: str, kind: str, facts: Facts) -> Remedy | None:
    text, squashed = Text(message), squash(message)
    for shape in shapes:
        if (shape.kinds and kind not in shape.kinds) or not _holds(shape.when, facts):
            continue
        says = shape.says or _required_texts(shape.pattern)
        if says and not any(said in squashed for said in says):
            continue
        found = _expression(shape.pattern).search(text)
        if found and (remedy := _fill(shape, _with_source(shape, _values(found), facts), facts)):
            return remedy
    return None


def _with_source(shape: Shape, values: dict[str, str], facts: Facts) -> dict[str, str] | None:
    """The values with those of the statement that the shape wants in the stack; None if there is no such statement."""
    if not shape.source:
        return values
    for statement in reversed(facts.stack):
        for found in islice(_expression(shape.source).finditer(Text(statement)), _MOST_PLACES):
            told = _values(found)
            if all(values.get(name, value) == value for name, value in told.items()):
                return {**values, **told}
    return None


def _holds(condition: str, facts: Facts) -> bool:
    return not condition or parse_condition(condition).holds(facts)


def _fill(shape: Shape, values: Mapping[str, str] | None, facts: Facts) -> Remedy | None:
    if values is None:
        return None
    finding = next((each for each in shape.findings if _names(each) <= values.keys()), None)
    if finding is None or values.get("wanted", "").count(" ") >= _MOST_WORDS:
        return None
    if values.get("what", "").lower() in _NO_NAMES:
        return None
    if "got" in values and values["got"] == values.get("wanted"):  # two equal values are no mismatch
        return None
    known = replace(facts, values=values)
    if shape.unless and _holds(shape.unless, known):
        return None
    advice = (
        each for each in shape.advice if _holds(each.when, known) and not (each.unless and _holds(each.unless, known))
    )
    steps = (step for each in advice if (step := _step(each, values)))
    return Remedy(_phrase(finding, values), tuple(islice(steps, _MOST)))


def _step(advice: Advice, values: Mapping[str, str]) -> Step | None:
    templates = (advice.do, advice.note, advice.condition)
    if any(not _names(template) <= values.keys() for template in templates):
        return None
    do, note, condition = (_phrase(template, values) for template in templates)
    if "build" in values and "package" in _names(advice.command):
        from tracefix.versions.sentences import tell_build  # here: slow to import

        note = tell_build()
    return Step(do, condition, tuple(_commands(advice.command, values)), note)


def _commands(template: str, values: Mapping[str, str]) -> Iterator[str]:
    names = _names(template)
    if template and all(name in values and _SAFE[name].fullmatch(values[name]) for name in names):
        yield from _replace(template, values).split("\n")


def _phrase(template: str, values: Mapping[str, str]) -> Phrase:
    return Phrase(template, **{name: values[name] for name in _names(template)})


def _replace(template: str, values: Mapping[str, str]) -> str:
    for name in _names(template):
        template = template.replace(f"{{{name}}}", values[name])
    return template


def _names(template: str) -> set[str]:
    return {found["name"] for found in _PLACEHOLDER.finditer(template)}


# ── values ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _values(found: TextMatch) -> dict[str, str]:
    """What the pattern caught, cleaned, and what follows from it; what is empty is left out."""
    values = {name: _clean(value, name) for name, value in found.groupdict().items() if value}
    if "env" not in values and "_" in values.get("other", ""):
        values["env"] = values["other"]
    for other in ("other", "bare", "named"):  # one value, at several places of a pattern
        if other in values and not ({"got", "value"} & values.keys()) and "what" not in values:
            values["got"] = values["value"] = values[other]
    return {name: value for name, value in {**values, **_derived(values)}.items() if value}


def _derived(values: Mapping[str, str]) -> dict[str, str]:
    what, value = values.get("what", ""), values.get("value", "")
    package = known_package_of(_DISTRIBUTIONS.get(what.lower(), what.lower())) if what else ""
    if "asked" in values and values.get("second", values["asked"]) == values["asked"]:
        package = known_package_of(values["asked"].lower()) or package
    is_build = is_built_for_a_machine(package)
    derived = {
        "package": "" if is_build else package,
        "build": package if is_build else "",
        "known": package or (listed_distribution_of(what) if what else ""),
        "upper": what.upper() if what.isalnum() else "",
        "version": values.get("version") or values.get("least", ""),
        "spec": values.get("spec", "").replace(" ", ""),
        "near": _near(values),
        "none": value if value.lower() in _NOTHING and value else "",
        "dtype": _dtype(values),
        "folder": values.get("path", "").rpartition("/")[0],
        "logs": values.get("log", ""),
    }
    # `Whisper` is a program's name, and its module is another one
    if "name" not in values and what.isidentifier() and (what.islower() or listed_distribution_of(what)):
        derived["name"] = what
    return derived


def _near(values: Mapping[str, str]) -> str:
    got = values.get("got", "")
    if not got or "list" not in values:
        return ""
    choices = [found[0] for found in islice(_CHOICE.finditer(values["list"]), _MOST_CHOICES)]
    return closest(got, choices) if got not in choices else ""


def _dtype(values: Mapping[str, str]) -> str:
    wanted, got = (values.get(name, "").lower() for name in ("wanted", "got"))
    return _DTYPES.get(wanted, "") if got in _DTYPES else ""


def _clean(value: str, name: str) -> str:
    """A value as it may stand in a code span: on one line, without quotes around it, cut between words."""
    text = " ".join(value.split())
    text = text if name == "list" else text.strip(_QUOTES)
    if name not in ("path", "log", "archive", "spec"):
        text = text.rstrip(".,;:!") or text
    for begin, end in _BRACKETS.items():
        if text.count(begin) > text.count(end):
            text = text + end if text.startswith(begin) and text.count(begin) == 1 else text
    text = text.replace("`", "'")
    return cut(text, _LONGEST_LIST if name == "list" else _LONGEST_VALUE)
