"""The loaded articles with their matcher and search index. Pages, API and commands all use this module.

A Library does not change once it is loaded. When the articles change, a new one replaces it (kb/server/reloading.py).
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from threading import Lock
from typing import TypeVar, Unpack

from django.conf import settings

from kb import compiled
from kb.compiled import NO_ARTICLES, Articles
from tracefix.answers.lookups import DiagnosedPaste, diagnose_paste, search
from tracefix.articles import changes, rendering
from tracefix.articles.common_errors import read_common
from tracefix.articles.fixes import Fix, name_fixes, read_fixes
from tracefix.articles.folders import add_folders, read_all_tags
from tracefix.articles.loading import article_folders, load_sound, load_withdrawn, read_tags
from tracefix.articles.model import Article, ArticleError, Problem, Withdrawn
from tracefix.articles.proofs import count_proofs
from tracefix.languages import TRANSLATED
from tracefix.lazy_mapping import LazyMapping
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import Diagnosis, diagnose
from tracefix.projects.shown import Projects
from tracefix.search.index import SearchIndex
from tracefix.search.query import Results, SearchOptions, find_close
from tracefix.search.suggesting import Names, read_names
from tracefix.search.whoosh_index import open_index

_T = TypeVar("_T")
_MOST_NOTES = 8  # in the results of a search
_SHORT = 64_000  # characters; a longer paste takes no lock
_lock = Lock()


@dataclass(frozen=True, slots=True)
class RenderedArticle:
    """The body, scripts and differences of an article, as safe HTML for its page."""

    html: str
    headings: tuple[rendering.Heading, ...]
    codes: Mapping[str, str]  # by file name of the script
    changes: Mapping[str, str]  # by name of the pair


def match_lock(text: str) -> AbstractContextManager[object]:
    """The lock under which this process matches or explains one short paste at a time; none for a long paste.

    RE2 releases the interpreter lock at each of its many calls, so threads that match at once interrupt each other, and
    together answer a third less than one after the other. A long text spends most of its time within RE2, so it takes
    no lock.
    """
    return _lock if len(text) <= _SHORT else nullcontext()


class Library:
    """All articles, with their matcher, search index and rendered pages. Safe to use from several threads."""

    def __init__(
        self,
        articles: Articles,
        tags: Mapping[str, str],
        index: SearchIndex,
        withdrawn: Iterable[Withdrawn] = (),
        translated_tags: Mapping[str, Mapping[str, str]] = {},
        projects: Projects | None = None,
        notes: Articles = NO_ARTICLES,
    ) -> None:
        self.articles = tuple(articles.by_slug.values())
        self.notes = notes
        self.by_slug: Mapping[str, Article] = LazyMapping(
            (*articles.by_slug, *notes.by_slug),
            lambda slug: (notes if slug in notes.by_slug else articles).by_slug[slug],
        )
        self.tags = tags
        self.translated_tags = translated_tags
        self.index = index
        self.catalogue = Catalogue(self.by_slug, projects, {**articles.gates, **notes.gates})
        self.content_hash = f"{articles.label}{notes.label}"  # what the articles say
        self.withdrawn: Mapping[str, Withdrawn] = {item.slug: item for item in withdrawn}
        self.proofs = count_proofs(self.articles)
        self._aliases = {alias: article.slug for article in self.articles for alias in article.aliases}
        self._localised: dict[str, Mapping[str, Article]] = {"en": self.by_slug}
        self._rendered: dict[tuple[str, str], RenderedArticle] = {}

    @cached_property
    def common(self) -> tuple[str, ...]:
        """The articles about the most common errors, the most common first."""
        slugs = (self.canonical(slug) for slug in read_common(settings.ARTICLES_DIR))
        return tuple(slug for slug in slugs if slug)

    @cached_property
    def names(self) -> Names:
        """What each article is called, for suggestions."""
        return read_names(self.articles)

    @cached_property
    def run_count(self) -> int:
        """How many runs of scripts the articles record."""
        return sum(len(article.runs) for article in self.articles)

    @cached_property
    def note_index(self) -> SearchIndex:
        """The search index of the notes, apart from that of the articles, whose order they would change."""
        return open_index(self.notes.in_brief(), settings.INDEX_DIR)

    def search_notes(self, query: str) -> list[Article]:
        """The notes that fit a query, best first, in English; none if no note says most of its words together."""
        slugs = find_close(self.note_index, query, _MOST_NOTES) if query and self.notes.by_slug else ()
        return [self.by_slug[slug] for slug in slugs]

    def get(self, slug: str) -> Article | None:
        return self.by_slug.get(slug)

    def in_language(self, language: str) -> Mapping[str, Article]:
        """Every article by its slug, with its texts in a language; untranslated texts stay English."""
        if language not in self._localised:
            self._localised[language] = LazyMapping(self.by_slug, lambda slug: self.by_slug[slug].in_language(language))
        return self._localised[language]

    def tags_in(self, language: str) -> Mapping[str, str]:
        """The name of each tag's theme in a language; English names if the language has none."""
        return self.translated_tags.get(language, self.tags)

    def canonical(self, slug: str) -> str | None:
        """The current slug of an article, given that or one of its aliases; None if there is no such article."""
        return slug if slug in self.by_slug else self._aliases.get(slug)

    def render(self, slug: str, language: str = "en") -> RenderedArticle:
        """The article as HTML, rendered on first use and then cached. Raises KeyError for an unknown slug."""
        key = (slug, self.by_slug[slug].body_language(language))
        if key not in self._rendered:
            self._rendered[key] = self._render(*key)
        return self._rendered[key]

    def fill(self, slug: str, values: Mapping[str, str], language: str = "en") -> str:
        """The article's body as HTML, with values from the reader's paste filled in; "" if it uses none of them."""
        body = self.by_slug[slug].body
        if not any(f"{{{{{name}|" in body for name in values):
            return ""
        return self._body(slug, self.by_slug[slug].body_language(language), values).html

    def fixes(self, slug: str, environment: Mapping[str, str], language: str = "en") -> tuple[Fix, ...]:
        """The article's fixes, best first. A fix that does not apply to these versions says why. Raises KeyError."""
        fixes = read_fixes(self.render(slug, language).headings, environment)
        words = self.by_slug[slug].translations.get(language)
        return fixes if words is None or words.body.strip() else name_fixes(fixes, words.fixes)

    def _body(self, slug: str, language: str, values: Mapping[str, str] = {}) -> rendering.Rendered:
        """Render the body. A translation gets the anchors of the English body, so that links work in both."""
        article = self.by_slug[slug]
        if language == "en":
            return rendering.to_html(article.body, values)
        anchors = [heading.id for heading in self.render(slug).headings]
        return rendering.to_html(article.in_language(language).body, values, anchors=anchors, language=language)

    def _render(self, slug: str, language: str) -> RenderedArticle:
        body = self._body(slug, language)
        if language != "en":
            return replace(self.render(slug), html=body.html, headings=body.headings)
        article = self.by_slug[slug]
        return RenderedArticle(
            html=body.html,
            headings=body.headings,
            codes={script.name: rendering.code_html(script.text, "python") for script in article.scripts},
            changes={pair.name: changes.changes_html(pair.repro.text, pair.fixed.text) for pair in article.pairs},
        )

    def prepare(self) -> None:
        """Open the index of the notes and render every article now: no visitor of a new library waits for it."""
        _ = self.note_index
        for article in self.articles:
            for language in ("en", *article.translations):
                self.render(article.slug, language)

    def diagnose(self, text: str) -> DiagnosedPaste:
        """Match a paste. Unless the verdict is exact, also search for related articles."""
        return diagnose_paste(text, self.match, lambda: self.index, self.by_slug)

    def match(self, text: str) -> Diagnosis:
        """Match a paste."""
        with match_lock(text):
            return diagnose(text, self.catalogue)

    def search(self, query: str, **options: Unpack[SearchOptions]) -> Results:
        """Search the articles. The article of an error line comes first."""
        return search(query, self.match, self.index, **options)


def load_articles() -> Articles:
    """All articles in settings.ARTICLES_DIR and the other folders.

    Raises ArticleError if there is no such folder or an article is broken.
    """
    root = settings.ARTICLES_DIR
    if not root.is_dir():
        raise ArticleError([Problem(root, 1, "is no folder: set TRACEFIX_ARTICLES to the one that holds the articles")])
    articles = compiled.load_articles(root)
    if not settings.MORE_ARTICLES_DIRS:
        return articles
    found, problems = add_folders(tuple(articles.by_slug.values()), read_tags(root), settings.MORE_ARTICLES_DIRS)
    if problems:
        raise ArticleError(sorted(problems))
    return Articles.of(found, articles.gates)


def read_library() -> Library:
    """Load the library from disk. Raises ArticleError if anything is broken."""
    articles, notes = load_articles(), compiled.load_notes(settings.PROJECTS_DIR)
    root = settings.ARTICLES_DIR
    return Library(
        articles,
        read_all_tags(root, settings.MORE_ARTICLES_DIRS),
        open_index(tuple(articles.by_slug.values()), settings.INDEX_DIR),
        load_withdrawn(root),
        {language: read_all_tags(root, settings.MORE_ARTICLES_DIRS, language) for language in TRANSLATED},
        Projects(compiled.load_cards(settings.PROJECTS_DIR)),
        notes,
    )


def read_sound(before: Library | None) -> tuple[Library, list[Problem]]:
    """Load all articles that can be read, and return the problems of the others.

    A broken article is taken from the library `before`, or left out if that does not have it. Raises ArticleError if no
    article is left.
    """
    try:
        return read_library(), []
    except ArticleError as error:
        if not settings.ARTICLES_DIR.is_dir():
            raise
        problems = error.problems
    articles = _sound_articles(before.by_slug if before else {})
    if not articles:
        raise ArticleError(problems)
    root = settings.ARTICLES_DIR
    more = settings.MORE_ARTICLES_DIRS
    tags = _read_or(lambda: read_all_tags(root, more), before.tags if before else {})
    tags = {**tags, **{tag: tag for article in articles for tag in article.tags if tag not in tags}}
    translated_tags = {
        language: {
            **tags,
            **_read_or(partial(read_all_tags, root, more, language), before.tags_in(language) if before else {}),
        }
        for language in TRANSLATED
    }
    withdrawn = _read_or(lambda: load_withdrawn(root), tuple(before.withdrawn.values()) if before else ())
    cards = compiled.sound_cards(settings.PROJECTS_DIR, before.catalogue.projects.cards if before else ())
    notes = compiled.sound_notes(settings.PROJECTS_DIR, before.notes if before else NO_ARTICLES)
    index = open_index(articles, settings.INDEX_DIR)
    return Library(Articles.of(articles), tags, index, withdrawn, translated_tags, Projects(cards), notes), problems


def _sound_articles(before: Mapping[str, Article]) -> tuple[Article, ...]:
    """The articles that can be read, and the earlier versions of those that are broken, in the order of their slugs."""
    articles, _ = load_sound(settings.ARTICLES_DIR)
    roots = [settings.ARTICLES_DIR, *filter(Path.is_dir, settings.MORE_ARTICLES_DIRS)]
    no_tags: dict[str, str] = {}
    articles, _ = add_folders(articles, _read_or(lambda: read_tags(settings.ARTICLES_DIR), no_tags), roots[1:])
    found = {article.slug: article for article in articles}
    for folder in (folder for root in roots for folder in article_folders(root)):
        if folder.name not in found and folder.name in before:
            found[folder.name] = before[folder.name]
    return tuple(found[slug] for slug in sorted(found))


def _read_or(read: Callable[[], _T], otherwise: _T) -> _T:
    """The result of read(), or `otherwise` if it raises ArticleError."""
    try:
        return read()
    except ArticleError:
        return otherwise


_served: Library | None = None
_generation = 0
_reading = Lock()


def get_library() -> Library:
    """The library that is served, loaded on first use. Raises ArticleError if an article is broken then."""
    global _served
    if _served is None:
        with _reading:
            if _served is None:
                _served = read_library()
    library = _served
    assert library is not None  # noqa: S101 - for the type checker
    return library


def get_served() -> Library | None:
    """The library that is served; None if none is loaded yet."""
    return _served


def generation() -> int:
    """A number that changes when another library is served by this process. Keys of cached pages contain it."""
    return _generation


def serve(library: Library | None) -> None:
    """Serve this library from now on. Requests that use the earlier one finish with it. None: load it on next use."""
    global _served, _generation
    _served = library
    _generation += 1  # last, so that no page of the earlier library is cached under the new number
