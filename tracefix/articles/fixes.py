"""An article's fixes, best first, and which of them cannot apply to the reader's versions.

The fixes are the sections (`###`) under `## Fix`. One that is for some versions only says so in its heading,
`### Upgrade pydantic {only: pydantic<2.9}`, by PEP 440 specifiers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from packaging.requirements import InvalidRequirement, Requirement

from tracefix.articles.rendering import Heading
from tracefix.phrases import Phrase

# Anchors are those of the English text in every language.
_FIX = "fix"
_NOT_FIXES = ("what-does-not", "check", "find-")  # sections under `## Fix` that are about something else
_NONE = Phrase()


@dataclass(frozen=True, slots=True)
class Fix:
    """A section under `## Fix`; `obstacle` says why it cannot apply, or is empty."""

    anchor: str
    title: str
    obstacle: Phrase = _NONE


def read_fixes(headings: Iterable[Heading], environment: Mapping[str, str]) -> tuple[Fix, ...]:
    """The fixes among an article's headings, in order. `environment` maps packages to versions read from the paste.

    The headings may be those of a translation, if it was rendered with the anchors of the original.
    """
    return tuple(
        Fix(heading.id, heading.text, _obstacle(heading.only, environment)) for heading in _under_fix(headings)
    )


def name_fixes(fixes: tuple[Fix, ...], names: Sequence[str]) -> tuple[Fix, ...]:
    """The fixes with their names in another language; as they are if there are not as many names."""
    if len(names) != len(fixes):
        return fixes
    return tuple(replace(fix, title=name) for fix, name in zip(fixes, names, strict=True))


def is_condition(only: str) -> bool:
    """Whether a heading's condition can be read: requirements such as `pydantic<2.9`, with semicolons between."""
    try:
        return bool([Requirement(part) for part in only.split(";")])
    except InvalidRequirement:
        return False


def _under_fix(headings: Iterable[Heading]) -> Iterator[Heading]:
    is_inside = False
    for heading in headings:
        if heading.level <= 2:
            is_inside = heading.id == _FIX
        elif is_inside and heading.level == 3 and not heading.id.startswith(_NOT_FIXES):
            yield heading


def _obstacle(only: str, environment: Mapping[str, str]) -> Phrase:
    if not only or not is_condition(only):
        return _NONE
    for part in only.split(";"):
        wanted = Requirement(part)
        version = environment.get(wanted.name.lower())
        if version and not wanted.specifier.contains(version, prereleases=True):
            return Phrase(
                "it is for {package} {versions}, and your paste shows {version}",
                package=wanted.name,
                versions=str(wanted.specifier),
                version=version,
            )
    return _NONE
