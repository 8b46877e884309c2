"""The one door to the articles: settings in, loaded articles, matcher and index out. Loaded once, then only read."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from typing import TypeVar

from django.conf import settings

from kb.core.articles import changes, rendering
from kb.core.articles.fixes import Fix, read_fixes
from kb.core.articles.loading import article_folders, load_all, load_sound, load_withdrawn, read_tags
from kb.core.articles.model import Article, ArticleError, Problem, Withdrawn
from kb.core.languages import TRANSLATED
from kb.core.matching.catalogue import Catalogue
from kb.core.matching.diagnosis import Diagnosis, diagnose
from kb.core.matching.verdict import Verdict
from kb.core.search.index import SearchIndex
from kb.core.search.query import Results, find
from kb.core.search.weights import fingerprint
from kb.core.search.whoosh_index import open_index

_T = TypeVar("_T")
_SHORT = 64_000  # characters
_turn = Lock()
_NEAREST = 4  # articles shown beside an answer as "maybe related"


@dataclass(frozen=True, slots=True)
class RenderedArticle:
    """What the article's page shows of its Markdown and scripts, as safe HTML."""

    html: str
    headings: tuple[rendering.Heading, ...]
    codes: Mapping[str, str]  # by file name of the script
    changes: Mapping[str, str]  # by name of the pair


@dataclass(frozen=True, slots=True)
class Answer:
    """The diagnosis of a paste, and the articles nearest to it by search."""

    diagnosis: Diagnosis
    related: tuple[Article, ...]


class Library:
    """All articles, ready to be read by any number of threads."""

    def __init__(
        self,
        articles: tuple[Article, ...],
        tags: Mapping[str, str],
        index: SearchIndex,
        withdrawn: Iterable[Withdrawn] = (),
        translated_tags: Mapping[str, Mapping[str, str]] = {},
    ) -> None:
        self.articles = articles
        self.tags = tags
        self.translated_tags = translated_tags
        self.index = index
        self.catalogue = Catalogue(articles)
        self.content_hash = fingerprint(articles)
        self.by_slug: Mapping[str, Article] = {article.slug: article for article in articles}
        self.withdrawn: Mapping[str, Withdrawn] = {item.slug: item for item in withdrawn}
        self._aliases = {alias: article.slug for article in articles for alias in article.aliases}
        self._localised: dict[str, Mapping[str, Article]] = {"en": self.by_slug}
        self._rendered: dict[tuple[str, str], RenderedArticle] = {}

    def get(self, slug: str) -> Article | None:
        return self.by_slug.get(slug)

    def in_language(self, language: str) -> Mapping[str, Article]:
        """Every article by its slug, in the words of a language where they are translated."""
        if language not in self._localised:
            self._localised[language] = {slug: article.in_language(language) for slug, article in self.by_slug.items()}
        return self._localised[language]

    def tags_in(self, language: str) -> Mapping[str, str]:
        """The tags and the themes that they stand for, in the words of a language."""
        return self.translated_tags.get(language, self.tags)

    def canonical(self, slug: str) -> str | None:
        """The slug that an article has now, given it or one of its aliases."""
        return slug if slug in self.by_slug else self._aliases.get(slug)

    def rendered(self, slug: str, language: str = "en") -> RenderedArticle:
        """The article's HTML, made on first use and kept. Raises KeyError."""
        key = (slug, self.by_slug[slug].body_language(language))
        if key not in self._rendered:
            self._rendered[key] = self._render(*key)
        return self._rendered[key]

    def filled(self, slug: str, captures: Mapping[str, str], language: str = "en") -> str:
        """The article's body as HTML with the names from the reader's paste; "" where it has no place for them."""
        body = self.by_slug[slug].body
        if not any(f"{{{{{name}|" in body for name in captures):
            return ""
        return self._body(slug, self.by_slug[slug].body_language(language), captures).html

    def fixes(self, slug: str, environment: Mapping[str, str], language: str = "en") -> tuple[Fix, ...]:
        """The article's fixes, best first; those that cannot apply to these versions say why. Raises KeyError."""
        return read_fixes(self.rendered(slug, language).headings, environment)

    def _body(self, slug: str, language: str, values: Mapping[str, str] = {}) -> rendering.Rendered:
        """A translation has the anchors of the original: a link leads to the same section in both."""
        article = self.by_slug[slug]
        if language == "en":
            return rendering.to_html(article.body, values)
        anchors = [heading.id for heading in self.rendered(slug).headings]
        return rendering.to_html(article.in_language(language).body, values, anchors=anchors, language=language)

    def _render(self, slug: str, language: str) -> RenderedArticle:
        body = self._body(slug, language)
        if language != "en":
            return replace(self.rendered(slug), html=body.html, headings=body.headings)
        pairs = self.by_slug[slug].pairs
        scripts = [script for pair in pairs for script in (pair.repro, pair.fixed)]
        return RenderedArticle(
            html=body.html,
            headings=body.headings,
            codes={script.name: rendering.code_html(script.text, "python") for script in scripts},
            changes={pair.name: changes.changes_html(pair.repro.text, pair.fixed.text) for pair in pairs},
        )

    def render_all(self) -> None:
        """Draw every article now, as before a new library takes the place of one that is warm."""
        for slug, article in self.by_slug.items():
            for language in ("en", *article.translations):
                self.rendered(slug, language)

    def diagnose(self, text: str) -> Answer:
        """Match a paste; where nothing is certain, find the nearest articles by search as well."""
        diagnosis = self._match(text)
        if diagnosis.verdict is Verdict.EXACT:
            return Answer(diagnosis, ())
        nearest = {miss.article.slug: miss.article for miss in diagnosis.misses}
        known = {match.article.slug for match in diagnosis.matches}
        words = _what_to_search(text, diagnosis)
        for hit in find(self.index, words, size=_NEAREST + len(known)).hits if words else ():
            if hit.slug not in known:
                nearest.setdefault(hit.slug, self.by_slug[hit.slug])
        return Answer(diagnosis, tuple(nearest.values())[:_NEAREST])

    def _match(self, text: str) -> Diagnosis:
        """diagnose(), one short text at a time in this process.

        RE2 lets go of the interpreter at each of its many calls, and threads that match side by side take it from each
        other: together they answer a third less than in turn. A long text spends its time within RE2, and waits for
        nobody.
        """
        with _turn if len(text) <= _SHORT else nullcontext():
            return diagnose(text, self.catalogue)

    def search(
        self,
        query: str,
        *,
        project: str = "",
        exception: str = "",
        tag: str = "",
        page: int = 1,
        size: int = 20,
        language: str = "en",
        is_unfinished: bool = False,
    ) -> Results:
        """Search; the known error that the matcher sees in the query comes first: people search for the error line.

        A kind of error is left where its words put it, as they may be misspelt words of a known one.
        """
        matches = self._match(query).matches if query else ()
        return find(
            self.index,
            query,
            project=project,
            exception=exception,
            tag=tag,
            page=page,
            size=size,
            language=language,
            matches=[match for match in matches if match.article.is_specific],
            is_unfinished=is_unfinished,
        )


def load_articles() -> tuple[Article, ...]:
    """Every article of the folder that the settings name. Raises ArticleError."""
    root = settings.ARTICLES_DIR
    if not root.is_dir():
        raise ArticleError([Problem(root, 1, "is no folder: set TRACEFIX_ARTICLES to the one that holds the articles")])
    return load_all(root)


def read_library() -> Library:
    """The library as the folders are now. Raises ArticleError where anything in them is broken."""
    articles = load_articles()
    root = settings.ARTICLES_DIR
    return Library(
        articles,
        read_tags(root),
        open_index(articles, settings.INDEX_DIR),
        load_withdrawn(root),
        {language: read_tags(root, language) for language in TRANSLATED},
    )


def read_sound(before: Library | None) -> tuple[Library, list[Problem]]:
    """The library of all that can be read, and the problems of the rest, which stays as it is in `before`.

    An article that `before` does not have is left out. Raises ArticleError where there is nothing to serve.
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
    tags = _sound(lambda: read_tags(root), before.tags if before else {})
    tags = {**tags, **{tag: tag for article in articles for tag in article.tags if tag not in tags}}
    translated_tags = {
        language: {**tags, **_sound(partial(read_tags, root, language), before.tags_in(language) if before else {})}
        for language in TRANSLATED
    }
    withdrawn = _sound(lambda: load_withdrawn(root), tuple(before.withdrawn.values()) if before else ())
    return Library(articles, tags, open_index(articles, settings.INDEX_DIR), withdrawn, translated_tags), problems


def _sound_articles(before: Mapping[str, Article]) -> tuple[Article, ...]:
    """The articles that can be read, and as they were before those whose folder is there but cannot."""
    articles, _ = load_sound(settings.ARTICLES_DIR)
    found = {article.slug: article for article in articles}
    for folder in article_folders(settings.ARTICLES_DIR):
        if folder.name not in found and folder.name in before:
            found[folder.name] = before[folder.name]
    return tuple(found[slug] for slug in sorted(found))


def _sound(read: Callable[[], _T], otherwise: _T) -> _T:
    """What is read, or something else where it is broken."""
    try:
        return read()
    except ArticleError:
        return otherwise


_served: Library | None = None
_generation = 0
_reading = Lock()


def get_library() -> Library:
    """The library that is served, read on first use. Raises ArticleError where an article is broken."""
    global _served
    if _served is None:
        with _reading:
            if _served is None:
                _served = read_library()
    library = _served
    assert library is not None  # noqa: S101 - for the type checker
    return library


def served() -> Library | None:
    """The library that is served; None before it was asked for."""
    return _served


def generation() -> int:
    """A number that changes with the library that is served, in this process alone. Kept pages are named by it."""
    return _generation


def serve(library: Library | None) -> None:
    """Serve this library from now on; requests that began with another one end with it. None: read it when asked."""
    global _served, _generation
    _served = library
    _generation += 1  # afterwards: no page of the library before is kept under the new number


def _what_to_search(text: str, diagnosis: Diagnosis) -> str:
    """The root error's words, or the first line of a paste in which no error was seen."""
    for error in diagnosis.errors:
        if error.is_root:
            return f"{error.type.rpartition('.')[2]} {error.message}"[:300]
    return text.strip().partition("\n")[0][:300]
