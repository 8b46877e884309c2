"""Lint: the conditions of notes and cards that no paste fulfils. A row with one stays away, and nobody is told.

Those of an article need no rule: a run or a paste shows each (cases.py).
"""

import re
from collections.abc import Collection, Iterable, Iterator

from authoring.lint.frame_globs import find_misspelt
from authoring.lint.install_commands import find_remedy, find_wrong_needs
from tracefix.articles.conditions import CallerOf, Installed, OfProject, parse_condition
from tracefix.articles.did_you_mean import choose_among_many

# It runs on our own files only, never on a paste of a reader.
_GLOBS = re.compile(r"(?P<where>stack|last frame|paste) has (?P<globs>.+)")


def find_unmet(
    conditions: Iterable[str], projects: Collection[str], packages: Collection[str], text: str
) -> Iterator[str]:
    """What is wrong with these conditions.

    `projects` are the names of the cards, `packages` normalised names that we know of, and `text` has further words.

    >>> list(find_unmet(["project is nnunt", "paste has conda"], ["nnunet"], [], ""))
    ["'project is nnunt': there is no card 'nnunt': did you mean 'nnunet'?", \
"'paste has conda': 'conda' fits a whole line alone: write `*` around it"]
    """
    for condition in dict.fromkeys(" ".join(each.split()) for each in conditions):
        read = parse_condition(condition)
        if isinstance(read, OfProject):
            for name in read.projects:
                if name not in projects:
                    yield f"{condition!r}: there is no card {name!r}: {choose_among_many(name, projects)}"
        elif isinstance(read, Installed):
            if read.package != "python" and (remedy := find_remedy(read.package, packages, text)):
                message = f"nothing of ours knows the package {read.package!r}: {remedy} a source that names it"
                yield f"{condition!r}: {message}"
            yield from (f"{condition!r}: {message}" for message in find_wrong_needs(read.package, read.versions))
        elif isinstance(read, CallerOf):
            for package in read.packages:
                yield from (f"{condition!r}: {message}" for message in find_misspelt(f"*/{package}/*", text))
        elif found := _GLOBS.fullmatch(condition):
            for glob in map(str.strip, found["globs"].split("|")):
                yield from (f"{condition!r}: {glob!r} {message}" for message in _wrong_glob(found["where"], glob, text))


def _wrong_glob(where: str, glob: str, text: str) -> Iterator[str]:
    if where != "paste":
        yield from find_misspelt(glob, text)
    elif "*" not in glob:
        yield "fits a whole line alone: write `*` around it"
