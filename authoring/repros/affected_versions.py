"""Turn the result of a sweep into `affects` of the front matter: the releases that have the error.

What was seen moves a bound; what was not looked into leaves it where somebody put it.
"""

import re
from collections.abc import Iterable, Sequence

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

from authoring.repros.bisecting import ErrorRange, Sweep

_FLOW = re.compile(r"(?P<before>\{[^}\n]*?\bversions:\s*)(?P<old>\"[^\"\n]*\"|'[^'\n]*'|[^,}\n]*)")
_BLOCK = re.compile(r"(?P<before>^\s*(?:-\s+)?versions:\s*)(?P<old>\"[^\"\n]*\"|'[^'\n]*'|[^#\n]*?)(?=\s*(?:#|$))")
_PACKAGE = re.compile(r"\bpackage:\s*[\"']?(?P<name>[A-Za-z0-9._-]+)")


def merge_sweeps(sweeps: Iterable[Sweep]) -> tuple[ErrorRange, ...]:
    """Merge the ranges of an article's pairs: a release has the error if any pair shows it."""
    error_ranges = sorted(
        (error_range for each in sweeps for error_range in each.error_ranges()),
        key=lambda error_range: Version(error_range.first),
    )
    joined: list[ErrorRange] = []
    for error_range in error_ranges:
        last = joined[-1] if joined else None
        if last and (last.after is None or Version(error_range.first) <= Version(last.after)):
            ends = [last, error_range]
            end = next((each for each in ends if each.after is None), max(ends, key=lambda each: Version(each.last)))
            joined[-1] = ErrorRange(last.first, end.last, last.before, end.after)
        else:
            joined.append(error_range)
    return tuple(joined)


def specifier(error_range: ErrorRange, old: SpecifierSet | None = None) -> str:
    """A range of releases as a PEP 440 specifier. A bound of `old` is kept unless a run contradicts it.

    >>> specifier(ErrorRange("1.24.0", "2.4.6", "1.23.5", None), SpecifierSet(">=1.20"))
    '>=1.24'
    >>> specifier(ErrorRange("1.25.0", "1.26.4", "1.23.5", "2.0.0"), SpecifierSet(">=1.24"))
    '>=1.24,<2.0'
    """
    return ",".join(filter(None, (_lower(error_range, old), _upper(error_range, old))))


def rewrite(text: str, package: str, specifiers: Sequence[str]) -> str:
    """The text of an article with other `versions` for a package in `affects`; all else stays, comments too.

    Where the package has no item there, or another number of them, items are added or taken away at its end.
    """
    lines = text.splitlines(keepends=True)
    start, end = _block(lines)
    if start is None:
        end = next(number for number, line in enumerate(lines) if number and line.rstrip() == "---")
        items = [f"  - {{package: {package}, versions: {_quote(each)}}}\n" for each in specifiers]
        return "".join([*lines[:end], *(["affects:\n"] if items else []), *items, *lines[end:]])
    items_of = _items(lines, start + 1, end)
    mine = [item for item in items_of if _names(lines[item.start : item.stop], package)]
    for item, wanted in zip(mine, specifiers, strict=False):
        for number in item:
            lines[number] = _with_versions(lines[number], wanted)
    for item in reversed(mine[len(specifiers) :]):
        del lines[item.start : item.stop]
    at = mine[-1].stop if mine else end
    lines[at:at] = [f"  - {{package: {package}, versions: {_quote(each)}}}\n" for each in specifiers[len(mine) :]]
    return "".join(lines)


def _lower(error_range: ErrorRange, old: SpecifierSet | None) -> str:
    mine = next((each for each in old or () if each.operator in (">=", ">")), None)
    if (
        mine
        and (error_range.before is None or Version(error_range.before) not in mine)
        and Version(error_range.first) in mine
    ):
        return str(mine)
    return f">={_short(error_range.first)}"


def _upper(error_range: ErrorRange, old: SpecifierSet | None) -> str:
    mine = next((each for each in old or () if each.operator in ("<=", "<")), None)
    if (
        mine
        and (error_range.after is None or Version(error_range.after) not in mine)
        and Version(error_range.last) in mine
    ):
        return str(mine)
    return f"<{_short(error_range.after)}" if error_range.after else ""


def _short(version: str) -> str:
    """A version without a patch number that is none: 1.24.0 is 1.24 to everybody."""
    return version.removesuffix(".0") if version.count(".") == 2 else version


def _block(lines: Sequence[str]) -> tuple[int | None, int]:
    """The line of `affects:` and the line behind its items."""
    start = next((number for number, line in enumerate(lines) if line.startswith("affects:")), None)
    if start is None:
        return None, 0
    end = start + 1
    while end < len(lines) and lines[end].startswith((" ", "-", "#")) and not lines[end].startswith("---"):
        end += 1
    while end > start + 1 and lines[end - 1].startswith("#"):  # a comment on what follows
        end -= 1
    return start, end


def _items(lines: Sequence[str], start: int, end: int) -> list[range]:
    starts = [number for number in range(start, end) if lines[number].lstrip().startswith("- ")]
    return [range(one, other) for one, other in zip(starts, [*starts[1:], end], strict=True)]


def _names(lines: Sequence[str], package: str) -> bool:
    found = next(filter(None, map(_PACKAGE.search, lines)), None)
    return found is not None and canonicalize_name(found["name"]) == canonicalize_name(package)


def _with_versions(line: str, wanted: str) -> str:
    pattern = _FLOW if "{" in line else _BLOCK
    return pattern.sub(lambda found: found["before"] + _quote(wanted), line, count=1)


def _quote(specifier: str) -> str:
    return f'"{specifier}"'
