"""Shared by the commands that run scripts: the choice of articles, pairs and interpreter, and what is installed."""

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from packaging.specifiers import SpecifierSet

from authoring.management.article_folders import check_slugs, load_every_sound
from authoring.repros.requirements import package_of, read_pins
from tracefix.articles.did_you_mean import choose
from tracefix.articles.model import REQUIREMENTS, Article, Pair
from tracefix.matching.catalogue import Catalogue
from tracefix.repros import environments
from tracefix.repros.environments import Environment, PreparationError

_STAYS = "torch"  # whose newest release takes gigabytes: the build for CPUs that constraints.txt pins is taken


def load_named(slugs: Sequence[str], only: str | None) -> tuple[Mapping[str, Article], Catalogue]:
    """The articles by slug, and a catalogue of them. Those named must be sound, and have the pair that was named."""
    articles, problems = load_every_sound()
    mine = [problem for problem in problems if not slugs or {*slugs} & set(problem.path.parts)]
    if mine:
        raise CommandError("\n".join(map(str, mine)))
    known = {article.slug: article for article in articles}
    check_slugs(slugs, known)
    pairs = dict.fromkeys(name_of(pair) for slug in slugs or known for pair in known[slug].pairs)
    if only is not None and only not in pairs:
        whose = " ".join(slugs) or "no article"
        raise CommandError(f"{whose} has no pair {only!r}: {choose(only, pairs)}")
    return known, Catalogue(articles)


def name_of(pair: Pair) -> str:
    """The name by which --only chooses a pair."""
    return pair.name or "main"


def find_python(name: str) -> Path:
    """The interpreter that --python means: a path, a command, or a version such as 3.12.

    A version manager has commands for versions that it has not, so the one that is found is asked, too.
    """
    for candidate in (name, f"python{name}"):
        found = shutil.which(candidate)
        if found:
            try:
                environments.probe(Path(found).absolute())
            except PreparationError:
                continue
            return Path(found).absolute()
    raise CommandError(
        f"there is no Python {name!r} here: install it (`uv python install VERSION`), or name one by its path"
    )


def what_is_missing(versions: SpecifierSet, requires: Iterable[str], environment: Environment) -> str:
    """What a script needs that this machine lacks, in words; "" if it can run.

    `versions` are those of Python that its header names, `requires` is what its article needs.
    """
    if not versions.contains(environment.version, prereleases=True):
        return f"needs Python {versions}, this is {environment.version}"
    missing = environments.missing_requirements(requires, environment)
    return f"needs {' and '.join(REQUIREMENTS[name] for name in missing)}" if missing else ""


def newest_pins() -> tuple[str, ...]:
    """The pins of constraints.txt that the newest releases are installed with: PyTorch's."""
    return tuple(pin for pin in read_pins(settings.ARTICLES_DIR / "constraints.txt") if package_of(pin) == _STAYS)
