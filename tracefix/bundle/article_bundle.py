"""The articles that the command knows, with their matcher and search index, read from one file of the wheel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tracefix.answers.lookups import DiagnosedPaste, diagnose_paste, search
from tracefix.articles.conditions import Installed
from tracefix.articles.model import Article
from tracefix.bundle import card_json
from tracefix.bundle.article_json import from_values, in_short, to_values
from tracefix.bundle.data_file import DataFile, pack, pack_json
from tracefix.cli.environment import article_folders
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import Diagnosis, diagnose
from tracefix.projects.model import Card
from tracefix.projects.shown import Projects

if TYPE_CHECKING:
    from tracefix.search.index import SearchIndex
    from tracefix.search.query import Results

DATA = Path(__file__).parents[1] / "articles.dat"


class MissingPartError(Exception):
    """An optional part is not installed. The text says what it is for and how to install it."""


class Bundle:
    """All articles by slug, without the texts that load_full() adds. `problems` are those of added folders."""

    def __init__(self, data: DataFile, folders: tuple[Path, ...] = ()) -> None:
        self._data = data
        self.folders = folders
        articles = tuple(map(from_values, data.values("articles")))
        self.problems: tuple[str, ...] = ()
        if folders:
            more, self.problems = _with_folders(articles, data.values("tags"), folders)
            articles = more if len(more) > len(articles) else articles  # in the order of the gates
        self.articles: tuple[Article, ...] = articles
        self.by_slug: Mapping[str, Article] = {article.slug: article for article in articles}

    @cached_property
    def catalogue(self) -> Catalogue:
        gates = () if self._has_more else self._data.values("gates")
        return Catalogue(self.articles, gates, Projects(map(card_json.from_values, self._data.values("cards"))))

    @cached_property
    def index(self) -> SearchIndex:
        """Read from the file; made anew, which takes seconds, where a folder adds articles."""
        from tracefix.bundle.bundled_index import build_in_memory, open_bundled  # here: a match needs no Whoosh

        if self._has_more:
            return build_in_memory(map(self.load_full, self._searched))
        files = self._data.sections("index/")
        return open_bundled(self._searched, files, self.load_full, lambda slug: self._data.values(f"telling/{slug}"))

    @property
    def _searched(self) -> tuple[Article, ...]:
        """The articles without the notes, as on the site: their search is another one, which the client has not."""
        return tuple(article for article in self.articles if not article.note_of)

    @property
    def _has_more(self) -> bool:
        """Whether a folder has added articles."""
        return any(article.folder.parent in self.folders for article in self.articles)

    def load_full(self, article: Article) -> Article:
        """The article with all its texts."""
        if article.folder.parent in self.folders:  # those were read whole
            return article
        return from_values(self._data.values(f"article/{article.slug}"))

    def canonical(self, slug: str) -> str | None:
        """The slug of an article, given that or an alias; None if there is no such article."""
        if slug in self.by_slug:
            return slug
        return next((article.slug for article in self.articles if slug in article.aliases), None)

    @cached_property
    def packages(self) -> frozenset[str]:
        """The packages whose versions decide something in an article."""
        named = {item.package for article in self.articles for item in article.affects}
        of_cases = [item for article in self.articles for case in article.cases for item in case.conditions]
        of_rows = [item for article in self.articles for row in article.rows for item in row.conditions]
        named |= {item.package for item in (*of_cases, *of_rows) if isinstance(item, Installed)}
        return frozenset(name.lower().replace("_", "-") for name in named)

    def match(self, text: str) -> Diagnosis:
        return diagnose(text, self.catalogue)

    def diagnose(self, text: str) -> DiagnosedPaste:
        """The diagnosis of a paste and related articles, as the site gives them."""
        return diagnose_paste(text, self.match, lambda: self.index, self.by_slug)

    def search(self, query: str) -> Results:
        return search(query, self.match, self.index)


@cache
def open_bundle() -> Bundle:
    """The bundle of the wheel, with the folders of TRACEFIX_ARTICLES. Raises DataFileError and MissingPartError."""
    return Bundle(DataFile.read(DATA), article_folders())


def compile_bundle(articles: tuple[Article, ...], tags: Mapping[str, str], cards: Iterable[Card] = ()) -> bytes:
    """The content of the file that open_bundle() reads."""
    from tracefix.bundle.bundled_index import telling_terms  # here: a match needs no Whoosh
    from tracefix.search.whoosh_index import make_files

    articles = tuple(sorted(articles, key=lambda article: (bool(article.note_of), article.slug.split("/"))))
    searched = tuple(article for article in articles if not article.note_of)
    values = {article.slug: to_values(article) for article in articles}
    gates = Catalogue(articles).all_gates()
    return pack(
        [
            ("articles", pack_json([in_short(item) for item in values.values()])),
            ("tags", pack_json(dict(tags))),
            ("gates", pack_json(gates)),
            *((f"index/{name}", content) for name, content in make_files(searched, is_packed=False).items()),
            ("cards", pack_json([card_json.to_values(card) for card in cards])),
            *((f"telling/{article.slug}", pack_json(telling_terms(article))) for article in searched),
            *((f"article/{slug}", pack_json(item)) for slug, item in values.items()),
        ]
    )


def _with_folders(
    articles: tuple[Article, ...], tags: Mapping[str, str], folders: tuple[Path, ...]
) -> tuple[tuple[Article, ...], tuple[str, ...]]:
    try:
        from tracefix.articles.folders import add_folders  # here: it needs PyYAML
    except ModuleNotFoundError as error:
        message = f"TRACEFIX_ARTICLES needs {error.name}, to read folders: python -m pip install 'tracefix[folders]'"
        raise MissingPartError(message) from error
    found, problems = add_folders(articles, tags, folders)
    return found, tuple(map(str, problems))
