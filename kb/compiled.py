"""Articles, and the cards and notes of projects, each file or folder compiled once: YAML is slow to read, and to find
the gates of a signature takes longer still.

What was compiled lies in var/compiled/, named after the content that it was made of and the programs that made it. It
can be deleted at any time.
"""

import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from django.conf import settings

import tracefix
from tracefix.articles.files import MOST_BYTES, list_files, read_bytes
from tracefix.articles.loading import article_folders, collect, load_folder, problems_between, read_tags, texts_in
from tracefix.articles.model import Article, ArticleError
from tracefix.bundle import article_json, card_json
from tracefix.lazy_mapping import read_by_place
from tracefix.matching.catalogue import Gates, gates_of
from tracefix.projects import loading as projects
from tracefix.projects.model import Card
from tracefix.projects.notes import load_notes as load_file
from tracefix.projects.notes import note_files
from tracefix.search import checked_folder
from tracefix.search.checked_folder import UnusableFolderError
from tracefix.search.weights import fingerprint

log = logging.getLogger(__name__)
_VALUES, _GATES = "values.json", "gates.json"
_PROGRAMS = ("articles", "bundle", "matching", "projects", "reading")  # what decides how a file is compiled


@dataclass(frozen=True, slots=True)
class Articles:
    """Articles by slug, and the gates of their signatures. `label` changes with what they say."""

    by_slug: Mapping[str, Article] = field(default_factory=dict)
    gates: Mapping[str, Sequence[Gates]] = field(default_factory=dict)
    label: str = ""

    @classmethod
    def of(cls, articles: Iterable[Article], gates: Mapping[str, Sequence[Gates]] = {}) -> "Articles":
        """These articles, with the gates that are known."""
        by_slug = {article.slug: article for article in articles}
        return cls(by_slug, {slug: gates[slug] for slug in by_slug if slug in gates}, fingerprint(by_slug.values()))

    def in_brief(self) -> tuple[Article, ...]:
        """The articles with what they are searched for by alone: title, messages and cause. An index of all is huge."""
        return tuple(map(_in_brief, self.by_slug.values()))


NO_ARTICLES = Articles()


@dataclass(frozen=True, slots=True)
class _Compiled:
    """What was compiled of one file or folder, of which `names` are the files."""

    path: Path
    label: str
    files: Mapping[str, bytes]
    names: tuple[str, ...]

    def articles(self) -> list[Article]:
        folder = self.path if self.path.is_dir() else self.path.parent
        return [article_json.from_values(values, folder) for values in json.loads(self.files[_VALUES])]

    def gates(self) -> dict[str, list[Gates]]:
        kept = json.loads(self.files[_GATES])
        return {slug: [Gates(tuple(texts), template) for texts, template in own] for slug, own in kept.items()}


def load_articles(root: Path) -> Articles:
    """The articles below a folder. Raises ArticleError with the problems of all of them."""
    tags = read_tags(root)
    compiled, problems = collect(article_folders(root), lambda folder: [_compile_article(folder, tags)])
    articles = [_with_paths(article, each.names) for each in compiled for article in each.articles()]
    problems += problems_between(articles)
    if problems:
        raise ArticleError(problems)
    gates = {each.label: each.gates() for each in compiled}
    return _joined(gates, {article.slug: article for article in articles})


def load_notes(root: Path) -> Articles:
    """The notes below a folder; those of a project are read when one is asked for. Raises ArticleError."""
    compiled, problems = collect(note_files(root), lambda path: [_compile_notes(path)])
    if problems:
        raise ArticleError(problems)
    return _lazy(compiled)


def sound_notes(root: Path, before: Articles) -> Articles:
    """The notes of the files that can be read, and the earlier ones of those that are broken."""
    compiled: list[_Compiled] = []
    kept: dict[str, Article] = {}
    for path in note_files(root):
        try:
            compiled.append(_compile_notes(path))
        except ArticleError:
            own = (slug for slug in before.by_slug if slug.startswith(f"{path.parent.name}/"))
            kept |= {slug: before.by_slug[slug] for slug in own}
    sound = _lazy(compiled)
    if not kept:
        return sound
    gates = {**sound.gates, **{slug: before.gates[slug] for slug in kept}}
    return Articles({**sound.by_slug, **kept}, gates, f"{sound.label} {sorted(kept)} of {before.label}")


def load_cards(root: Path) -> tuple[Card, ...]:
    """Every card below a folder, ordered by id. Raises ArticleError with the problems of all of them."""
    return projects.load_all(root, _load_card)


def sound_cards(root: Path, before: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that can be read, and the earlier ones of those that are broken."""
    kept = {card.id: card for card in before if (root / card.id).is_dir()}
    return tuple({**kept, **{card.id: card for card in projects.load_sound(root, _load_card)[0]}}.values())


def _load_card(folder: Path) -> Card:
    def make() -> dict[str, bytes]:
        return {_VALUES: _json(card_json.to_values(projects.load_card(folder)))}

    path = folder / projects.CARD
    compiled = _compile(path, {path.name: _content(path)}, make)
    return replace(card_json.from_values(json.loads(compiled.files[_VALUES])), path=path)


def _compile_notes(path: Path) -> _Compiled:
    return _compile(path, {path.name: _content(path)}, lambda: _files(note.article for note in load_file(path)))


def _compile_article(folder: Path, tags: Mapping[str, str]) -> _Compiled:
    contents = {name: _content(folder / name) for name in list_files(folder)}
    return _compile(folder, {**contents, "/tags": _json(tags)}, lambda: _files([load_folder(folder, tags)]))


def _files(articles: Iterable[Article]) -> dict[str, bytes]:
    made = list(articles)
    gates = {article.slug: gates_of(article) for article in made}
    return {_VALUES: _json([article_json.to_values(article) for article in made]), _GATES: _json(gates)}


def _compile(path: Path, contents: Mapping[str, bytes], make: Callable[[], Mapping[str, bytes]]) -> _Compiled:
    """What was compiled of these contents, or else what is made of them, and kept. Raises ArticleError."""
    name = path.name if path.suffix == "" else f"{path.parent.name}-{path.stem}"
    label = f"{name}-{_fingerprint(contents)}"
    folder = settings.VAR_DIR / "compiled" / label
    try:
        return _Compiled(path, label, checked_folder.read(folder, label), tuple(contents))
    except FileNotFoundError:
        files = make()
    except UnusableFolderError as error:
        _warn_of(f"What was compiled in {folder.parent} is not used ({error}): delete that folder.")
        return _Compiled(path, label, make(), tuple(contents))
    try:
        checked_folder.write(folder, files, label)
    except OSError as error:
        _warn_of(f"What was compiled cannot be written to {folder.parent} ({error.strerror}).")
    return _Compiled(path, label, files, tuple(contents))


@cache
def _warn_of(trouble: str) -> None:
    """Tell once, not for each article."""
    log.warning("%s", trouble)


def _lazy(compiled: Sequence[_Compiled]) -> Articles:
    """All articles of what was compiled; what is in one file is read when one of its articles is asked for."""
    by_label = {each.label: each for each in compiled}
    gates = {each.label: each.gates() for each in compiled}
    places = {slug: label for label, own in gates.items() for slug in own}
    by_slug = read_by_place(places, lambda label: {each.slug: each for each in by_label[label].articles()})
    return _joined(gates, by_slug)


def _joined(gates: Mapping[str, Mapping[str, Sequence[Gates]]], by_slug: Mapping[str, Article]) -> Articles:
    """These articles, with the gates of all that was compiled, by its label."""
    label = hashlib.sha256("\n".join(gates).encode()).hexdigest()
    return Articles(by_slug, {slug: its_gates for own in gates.values() for slug, its_gates in own.items()}, label)


def _with_paths(article: Article, names: Iterable[str]) -> Article:
    """The article with the paths of its reports and runs, which are not compiled, of these files of its folder."""
    pastes, look_alikes, paths = (tuple(texts_in(article.folder, part, names)) for part in ("pastes", "not", "runs"))
    runs = tuple(replace(run, path=path) for run, path in zip(article.runs, paths, strict=True))
    return replace(article, pastes=pastes, look_alikes=look_alikes, runs=runs)


def _in_brief(article: Article) -> Article:
    words = {language: replace(words, body="", fix="") for language, words in article.translations.items()}
    return replace(article, body="", fix="", sources=(), translations=words)


def _content(path: Path) -> bytes:
    try:
        return read_bytes(path, most=MOST_BYTES)
    except (OSError, ArticleError):
        return b""  # the loader says what is wrong


def _fingerprint(contents: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256(_program().encode())
    for name, content in sorted(contents.items()):
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


@cache
def _program() -> str:
    """A hash of the programs that decide what is made of a file, so that another release compiles anew."""
    root = Path(tracefix.__file__).parent
    sources = (path for folder in _PROGRAMS for path in sorted((root / folder).glob("*.py")))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()


def _json(values: object) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode()
