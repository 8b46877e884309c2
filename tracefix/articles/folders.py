"""Several article folders: a company keeps its own known errors beside ours.

The first folder is the library; each later one adds articles and replaces none. Their tags are those of the first, and
those of their own tags.yaml.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tracefix.articles.loading import load_sound, problems_between, read_tags
from tracefix.articles.model import Article, Problem


def add_folders(
    articles: Sequence[Article], tags: Mapping[str, str], roots: Iterable[Path]
) -> tuple[tuple[Article, ...], list[Problem]]:
    """The articles with those of more folders, ordered by slug, and the problems of these folders.

    An article that is broken, or whose slug or alias is taken, is left out. Never raises ArticleError.
    """
    kept = list(articles)
    problems: list[Problem] = []
    for root in roots:
        if not root.is_dir():
            problems.append(Problem(root, 1, "is no folder: correct TRACEFIX_ARTICLES, or make it"))
            continue
        found, wrong = load_sound(root, tags)
        problems += wrong
        owners = {slug: article for article in kept for slug in (article.slug, *article.aliases)}
        name = root.resolve().name
        for article in found:
            if clash := owners.keys() & {article.slug, *article.aliases}:
                problems.append(_clash(article, min(clash), owners[min(clash)]))
            else:
                kept.append(replace(article, added_from=name))
    added = [article for article in kept if article.added_from]
    between = [each for each in problems_between(kept, added) if any(map(each.path.is_relative_to, roots))]
    return tuple(sorted(kept, key=lambda article: article.slug)), problems + between


def read_all_tags(root: Path, more: Iterable[Path], language: str = "en") -> dict[str, str]:
    """The tags of all folders, each with its theme; that of an earlier folder stands. Raises ArticleError."""
    tags: dict[str, str] = {}
    for folder in (root, *more):
        tags = read_tags(folder, language) | tags if folder.is_dir() else tags
    return tags


def _clash(article: Article, taken: str, owner: Article) -> Problem:
    """The problem of an added article that has the slug or alias of an earlier one."""
    what = "slug" if taken == article.slug else "alias"
    whose = "that of an article" if taken == owner.slug else f"an alias of {owner.slug!r}"
    return Problem(article.path, 1, f"the {what} {taken!r} is {whose} in an earlier folder: choose another one")
