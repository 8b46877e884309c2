"""Begin an article from the sketch of an error, for `manage.py new_article --from-wanted` and `--from`."""

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tracefix.articles.import_names import distribution_of
from tracefix.articles.model import Article
from tracefix.articles.signatures import Signature, SignatureError
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import Diagnosis, diagnose
from tracefix.redaction.sketch import Sketch, from_diagnosis, masked_line

# Lines of articles/_template/article.md that are replaced.
_TITLE = 'title: "RuntimeError: the message as it is printed"\n'
_EXCEPTION = "exception: [RuntimeError]\n"
_NO_MESSAGE = "the message as it is {verb}"
_MESSAGE = f'  - message: "{_NO_MESSAGE}"\n'
_WHERE = '    # globs: * is any run of characters\n    where: {verb: [printed, "*.printed"]}\n'
_OF_CLASS = "    exception: RuntimeError\n"
_FRAMES = '    frames: ["*/package/module.py"]\n'
_GENERAL = "    general: false\n"
_AFFECTED = '  - {package: torch, versions: ">=2.0,<2.9", note: "which versions were run, and what changed when"}\n'
_AFFECTS = f"affects:\n{_AFFECTED}"

_ANYWHERE = ("asyncio/", "uvloop/", "runpy.py", "contextlib.py")  # files that stand in stacks of all kinds of errors

# These run on generalised text of a few hundred characters.
_PLACEHOLDER = re.compile(r"\{([a-z]+)\}")
_WORD = re.compile(r"[a-z0-9]+")
_PART_OF_NAME = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]+|[a-z0-9]+")
# Words that are left out of a slug.
_STOP_WORDS = frozenset(
    "a an the of is are was were be in on at to for from with by and or it its that this has have".split()  # noqa: SIM905
)
_COMMON = {"Runtime", "Value", "Type", "Key", "Index", "Attribute", "Import", "Assertion", "OS", ""}
_MOST_WORDS = 6
_LONGEST_SLUG = 60


# In the report of an author, who may read it: a number of the error, which stays, and values, which vary.
_CONSTANT = re.compile(r"\b[A-Z]{2,}-\d+\b")
_QUOTED = re.compile(r"'[\w.-]+'|\"[\w.-]+\"|`[\w.-]+`")
_QUOTED_OR_MASKED = re.compile(rf"{_QUOTED.pattern}|\{{value\}}")
_VERSION = re.compile(r"\bv\d+\b")
_F_STRING = re.compile(r"\bf([\"'])((?:(?!\1)[^\n])+)\1")
_FIELD = re.compile(r"\{[^{}]*\}")
_GAP = re.compile(r"\s+")
_MOST_PARTS = 5  # between the values of an f-string


class TemplateError(ValueError):
    """The template lacks a line that draft() replaces."""


def draft(
    template: str,
    sketch: Sketch,
    versions: Mapping[str, Sequence[str]],
    *,
    title: str = "",
    quoted: Sequence[str] = (),
) -> str:
    """The text of an article.md: the template with the title, exception, signature and frames of the error.

    `versions`, by package, become a comment. Without `title` it is the sketch's. `quoted` is what {value},
    {value_2} … stand for. Raises TemplateError.
    """
    files = list(dict.fromkeys(frame.partition(" in ")[0] for frame in reversed(sketch.frames)))
    files = [file for file in files if not file.startswith(_ANYWHERE)] or files
    globs = [f"*/{file}" for file in files if not file.startswith("<")][:3]
    seen_with = "; ".join(f"{package} {', '.join(numbers)}" for package, numbers in versions.items())
    filled = {
        _TITLE: f"title: {_quote(title or sketch.title)}\n",
        _EXCEPTION: f"exception: [{_quote(sketch.exception)}]\n" if sketch.exception else "exception: []\n",
        _MESSAGE: f"  - message: {_quote(message_template(sketch))}\n",
        _WHERE: f"    # as in this report: narrow it to that, or remove this\n    # where: {_where(quoted)}\n"
        if any(quoted)
        else "",
        _OF_CLASS: f"    exception: {_quote(sketch.exception)}\n" if sketch.exception else "",
        _FRAMES: f"    frames: [{', '.join(map(_quote, globs))}]\n" if globs else f"    #{_FRAMES[3:]}",
        _AFFECTS: (f"# readers met it with {seen_with}\n" if seen_with else "") + _affects(files),
    }
    for line, new in filled.items():
        if line not in template:
            raise TemplateError(f"the template lacks the line {line.strip()!r}")
        template = template.replace(line, new, 1)
    return template


def _affects(files: Sequence[str]) -> str:
    """The template's `affects`; as a comment where the innermost package of the stack is another one than torch.

    >>> _affects(["json/encoder.py"]).split()[4:6]
    ['{package:', 'python,']
    """
    module = next((file.partition("/")[0] for file in files if "/" in file), "")
    if module == "torch":
        return _AFFECTS
    package = "python" if module in sys.stdlib_module_names else distribution_of(module) or module or "PACKAGE"
    return "".join(f"# {line}\n" for line in _AFFECTS.replace("torch", package).splitlines())


@dataclass(frozen=True, slots=True)
class OwnReport:
    """What a draft takes from an author's own report, which may say what the sketches of readers hide."""

    sketch: Sketch
    message: str  # as it is
    quoted: tuple[str, ...]  # what {value}, {value_2} … stand for in it; "" where the sketch hides that


def sketch_report(diagnosis: Diagnosis) -> OwnReport | None:
    """The sketch of an author's own report; None if it shows no error.

    The numbers of errors stay (`ACME-4711`); quoted words and versions such as v7 become placeholders.
    """
    sketch = from_diagnosis(diagnosis)
    if sketch is None:
        return None
    error = next(error for error in diagnosis.errors if masked_line(error) == sketch.title)
    constants = _CONSTANT.findall(error.message)
    message = sketch.message
    if message.count("{name}") == len(constants):
        for constant in constants:
            message = message.replace("{name}", constant, 1)
    message = _with_gaps(message, error.message)
    quoted = tuple("" if found == "{value}" else found[1:-1] for found in _QUOTED_OR_MASKED.findall(message))
    message = _QUOTED.sub(lambda found: f"{found[0][0]}{{value}}{found[0][0]}", message)
    for value in _interpolated(error.message, diagnosis.paste.text):
        message = re.sub(rf"(?<![\w{{]){re.escape(value)}(?![\w}}])", "{value}", message)
    exception = sketch.exception if sketch.exception[:1].isupper() else error.type  # `error` alone is any module's
    return OwnReport(
        replace(sketch, exception=exception, message=_VERSION.sub("v{number}", message)), error.message, quoted
    )


def _with_gaps(message: str, printed: str) -> str:
    """The message of a sketch with the spaces that were printed: a sketch has one in place of several."""
    words, gaps = message.split(" "), _GAP.findall(printed.strip())
    if len(gaps) != len(words) - 1 or any("\n" in gap for gap in gaps):
        return message
    return "".join(map("".join, zip(words, [*gaps, ""], strict=True)))


def _interpolated(message: str, text: str) -> tuple[str, ...]:
    """What stands in a message for the values of the f-string that made it, if a stack shows that.

    >>> _interpolated("no table clicks here", 'raise Drift(f"no table {name} here")')
    ('clicks',)
    """
    for _, written in _F_STRING.findall(text):
        parts = _FIELD.split(written)
        found = re.fullmatch("(.+?)".join(map(re.escape, parts)), message) if 1 < len(parts) <= _MOST_PARTS else None
        if found:
            return tuple(value for value in found.groups() if len(value) > 1)
    return ()


def _where(values: Sequence[str]) -> str:
    """The values of {value}, {value_2} … as `where` has them."""
    names = ("value" if number == 1 else f"value_{number}" for number in range(1, len(values) + 1))
    known = [f"{name}: [{_quote(value)}]" for name, value in zip(names, values, strict=True) if value]
    return f"{{{', '.join(known)}}}"


def as_kind(template: str) -> str:
    """The template for an article about a kind of error (one wording, several causes). Raises TemplateError."""
    if _GENERAL not in template:
        raise TemplateError(f"the template lacks the line {_GENERAL.strip()!r}")
    return template.replace(_GENERAL, "    general: true\n", 1)


def is_draft(article: Article) -> bool:
    """Whether an article still has the template's signature, and so none that matches its own error yet."""
    return any(signature.message == _NO_MESSAGE for signature in article.signatures)


def propose(text: str) -> str:
    """A signature for the root error of a text, as YAML for article.md; "" if there is no error.

    The author must edit it: it may still contain words that vary.
    """
    found = sketch_report(diagnose(text, Catalogue([])))
    if found is None:
        return ""
    of_class = f"\n  exception: {found.sketch.exception}" if found.sketch.exception else ""
    values = f"\n  where: {_where(found.quoted)}" if any(found.quoted) else ""
    return f"- message: {_quote(message_template(found.sketch))}{values}{of_class}"


def message_template(sketch: Sketch) -> str:
    """The message for a signature. A placeholder that occurs again gets a number.

    If the message has no words of its own, the exception is put before it.

    >>> message_template(Sketch("OSError", "no '{path}' beside '{path}'"))
    "no '{path}' beside '{path_2}'"
    >>> message_template(Sketch("KeyError", "{number}"))
    'KeyError: {number}'
    """
    counts: dict[str, int] = {}

    def give_number(found: re.Match[str]) -> str:
        name = found[1]
        counts[name] = counts.get(name, 0) + 1
        return f"{{{name}_{counts[name]}}}" if counts[name] > 1 else found[0]

    message = _PLACEHOLDER.sub(give_number, sketch.message.removesuffix("…").rstrip())
    try:
        Signature(message=message)
    except SignatureError:  # it would match anything
        return ": ".join(filter(None, (sketch.exception, message)))
    return message


def slug_for(sketch: Sketch, is_taken: Callable[[str], bool]) -> str:
    """A free slug made of the exception and the message.

    >>> slug_for(Sketch("FuseError", "the fuse of '{path}' has burnt"), is_taken=lambda slug: False)
    'fuse-burnt'
    """
    name = sketch.exception.removesuffix("Error").removesuffix("Exception")
    class_words = [] if name in _COMMON else [part.lower() for part in _PART_OF_NAME.findall(name)]
    message = _PLACEHOLDER.sub(" ", sketch.message).lower()
    message_words = _WORD.findall(message.replace("can't", "cannot").replace("'", ""))
    words = [word for word in dict.fromkeys([*class_words, *message_words]) if word not in _STOP_WORDS]
    words = words[:_MOST_WORDS] or _WORD.findall(sketch.exception.lower()) or ["error"]
    slug = "-".join(words)
    while len(slug) > _LONGEST_SLUG:
        slug = slug.rpartition("-")[0] or slug[:_LONGEST_SLUG]
    free_slug, number = slug, 2
    while is_taken(free_slug):
        free_slug, number = f"{slug}-{number}", number + 1
    return free_slug


def _quote(text: str) -> str:
    """The text as a double-quoted YAML scalar. JSON strings are valid YAML."""
    return json.dumps(text, ensure_ascii=False)
