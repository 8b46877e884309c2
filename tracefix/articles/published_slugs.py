"""published.txt, the list of every slug that was ever published. Each of them must keep working as an address.

`new_article` adds a slug when it begins an article. The slug leads to the article, to the article that has it among its
aliases, or to a tombstone (`_withdrawn/<slug>.md`) that says why the article went and where to go.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from tracefix.articles.files import read_file
from tracefix.articles.model import SLUG, Article, Problem, Withdrawn

_NAME = "published.txt"
_MOST_BYTES = 64 * 1024 * 1024  # a million slugs
_HEAD = "# Every slug that was ever published, one a line. None is ever removed: links to it must lead somewhere.\n"


def read_published(root: Path) -> dict[str, int]:
    """Read the list below `root`: each slug with its line. A list that is not there is empty. Raises ArticleError."""
    path = root / _NAME
    try:
        lines = read_file(path, most=_MOST_BYTES).splitlines()
    except FileNotFoundError:
        return {}
    return {line.strip(): number for number, line in enumerate(lines, 1) if line.strip() and line[0] != "#"}


def publish(root: Path, slug: str) -> None:
    """Add a slug to the list, in alphabetical order."""
    slugs = sorted({*read_published(root), slug})
    (root / _NAME).write_text(_HEAD + "".join(f"{name}\n" for name in slugs), encoding="utf-8")


def check(root: Path, articles: Iterable[Article], withdrawn: Iterable[Withdrawn]) -> Iterator[Problem]:
    """Check the list against the articles (all that can be read) and the tombstones, and yield the problems."""
    path, published = root / _NAME, read_published(root)
    owners = {slug: article for article in articles for slug in (article.slug, *article.aliases)}
    tombstones = {item.slug: item for item in withdrawn}
    for slug, article in owners.items():
        if slug not in published:
            yield Problem(
                article.path, 1, f"the slug {slug!r} is not in {path.name}: add it there, for it stays for ever"
            )
    for slug, number in published.items():
        if not SLUG.fullmatch(slug):
            yield Problem(path, number, f"{slug!r} is no slug: lower case, digits and hyphens only, one a line")
        elif slug not in owners and slug not in tombstones and not (root / slug).is_dir():
            yield Problem(
                path,
                number,
                f"{slug!r} was published and leads nowhere: name it among the `aliases` of the article that took its "
                f"place, or say in _withdrawn/{slug}.md why it went. The line of a draft that was never public may go",
            )
    slugs = [slug for slug in published if SLUG.fullmatch(slug)]
    for before, slug in pairwise(slugs):
        if slug < before:
            number = published[slug]
            yield Problem(path, number, f"{slug!r} stands below {before!r}: keep the list in alphabetical order")
            break
    yield from _check_tombstones(tombstones, owners, published, path.name)


def _check_tombstones(
    tombstones: Mapping[str, Withdrawn], owners: Mapping[str, Article], published: Mapping[str, int], name: str
) -> Iterator[Problem]:
    for slug, item in tombstones.items():
        if slug in owners:
            yield Problem(item.path, 1, f"{slug!r} leads to the article {owners[slug].slug!r}: remove one of the two")
        if slug not in published:
            yield Problem(item.path, 1, f"{slug!r} is not in {name}: add it there, or remove what nobody can link to")
        for other in item.see:
            if other not in owners or owners[other].slug != other:
                yield Problem(item.path, 1, f"see names {other!r}, which is no article: name the one to go to")
