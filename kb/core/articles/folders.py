"""Several article folders: a company keeps its own known errors beside ours.

The first folder is the library; each later one adds articles and replaces none. Their tags are those of the first, and
those of their own tags.yaml.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from kb.core.articles.loading import load_sound, problems_between, read_tags
from kb.core.articles.model import Article, Problem


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
        taken = {slug for article in kept for slug in (article.slug, *article.aliases)}
        for article in found:
            if clash := taken & {article.slug, *article.aliases}:
                problem = f"the slug {min(clash)!r} is that of an article in an earlier folder: choose another one"
                problems.append(Problem(article.path, 1, problem))
            else:
                kept.append(article)
    between = [problem for problem in problems_between(kept) if _is_below(problem.path, roots)]
    return tuple(sorted(kept, key=lambda article: article.slug)), problems + between


def read_all_tags(root: Path, more: Iterable[Path], language: str = "en") -> dict[str, str]:
    """The tags of all folders, each with its theme; that of an earlier folder stands. Raises ArticleError."""
    tags: dict[str, str] = {}
    for folder in (root, *more):
        tags = read_tags(folder, language) | tags if folder.is_dir() else tags
    return tags


def folder_of(article: Article, roots: Iterable[Path]) -> Path | None:
    """The one of these folders that an article is from."""
    return next((root for root in roots if article.folder.parent == root), None)


def _is_below(path: Path, roots: Iterable[Path]) -> bool:
    return any(path.is_relative_to(root) for root in roots)

