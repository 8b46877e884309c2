"""Signatures: the wordings of an error, as data that people can read who know no regular expressions.

A message template (`cannot pickle '{type}' object`) or an RE2 pattern becomes one compiled expression. Everything
compiles with RE2, so matching takes time linear in the paste however hostile it is:
https://github.com/google/re2/wiki/WhyRE2
"""

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import re2

from tracefix.compat import StrEnum
from tracefix.lazy_pattern import lazy_pattern
from tracefix.linear_re import compile_expression

_PLACEHOLDER = lazy_pattern(r"\{([a-z][a-z0-9_]*)\}")  # runs on our own templates only, never on a paste

_IN_CODE = ("attribute", "function", "module", "type")  # placeholders for names, which have no blank
_OPTIONAL_CLASS = r"(?:\b[\w.]{1,80}(?:Error|Exception): )?"


class Role(StrEnum):
    """What the matched line is to the failure: its cause, a consequence, a wrapper around it, or standing advice."""

    CAUSE = "cause"  # the error itself
    CONSEQUENCE = "consequence"  # an error that another one brought about
    WRAPPER = "wrapper"  # a launcher or framework saying that something below it failed
    ADVICE = "advice"  # standing text printed with many errors; never evidence


class SignatureError(ValueError):
    """A signature that cannot be used; the text says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Signature:
    """One wording of one error.

    `message` is a template in which `{name}` stands for a run of characters within the line, narrowed by
    `where[name]`, a list of globs, and by `where_not[name]`, globs of what it may not stand for. `pattern` is RE2
    syntax instead. Exactly one of the two is given.
    """

    message: str = ""
    pattern: str = ""
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    where_not: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    exceptions: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    role: Role = Role.CAUSE
    general: bool = False
    seen: str = ""  # for a wording that we could not produce: the address where it can be read
    line: int = 0  # in article.md, so that a complaint can point at it
    regex: str = field(init=False, repr=False, compare=False, default="")  # RE2, a named group for each placeholder
    literals: tuple[str, ...] = field(init=False, repr=False, compare=False, default=())  # of the template, in order

    def __post_init__(self) -> None:
        if bool(self.message) == bool(self.pattern):
            raise SignatureError("give either `message` or `pattern`")
        names = _PLACEHOLDER.findall(self.message)
        if len(set(names)) < len(names):
            raise SignatureError("a placeholder stands twice in `message`")
        for name in self.where:
            if name not in names:
                raise SignatureError(f"`where` names {{{name}}}, which `message` does not have")
        self._derive()
        if self.pattern:  # a template always makes one, and a start has hundreds of them
            try:
                compile_expression(self.regex)
            except re2.error as error:
                said = error.args[0].decode(errors="replace")
                advice = "; say with `where_not` what a placeholder may not stand for" if "(?" in said else ""
                raise SignatureError(f"not an RE2 pattern: {said}{advice}") from error
        for name in self.where_not:
            if name not in self.names:
                raise SignatureError(f"`where_not` names {{{name}}}, which the signature does not have")
        if self._regex_matches_nothing_in_particular():
            raise SignatureError("fits an empty line: say more of the message")

    @classmethod
    def unchecked(cls, values: Mapping[str, Any]) -> "Signature":
        """A signature of values that were checked when it was made: checking them again takes time.

        What is not given is as the class has it.
        """
        signature = copy(_any())
        for name, value in {"message": "", **values}.items():
            object.__setattr__(signature, name, value)
        signature._derive()
        return signature

    def at_line(self, line: int) -> "Signature":
        """The same signature with its line in article.md. It is not compiled and checked again: that takes time."""
        placed = copy(self)
        object.__setattr__(placed, "line", line)
        return placed

    def _derive(self) -> None:
        object.__setattr__(self, "regex", self._regex())
        object.__setattr__(self, "literals", tuple(text for text, name in template_parts(self.message) if not name))

    def _regex(self) -> str:
        if self.pattern:
            return self.pattern
        parts = list(template_parts(self.message))
        expression = _OPTIONAL_CLASS if parts[0][1] else ""  # `{folder} is no folder` captures no `ValueError: `
        texts = ["", *(text for text, _ in parts), ""]  # that of a part stands between those before and behind it
        for at, (text, name) in enumerate(parts, 1):
            around = texts[at - 1][-1:] + texts[at + 1][:1]
            taken = self._run_of_characters(name, around, is_last=at == len(parts)) if name else ""
            expression += f"(?P<{name}>{taken})" if name else re2.escape(text)
        return expression

    @property
    def text(self) -> str:
        """The signature as a reader is shown it."""
        return self.message or self.pattern

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the values that it captures."""
        return tuple(compile_expression(self.regex).groupindex if self.pattern else _PLACEHOLDER.findall(self.message))

    def admits(self, values: Mapping[str, str | None]) -> bool:
        """Whether `where_not` rules out nothing that was captured. Asked after the match: RE2 has no `not`."""
        return self.find_refused(values) is None

    def find_refused(self, values: Mapping[str, str | None]) -> str | None:
        """The name of the first placeholder that stands for what `where_not` rules out."""
        for name, globs in self.where_not.items():
            value = values.get(name)
            if value is not None and compile_expression(one_of(globs)).fullmatch(value):
                return name
        return None

    def _run_of_characters(self, name: str, around: str, *, is_last: bool) -> str:
        """What a placeholder takes; `around` are the characters on both sides of it."""
        globs = self.where.get(name)
        if globs:
            return one_of(globs)
        if name in _IN_CODE and around == "''":
            return r"[^\n' ]+"  # not from the apostrophe of a sentence on
        return r"[^\n]+" if is_last else r"[^\n]+?"  # at the end nothing stops it but the line's own end

    def _regex_matches_nothing_in_particular(self) -> bool:
        if sum(map(len, self.literals)) > 1:  # neither has so much text
            return False
        return bool(compile_expression(self.regex).search("") or compile_expression(self.regex).fullmatch("x"))


@cache
def _any() -> Signature:
    return Signature("…")


def template_parts(template: str) -> Iterator[tuple[str, str]]:
    """Split a template into (literal, "") and ("", placeholder) pairs, in order.

    >>> list(template_parts("No module named '{module}'"))
    [("No module named '", ''), ('', 'module'), ("'", '')]
    """
    position = 0
    for found in _PLACEHOLDER.finditer(template):
        if found.start() > position:
            yield template[position : found.start()], ""
        yield "", found.group(1)
        position = found.end()
    if position < len(template):
        yield template[position:], ""


@cache
def glob_to_regex(glob: str) -> str:
    r"""Translate a glob: `*` is any run of characters within the line, all else is literal.

    >>> glob_to_regex("*.PyCapsule")
    '[^\\n]*?\\.PyCapsule'
    """
    return r"[^\n]*?".join(re2.escape(part) for part in glob.split("*"))


@cache
def one_of(globs: tuple[str, ...]) -> str:
    """Translate globs to an expression that fits what one of them fits."""
    return "|".join(map(glob_to_regex, globs))


@dataclass(frozen=True)
class Globs:
    """Globs of which one fits a whole text. A text that lacks the plain parts of each is not compared any further."""

    globs: tuple[str, ...]

    @cached_property
    def regex(self) -> str:
        """RE2."""
        return one_of(self.globs)

    @cached_property
    def _parts(self) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(filter(None, glob.split("*"))) for glob in self.globs)

    def fit(self, text: str) -> bool:
        """Whether one of them fits the whole text."""
        if not any(all(map(text.__contains__, parts)) for parts in self._parts):
            return False
        return bool(compile_expression(self.regex).fullmatch(text))

    def fit_line(self, text: str) -> bool:
        """Whether one of them fits a whole line of a text, without the white space around it."""
        if not any(all(map(text.__contains__, parts)) for parts in self._parts):
            return False
        return bool(compile_expression(rf"(?m)^[ \t]*(?:{self.regex})[ \t\r]*$").search(text))


def class_name(printed: str) -> str:
    """The bare class of an exception as printed: `torch.cuda.OutOfMemoryError` is `OutOfMemoryError`."""
    return printed.rpartition(".")[2]
