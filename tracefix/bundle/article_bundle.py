"""The articles that the command knows, with their matcher and search index, read from one file of the wheel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracefix.answers.lookups import DiagnosedPaste, diagnose_paste, search
from tracefix.articles.conditions import Installed
from tracefix.articles.model import Affected, Article
from tracefix.bundle import card_json
from tracefix.bundle.article_json import at_length, from_values, in_short, to_values
from tracefix.bundle.data_file import DataFile, pack, pack_json
from tracefix.cli.environment import article_folders
from tracefix.languages import ENGLISH
from tracefix.lazy_mapping import LazyMapping
from tracefix.matching.catalogue import Catalogue, GateTable, gate_table, gates_of, gates_of_advice
from tracefix.matching.diagnosis import Diagnosis, diagnose
from tracefix.phrases import Phrase
from tracefix.projects.model import Card
from tracefix.projects.shown import Projects

if TYPE_CHECKING:
    from typing import Unpack

    from tracefix.search.index import SearchIndex
    from tracefix.search.query import Results, SearchOptions

DATA = Path(__file__).parents[1] / "articles.dat"


class MissingPartError(Exception):
    """An optional part is not installed. The text says what it is for and how to install it."""


class Bundle:
    """All articles and notes by slug, each read when it is asked for. `problems` are those of added folders."""

    def __init__(self, data: DataFile, folders: tuple[Path, ...] = ()) -> None:
        self._data = data
        self.folders = folders
        self._slugs: Sequence[str] = data.values("slugs")
        self._added: Mapping[str, Article] = {}
        self.problems: tuple[str, ...] = ()
        self.by_slug: Mapping[str, Article] = LazyMapping(self._slugs, self._read)
        if folders:
            bundled, ours = self.by_slug, tuple(self._searched.values())
            more, self.problems = _with_folders(ours, data.values("tags"), folders)
            self._added = {article.slug: article for article in more if article.slug not in bundled}
            self.by_slug = LazyMapping(
                (*bundled, *self._added), lambda slug: self._added[slug] if slug in self._added else bundled[slug]
            )

    def _read(self, slug: str) -> Article:
        project, slash, _ = slug.partition("/")
        return from_values(self._notes_of(project)[slug] if slash else self._data.values(f"short/{slug}"))

    @cache  # noqa: B019 - a process has one bundle
    def _notes_of(self, project: str) -> Mapping[str, Mapping[str, Any]]:
        """The notes of a project as JSON values, by slug. They are much alike, so together they compress well."""
        return {values["slug"]: values for values in self._data.values(f"notes/{project}")}

    @cached_property
    def catalogue(self) -> Catalogue:
        cards = Projects(card_json.from_values(card, self._facts_of(card["id"])) for card in self._data.values("cards"))
        ungated, gated = self._data.values("gates")
        table = GateTable(ungated, gated, lambda: self._data.values("halves"))
        if self._added:
            table = table.joined(gate_table({slug: gates_of(article) for slug, article in self._added.items()}))
        return Catalogue(self.by_slug, cards, table=table)

    def _facts_of(self, project: str) -> Callable[[], bytes]:
        return lambda: self._data.section(f"facts/{project}")

    @cached_property
    def index(self) -> SearchIndex:
        """Read from the file; made anew, which takes seconds, where a folder adds articles."""
        from tracefix.bundle.bundled_index import BundledIndex, build_in_memory  # here: a match needs none

        if self._added:
            return build_in_memory(map(self.load_full, (*self._searched.values(), *self._added.values())))
        files = self._data.sections("index/")
        return BundledIndex(self._searched, files, self.load_full, lambda slug: self._data.values(f"telling/{slug}"))

    @property
    def _searched(self) -> Mapping[str, Article]:
        """The articles of the wheel without the notes, whose search is another one, which the client has not."""
        return LazyMapping((slug for slug in self._slugs if "/" not in slug), self.by_slug.__getitem__)

    def load_full(self, article: Article) -> Article:
        """The article with all its texts."""
        if article.note_of or article.slug in self._added:  # those were read whole
            return article
        return from_values(self._data.values(f"short/{article.slug}") | self._data.values(f"article/{article.slug}"))

    def canonical(self, slug: str) -> str | None:
        """The slug of an article, given that or an alias; None if there is no such article."""
        if slug in self.by_slug:
            return slug
        of_added = {alias: article.slug for article in self._added.values() for alias in article.aliases}
        return of_added.get(slug) or self._data.values("aliases").get(slug)

    @cached_property
    def packages(self) -> frozenset[str]:
        """The packages whose versions decide something in an article."""
        return frozenset(self._data.values("packages")) | _packages_of(self._added.values())

    def match(self, text: str) -> Diagnosis:
        return diagnose(text, self.catalogue)

    def diagnose(self, text: str) -> DiagnosedPaste:
        """The diagnosis of a paste and related articles, as the site gives them."""
        return diagnose_paste(text, self.match, lambda: self.index, self.by_slug)

    def in_language(self, language: str) -> Mapping[str, Article]:
        """The articles by slug, with their texts in a language; what is not translated stays English."""
        if language == ENGLISH:
            return self.by_slug
        return LazyMapping(self.by_slug, lambda slug: self.load_full(self.by_slug[slug]).in_language(language))

    def search(self, query: str, **options: Unpack[SearchOptions]) -> Results:
        return search(query, self.match, self.index, **options)


@cache
def open_bundle() -> Bundle:
    """The bundle of the wheel, with the folders of TRACEFIX_ARTICLES. Raises DataFileError and MissingPartError."""
    return Bundle(DataFile.read(DATA), article_folders())


def compile_bundle(
    articles: tuple[Article, ...],
    tags: Mapping[str, str],
    cards: Iterable[Card] = (),
    pack_sections: Callable[[Iterable[tuple[str, bytes]]], bytes] = pack,
) -> bytes:
    """The content of the file that open_bundle() reads; `pack_sections` is pack(), perhaps with other packers."""
    from tracefix.bundle.bundled_index import make_files, telling_terms, term_numbers  # here: a match needs no search

    every = sorted(articles, key=lambda article: (bool(article.note_of), article.slug.split("/")))
    searched = tuple(article for article in every if not article.note_of)
    values = {article.slug: to_values(article) for article in every}
    notes: dict[str, list[Mapping[str, Any]]] = {}
    for note in every[len(searched) :]:
        notes.setdefault(note.note_of, []).append(values[note.slug])
    card_values = [card_json.to_values(card) for card in cards]
    facts = {card["id"]: card.pop("facts") for card in card_values}  # most of a card, of which an answer needs little
    table = gate_table({**gates_of_advice(), **{article.slug: gates_of(article) for article in every}})
    aliases = {alias: article.slug for article in searched for alias in article.aliases}
    index = make_files(searched)
    terms = term_numbers(index)
    return pack_sections(
        [
            ("slugs", pack_json(list(values))),
            *((f"short/{article.slug}", pack_json(in_short(values[article.slug]))) for article in searched),
            *((f"notes/{project}", pack_json(section)) for project, section in notes.items()),
            ("tags", pack_json(dict(tags))),
            ("aliases", pack_json(aliases)),
            ("packages", pack_json(sorted(_packages_of(every)))),
            ("gates", pack_json([table.ungated, table.gated])),
            ("halves", pack_json(table.read_halves())),
            *((f"index/{name}", content) for name, content in index.items()),
            ("cards", pack_json(card_values)),
            *((f"facts/{project}", text.encode()) for project, text in facts.items()),
            *((f"telling/{article.slug}", pack_json(telling_terms(article, terms))) for article in searched),
            *((f"article/{article.slug}", pack_json(at_length(values[article.slug]))) for article in searched),
        ]
    )


def _packages_of(articles: Iterable[Article]) -> frozenset[str]:
    """The packages whose versions decide something in these articles."""
    named: set[str] = set()
    for article in articles:
        conditions = [item for case in article.cases for item in case.conditions]
        conditions += [item for row in article.rows for item in row.conditions]
        named |= {item.package for item in (*article.affects, *conditions) if isinstance(item, Affected | Installed)}
    return frozenset(name.lower().replace("_", "-") for name in named)


def _with_folders(
    articles: tuple[Article, ...], tags: Mapping[str, str], folders: tuple[Path, ...]
) -> tuple[tuple[Article, ...], tuple[str, ...]]:
    try:
        from tracefix.articles.folders import add_folders  # here: it needs PyYAML
    except ModuleNotFoundError as error:
        message = Phrase(
            "TRACEFIX_ARTICLES needs {name}, to read folders: python -m pip install 'tracefix[folders]'",
            name=str(error.name),
        )
        raise MissingPartError(message) from error
    found, problems = add_folders(articles, tags, folders)
    return found, tuple(map(str, problems))
