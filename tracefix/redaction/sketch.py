"""The sketch of an unknown error: the only part of a paste that a visitor can send us.

A sketch is small JSON that the visitor reads before sending it. It has the exception, its message with placeholders for
values, the stack frames in well-known libraries, and the versions of these. A sketch that arrives is as untrusted as a
paste: from_json() accepts only what to_json() could have written, and redacts it again.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import re2

from tracefix.articles.signatures import class_name
from tracefix.linear_re import Expression
from tracefix.matching.diagnosis import Diagnosis
from tracefix.reading.libraries import STANDARD, is_known
from tracefix.reading.report import Error, Frame, Weight
from tracefix.redaction.redaction import redact

MOST_BYTES = 4096  # of the JSON
_LONGEST_EXCEPTION = 80  # characters
_LONGEST_MESSAGE = 300
_LONGEST_READ = 1000  # characters of a message in a paste; the rest is ignored
_LONGEST_FRAME = 120
_MOST_FRAMES = 5
_MOST_VERSIONS = 12
_KEYS = ("exception", "message", "frames", "versions")

_EXCEPTION = Expression(r"^(?:[A-Za-z_]\w*|Fatal Python error)$")
_FILE = r"(?:[\w-][\w.+-]*/)*[\w-][\w.+-]*"
_NAME = r"(?:~?[A-Za-z_]\w*|<[a-z]+>)"
_QUALIFIED = rf"{_NAME}(?:(?:\.|::){_NAME})*"  # `f.<locals>.<lambda>`, `c10::Error::Error`
_FRAME = Expression(rf"^(?:{_FILE}|<frozen [\w.]+>)(?: in {_QUALIFIED})?$")
_PACKAGE = Expression(r"^[a-z][a-z0-9_.-]{0,39}$")
_VERSION = Expression(
    r"^\d{1,4}(?:\.\d{1,5}){0,3}(?:(?:rc|a|b|\.post|\.dev)\d{1,4})?(?:\+(?:cu\d{2,3}|cpu|rocm[\d.]{1,6}))?$"
)
_LOCAL = re2.compile(r"\+.*")
_WORD = re2.compile(r"\pL{2,}")
_PLACEHOLDER = re2.compile(r"\{[a-z]+\}")
_FUNCTION = re2.compile(rf"^{_QUALIFIED}")

_INSTALLED = ("/site-packages/", "/dist-packages/")
_STANDARD = re2.compile(r"(?:^|/)(?:lib(?:64)?/python3?\.?\d*|[Pp]ython\d*/[Ll]ib)/(.+)$")
_FROZEN = re2.compile(r"^<frozen ([\w.]+)>$")
_EGG = re2.compile(r"^[^/]+\.egg/")
# The packages whose versions are sent, besides those in the stack: a whole `pip list` would say too much.
_VERSIONED = (
    *("python", "torch", "cuda", "transformers", "accelerate", "vllm", "ray", "deepspeed", "numpy", "triton"),
    *("tensorflow", "jax", "xformers", "flash-attn", "diffusers", "peft", "bitsandbytes", "pydantic", "lightning"),
)


class RefusedError(ValueError):
    """Raised for a text that is not a sketch. Its message says why, and does not quote the text."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """An error without the names and values of the person who met it."""

    exception: str  # the class without its module; "" if none was printed
    message: str  # with placeholders
    frames: tuple[str, ...] = ()  # of known libraries, innermost last: `torch/utils/data/dataloader.py in __next__`
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Identifies the error: a hash of exception and message, and of the last frames if the message has no words."""
        parts = [self.exception, self.message]
        if not _has_words(self.message):
            parts += self.frames[-2:]
        return hashlib.sha256("\n".join(parts).casefold().encode()).hexdigest()

    @property
    def title(self) -> str:
        """The error line, with placeholders."""
        return ": ".join(filter(None, (self.exception, self.message)))


def from_diagnosis(diagnosis: Diagnosis) -> Sketch | None:
    """The sketch of the root error of a paste; None if too little is left to recognise the error."""
    error = _root(diagnosis.errors)
    if error is None:
        return None
    frames = tuple(_library_frames(error.frames))[-_MOST_FRAMES:]
    sketch = Sketch(
        exception=_exception(error.type),
        message=_message(error.message),
        frames=frames,
        versions=dict(_versions(diagnosis.environment, frames)),
    )
    return sketch if _is_useful(sketch) else None


def masked_line(error: Error) -> str:
    """The error line with placeholders for values, so that nothing in it identifies the person who met the error.

    >>> masked_line(Error("OSError", "cannot open '/home/jane/x.pt'", 1))
    "OSError: cannot open '{path}'"
    """
    return Sketch(_exception(error.type), _message(error.message)).title


def to_json(sketch: Sketch) -> str:
    """The sketch as it is shown and sent: indented JSON of at most MOST_BYTES."""
    values = {
        "exception": sketch.exception,
        "message": sketch.message,
        "frames": list(sketch.frames),
        "versions": dict(sketch.versions),
    }
    return json.dumps(values, indent=2, ensure_ascii=False)


def from_json(text: str) -> Sketch:
    """Read a sketch that somebody sent, and redact it again. Raises RefusedError."""
    if len(text.encode("utf-8", "replace")) > 2 * MOST_BYTES:  # a form sends each line end as two characters
        raise RefusedError(f"It is longer than {MOST_BYTES} bytes.")
    try:
        values = json.loads(text, object_pairs_hook=_object)
    except RecursionError as error:
        raise RefusedError("It is nested too deep.") from error
    except json.JSONDecodeError as error:
        raise RefusedError(f"It is not JSON: {error.msg}, line {error.lineno}.") from error
    if not isinstance(values, dict) or values.keys() != set(_KEYS):
        raise RefusedError(f"It needs {', '.join(_KEYS)}, and nothing else.")
    sketch = Sketch(
        exception=_check(values["exception"], "exception", _LONGEST_EXCEPTION, _EXCEPTION, empty=True),
        message=_message(_check(values["message"], "message", _LONGEST_MESSAGE, empty=True)),
        frames=tuple(_checked_frames(values["frames"])),
        versions=dict(_checked_versions(values["versions"])),
    )
    if redact(sketch.exception) != sketch.exception:
        raise RefusedError("Its exception looks like a secret.")
    if not _is_useful(sketch):
        raise RefusedError("It says no error.")
    return sketch


# ── from a paste ────────────────────────────────────────────────────────────────────────────────────────────────


def _root(errors: Iterable[Error]) -> Error | None:
    """The first root error that is neither a launcher's summary nor a warning."""
    for error in errors:
        if error.is_root and not error.is_wrapper and error.weight > Weight.SAID:
            return error
    return None


def _exception(printed: str) -> str:
    """The class without its module, which may be private; "" for text that is not a class."""
    name = class_name(printed)[:_LONGEST_EXCEPTION]
    return name if _EXCEPTION.match(name) and redact(name) == name else ""


def _message(text: str) -> str:
    """The message with placeholders, cut between words."""
    if len(text) > _LONGEST_READ:  # between words, because half a secret may not be recognised
        text = text[:_LONGEST_READ].rpartition(" ")[0]
    from tracefix.redaction.placeholders import generalise  # here: its patterns take long to compile

    general = generalise(text)
    if len(general) > _LONGEST_MESSAGE:
        general = generalise(general[: _LONGEST_MESSAGE - 1].rpartition(" ")[0]) + "…"
    return general


def _library_frames(frames: Iterable[Frame]) -> Iterator[str]:
    """The frames in well-known packages and the standard library, each without the folders before the package."""
    for frame in frames:
        file = _library_file(frame.file.replace("\\", "/"))
        function = _FUNCTION.match(frame.function.partition("(")[0])
        text = f"{file} in {function[0]}" if function else file
        if len(text) <= _LONGEST_FRAME and _FRAME.match(text) and _is_of_library(text) and redact(text) == text:
            yield text


def _library_file(path: str) -> str:
    """The path without the folders before the package; "" if the file is in no library.

    >>> _library_file("/home/jane/venv/lib/python3.10/site-packages/torch/cuda/__init__.py")
    'torch/cuda/__init__.py'
    >>> _library_file("/home/jane/train.py")
    ''
    """
    for folder in _INSTALLED:
        if folder in path:
            return str(_EGG.sub("", path.rpartition(folder)[2]))
    found = _FROZEN.match(path) or _STANDARD.search(path)
    if found and found[1].partition("/")[0].partition(".")[0] in STANDARD:
        return path if path.startswith("<") else str(found[1])
    return ""


def _is_of_library(frame: str) -> bool:
    """Whether a frame such as `torch/cuda/__init__.py in f` is in a package that a sketch may name.

    >>> _is_of_library("six.py in f"), _is_of_library("<frozen importlib._bootstrap>"), _is_of_library("acme/x.py")
    (True, True, False)
    """
    return is_known(frame.removeprefix("<frozen ").partition("/")[0].partition(".")[0].rstrip(">"))


def _versions(environment: Mapping[str, str], frames: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The versions of the packages in the stack and of _VERSIONED, at most _MOST_VERSIONS."""
    in_stack = [frame.partition("/")[0].replace("_", "-").lower() for frame in reversed(tuple(frames))]
    names = [name for name in dict.fromkeys((*_VERSIONED[:3], *in_stack, *_VERSIONED)) if name in environment]
    for name in names[:_MOST_VERSIONS]:
        version = environment[name]
        if not _VERSION.match(version):
            version = _LOCAL.sub("", version)  # a local version may name the company that built it
        if _VERSION.match(version) and _PACKAGE.match(name) and _may_be_named(name):
            yield name, version


def _may_be_named(package: str) -> bool:
    return package in _VERSIONED or is_known(package)


def _is_useful(sketch: Sketch) -> bool:
    """Whether the sketch has enough to recognise the error."""
    return _has_words(sketch.message) or bool(sketch.exception and (sketch.message or sketch.frames))


def _has_words(message: str) -> bool:
    """Whether the message has words besides its placeholders.

    >>> _has_words("{number}"), _has_words("'{path}' not found")
    (False, True)
    """
    return bool(_WORD.search(_PLACEHOLDER.sub(" ", message)))


# ── from a visitor ──────────────────────────────────────────────────────────────────────────────────────────────


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object. Raises RefusedError if a key occurs twice, where json.loads() would keep the last."""
    if len(dict(pairs)) < len(pairs):
        raise RefusedError("It names a key twice.")
    return dict(pairs)


def _check(value: object, name: str, longest: int, shape: Expression | None = None, *, empty: bool = False) -> str:
    """Return the value if it is printable text of this length and shape, else raise RefusedError."""
    if not isinstance(value, str):
        raise RefusedError(f"Its {name} is no text.")
    if len(value) > longest:
        raise RefusedError(f"Its {name} is longer than {longest} characters.")
    if not value and empty:
        return value
    if not value.isprintable() or (shape and not shape.match(value)):
        raise RefusedError(f"Its {name} does not look like one.")
    return value


def _checked_frames(value: object) -> Iterator[str]:
    if not isinstance(value, list) or len(value) > _MOST_FRAMES:
        raise RefusedError(f"Its frames are no list of {_MOST_FRAMES} at most.")
    for item in value:
        frame = _check(item, "frame", _LONGEST_FRAME, _FRAME)
        if not _is_of_library(frame):
            raise RefusedError("Its frames name a package that is not well known.")
        if redact(frame) == frame:
            yield frame


def _checked_versions(value: object) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict) or len(value) > _MOST_VERSIONS:
        raise RefusedError(f"Its versions are not those of {_MOST_VERSIONS} packages at most.")
    for name, version in value.items():
        package = _check(name, "package", 40, _PACKAGE)
        if not _may_be_named(package):
            raise RefusedError("Its versions name a package that is not well known.")
        if redact(package) == package:
            yield package, _check(version, "version", 40, _VERSION)
