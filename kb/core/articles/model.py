"""Articles: one folder per error, read and validated into immutable values.

The folder is the single source of truth (see articles/_template/). Whatever is wrong with it is reported as
`path:line: message`, all of it at once, each with what to do.
"""

import datetime
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml
from packaging.specifiers import InvalidSpecifier, SpecifierSet

from kb.core.articles import files
from kb.core.articles import nesting
from kb.core.languages import TRANSLATED
from kb.core.phrases import Phrase
from kb.core.articles.signatures import Role, Signature, SignatureError

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
REQUIREMENTS = {  # what a machine must have beyond a CPU and PyPI packages
    "cuda": Phrase("an NVIDIA GPU with CUDA"),
    "cuda-wheel": Phrase("a CUDA build of PyTorch (no GPU needed)"),
    "network-namespaces": Phrase("the right to make network namespaces, with unshare and iproute2"),
    "linux": Phrase("Linux"),
    "windows": Phrase("Windows"),
}
_FENCE = "---\n"
_DEEPEST_YAML = 20  # levels; an article needs five
_YamlLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's is eight times as fast


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Something wrong with an article: where, and what to do about it."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class ArticleError(ValueError):
    """One or more articles cannot be used; `problems` says why."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Source:
    title: str
    url: str
    supports: str


@dataclass(frozen=True, slots=True)
class Affected:
    """A package, the PEP 440 versions of it that have the error, and a note."""

    package: str
    versions: SpecifierSet
    note: str = ""


@dataclass(frozen=True, slots=True)
class Script:
    """A stand-alone script of the article and its text."""

    name: str
    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class Pair:
    """A script that fails with the error and the same script fixed. The main pair has no name."""

    name: str
    repro: Script
    fixed: Script


@dataclass(frozen=True, slots=True)
class Run:
    """What a script really printed in one environment; written by `verify_repros --record`."""

    path: Path
    script: str
    python: str
    platform: str
    packages: Mapping[str, str]
    date: datetime.date
    exit_status: int
    reproduced: bool  # False: the error no longer occurs in this environment
    output: str


@dataclass(frozen=True, slots=True)
class Translation:
    """An article in another language: its own words, everything else inherited."""

    language: str
    title: str
    summary: str
    fix: str
    body: str  # empty: only the head is translated, and the English body is shown
    symptoms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Article:
    """One known error. Field names are those of the front matter, in the plural where they hold several."""

    slug: str
    folder: Path
    title: str
    summary: str
    fix: str
    projects: tuple[str, ...]
    exceptions: tuple[str, ...]
    tags: tuple[str, ...]
    signatures: tuple[Signature, ...]
    sources: tuple[Source, ...]
    created: datetime.date
    updated: datetime.date
    body: str
    body_line: int  # the line of article.md on which the body begins
    aliases: tuple[str, ...] = ()
    symptoms: tuple[str, ...] = ()  # what people say who do not quote the error
    affects: tuple[Affected, ...] = ()
    symptom_of: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()
    runs: tuple[Run, ...] = ()
    pastes: tuple[Path, ...] = ()
    translations: Mapping[str, Translation] = field(default_factory=dict)
    foreign: str = ""  # the language of title, summary and fix, where it is not the one that was asked for

    @property
    def path(self) -> Path:
        return self.folder / "article.md"

    def in_language(self, language: str) -> "Article":
        """The article in another language; what is not translated stays as it is. English is always there."""
        words = self.translations.get(language)
        if words is None:
            return self if language == "en" else replace(self, foreign="en")
        return replace(
            self,
            title=words.title,
            summary=words.summary,
            fix=words.fix,
            symptoms=words.symptoms,
            body=words.body if words.body.strip() else self.body,
        )

    def body_language(self, language: str) -> str:
        """The language of the body that a reader of `language` gets."""
        words = self.translations.get(language)
        return language if words and words.body.strip() else "en"

    @property
    def is_specific(self) -> bool:
        """One known error, rather than a kind of error or what a wrapper says of it."""
        return any(not signature.general and signature.role is Role.CAUSE for signature in self.signatures)

    @property
    def is_wrapper(self) -> bool:
        """An article on errors that only report that something below them failed."""
        return all(signature.role is Role.WRAPPER for signature in self.signatures)


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An article that is gone for good. Its address stays, and says why and where to go."""

    slug: str
    path: Path
    title: str
    withdrawn: datetime.date
    reason: str  # Markdown
    see: tuple[str, ...] = ()  # slugs of articles


def read_file(path: Path, *, most: int = files.MOST_BYTES, errors: str = "strict") -> str:
    """The text of an article's file. Raises FileNotFoundError, and ArticleError where the file must not be read."""
    try:
        return files.read_text(path, most=most, errors=errors)
    except files.RefusedFileError as error:
        raise ArticleError([Problem(path, 1, str(error))]) from error
    except UnicodeDecodeError as error:
        message = f"is not UTF-8 ({error.reason} at byte {error.start}): save it as UTF-8"
        raise ArticleError([Problem(path, 1, message)]) from error


def _refuse(folder: Path) -> None:
    """Raises ArticleError where something in the folder must not be read, whether it would be or not."""
    if problems := [Problem(path, 1, why) for path, why in files.refused_below(folder)]:
        raise ArticleError(problems)


def load_all(root: Path) -> tuple[Article, ...]:
    """Read every article below `root`, ordered by slug. Raises ArticleError with the problems of all of them."""
    articles, problems = load_sound(root)
    problems += _problems_between(articles)
    if problems:
        raise ArticleError(problems)
    return articles


def load_sound(root: Path) -> tuple[tuple[Article, ...], list[Problem]]:
    """The articles that can be read, and the problems of those that cannot: one author never stops another."""
    articles = []
    tags, problems = _sound_tags(root)
    for folder in article_folders(root):
        try:
            articles.append(_load(folder, tags))
        except ArticleError as error:
            problems += error.problems
    return tuple(articles), problems


def article_folders(root: Path) -> list[Path]:
    """The article folders below `root`, by name; those whose name starts with `_` or `.` are not articles."""
    return sorted(path for path in root.iterdir() if path.is_dir() and path.name[0] not in "_.")


def load(folder: Path) -> Article:
    """Read one article folder. Raises ArticleError."""
    tags, problems = _sound_tags(folder.parent)
    if problems:
        raise ArticleError(problems)
    return _load(folder, tags)


def _load(folder: Path, tags: Mapping[str, str] | None) -> Article:
    """Read one article folder. Tags are not checked where the list of them cannot be read. Raises ArticleError."""
    _refuse(folder)
    path = folder / "article.md"
    header = _Header.read(path)
    values = header.check(_FIELDS)
    if not SLUG.fullmatch(folder.name):
        header.complain(1, f"the folder name {folder.name!r} is no slug: lower case, digits and hyphens only")
    elif values.get("slug") not in (None, folder.name):
        header.complain(header.line("slug"), f"slug is {values['slug']!r}, the folder {folder.name!r}: make them equal")
    for tag in values.get("tags", ()):
        if tags is not None and tag not in tags:
            header.complain(header.line("tags"), f"unknown tag {tag!r}: choose from {', '.join(tags)} (tags.yaml)")
    runs, run_problems = _read_runs(folder)
    header.problems += run_problems
    translations = {}
    for language in TRANSLATED:
        translated = folder / f"article.{language}.md"
        if translated.exists():
            other = _Header.read(translated)
            words = other.check(_TRANSLATED_FIELDS)
            header.problems += other.problems
            if not other.problems:
                translations[language] = Translation(language=language, body=other.body, **words)
    if header.problems:
        raise ArticleError(sorted(header.problems))
    return Article(
        folder=folder,
        body=header.body,
        body_line=header.body_line,
        pairs=_read_pairs(folder),
        runs=runs,
        pastes=tuple(sorted(folder.glob("pastes/*.txt"))),
        translations=translations,
        **values,
    )


def load_withdrawn(root: Path) -> tuple[Withdrawn, ...]:
    """The articles that were withdrawn, `_withdrawn/<slug>.md` below `root`, by slug. Raises ArticleError."""
    tombstones, problems = [], []
    folder = root / "_withdrawn"
    if folder.is_dir():
        _refuse(folder)
    for path in sorted(folder.glob("*.md")):
        header = _Header.read(path)
        values = header.check(_WITHDRAWN_FIELDS)
        if not SLUG.fullmatch(path.stem):
            header.complain(1, f"the file name {path.name!r} is no slug: write <slug>.md, as its address was")
        if not header.problems and not header.body.strip():
            header.complain(header.body_line, "does not say why: below the front matter, tell whoever comes by a link")
        problems += header.problems
        if not header.problems:
            tombstones.append(Withdrawn(slug=path.stem, path=path, reason=header.body, **values))
    if problems:
        raise ArticleError(sorted(problems))
    return tuple(tombstones)


def read_tags(root: Path, language: str = "en") -> dict[str, str]:
    """The controlled list of tags: name and the theme it is shown under. No list, no tags. Raises ArticleError.

    The themes in another language stand in `tags.<language>.yaml`; what is not there stays English.
    """
    if language != "en":
        return read_tags(root) | _read_tags(root / f"tags.{language}.yaml")
    return _read_tags(root / "tags.yaml")


def _sound_tags(root: Path) -> tuple[dict[str, str] | None, list[Problem]]:
    """The list of tags, or what is wrong with it."""
    try:
        return read_tags(root), []
    except ArticleError as error:
        return None, error.problems


def _read_tags(path: Path) -> dict[str, str]:
    try:
        content = read_file(path)
    except FileNotFoundError:
        return {}
    try:
        _, tags = _parse_yaml(content)
    except (yaml.YAMLError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        line = min(mark.line, content.count("\n")) + 1 if mark else 1  # what is unclosed is missed below the last line
        raise ArticleError([Problem(path, line, "is not YAML: write `name: Theme` lines")]) from error
    if not isinstance(tags, dict) or not all(isinstance(item, str) for pair in tags.items() for item in pair):
        raise ArticleError([Problem(path, 1, "must hold `name: Theme` lines")])
    return tags


def parse_run(path: Path) -> Run:
    """Read a recorded run: `key: value` lines, a line `---`, the output. Raises ArticleError."""
    head, fence, output = read_file(path).partition("\n---\n")
    fields = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
    try:
        if not fence:
            raise KeyError("---")
        return Run(
            path=path,
            script=fields["script"],
            python=fields["python"],
            platform=fields["platform"],
            packages=dict(item.split("==", 1) for item in fields.get("packages", "").split()),
            date=datetime.date.fromisoformat(fields["date"]),
            exit_status=int(fields["exit"]),
            reproduced=fields["reproduced"] == "yes",
            output=output,
        )
    except (KeyError, ValueError) as error:
        message = f"not a recorded run ({error}): write it with `manage.py verify_repros --record`"
        raise ArticleError([Problem(path, 1, message)]) from error


def _read_runs(folder: Path) -> tuple[tuple[Run, ...], list[Problem]]:
    runs, problems = [], []
    for path in sorted(folder.glob("runs/*.txt")):
        try:
            runs.append(parse_run(path))
        except ArticleError as error:
            problems += error.problems
    return tuple(runs), problems


def _read_pairs(folder: Path) -> tuple[Pair, ...]:
    pairs = []
    for repro in sorted(folder.glob("repro*.py"), key=lambda path: path.stem):
        name = repro.stem.removeprefix("repro").removeprefix("_")
        fixed = folder / repro.name.replace("repro", "fixed", 1)
        if fixed.exists():
            pairs.append(Pair(name, _read_script(repro), _read_script(fixed)))
    return tuple(pairs)


def _read_script(path: Path) -> Script:
    return Script(path.name, path, read_file(path))


def _problems_between(articles: Sequence[Article]) -> Iterator[Problem]:
    """Names must be unique over slugs and aliases, and what is referred to must exist."""
    owner: dict[str, str] = {article.slug: article.slug for article in articles}
    for article in articles:
        for alias in article.aliases:
            if alias in owner:
                yield Problem(article.path, 1, f"alias {alias!r} belongs to {owner[alias]!r} already: remove it")
            owner[alias] = article.slug
    for article in articles:
        for key in ("related", "symptom_of"):
            for slug in getattr(article, key):
                if slug not in owner or slug == article.slug:
                    yield Problem(article.path, 1, f"{key} names {slug!r}, which is no other article")


# ── front matter ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Field:
    """How one key of the front matter is read: a converter, the attribute it fills, and whether it may lack."""

    convert: Callable[[Any], Any]
    attribute: str = ""
    required: bool = True


class _Header:
    """The front matter of one file with the lines its keys stand on, and the body behind it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.values: dict[str, Any] = {}
        self.lines: dict[str, int] = {}
        self.body = ""
        self.body_line = 1

    @classmethod
    def read(cls, path: Path) -> "_Header":
        header = cls(path)
        try:
            text = read_file(path)
        except FileNotFoundError:
            header.complain(1, "is missing: copy articles/_template/article.md")
            return header
        except ArticleError as error:
            header.problems += error.problems
            return header
        for line, message in nesting.too_deep(text):
            header.complain(line, message)
        if header.problems:
            return header
        front, fence, body = text.removeprefix(_FENCE).partition("\n" + _FENCE)
        if not text.startswith(_FENCE) or not fence:
            header.complain(1, "has no front matter: begin with `---`, keys, and `---` on lines of their own")
            return header
        header.body = body
        header.body_line = front.count("\n") + 4
        try:
            node, values = _parse_yaml(front)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            problem = getattr(error, "problem", None) or str(error)
            header.complain(mark.line + 2 if mark else 1, f"is not YAML: {problem}; quote text that holds `: ` or `'`")
            return header
        except ValueError as error:
            header.complain(1, f"holds a date or a number that is none ({error}): correct it, or put it into quotes")
            return header
        if not isinstance(values, dict) or not isinstance(node, yaml.MappingNode):
            header.complain(2, "the front matter must be `key: value` lines")
            return header
        header.values = values
        for key_node, value_node in node.value:
            header.lines[key_node.value] = key_node.start_mark.line + 2
            if isinstance(value_node, yaml.SequenceNode):
                for number, item in enumerate(value_node.value):
                    header.lines[f"{key_node.value}.{number}"] = item.start_mark.line + 2
        return header

    def complain(self, line: int, message: str) -> None:
        self.problems.append(Problem(self.path, line, message))

    def line(self, key: str) -> int:
        return self.lines.get(key, 1)

    def check(self, fields: Mapping[str, _Field]) -> dict[str, Any]:
        """Convert every known key; complain of unknown keys, wrong types and missing keys."""
        if self.problems:
            return {}
        converted: dict[str, Any] = {}
        for key, value in self.values.items():
            known = fields.get(key)
            if known is None:
                self.complain(self.line(str(key)), f"unknown key {key!r}: use one of {', '.join(fields)}")
                continue
            try:
                converted[known.attribute or key] = self._convert(known, key, value)
            except _WrongValueError as error:
                line = self.line(f"{key}.{error.item}") if error.item is not None else self.line(key)
                self.complain(line, f"{key}: {error}")
        for key, known in fields.items():
            if known.required and key not in self.values:
                self.complain(1, f"the key {key!r} is missing: add it")
        return converted

    def _convert(self, known: _Field, key: str, value: Any) -> Any:
        converted = known.convert(value)
        if key == "signatures":  # each remembers its line, so that lint can point at it
            return tuple(item.at_line(self.line(f"{key}.{number}")) for number, item in enumerate(converted))
        return converted


def _parse_yaml(text: str) -> tuple[Any, Any]:
    """The nodes of a document, which know their lines, and its values.

    Raises yaml.YAMLError, and ValueError where a date or a number is none.
    """
    _check_depth(text)
    loader = _YamlLoader(text)
    try:
        node = loader.get_single_node()
        return node, loader.construct_document(node) if node else None
    finally:
        loader.dispose()


def _check_depth(text: str) -> None:
    """Raises yaml.YAMLError where a document nests too deep: to compose it would take hours, or all of the stack."""
    depth = 0
    for event in yaml.parse(text, _YamlLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > _DEEPEST_YAML:
                problem = f"it nests more than {_DEEPEST_YAML} levels deep"
                mark: Any = event.start_mark
                raise yaml.MarkedYAMLError(problem=problem, problem_mark=mark)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


class _WrongValueError(ValueError):
    def __init__(self, message: str, item: int | None = None) -> None:
        super().__init__(message)
        self.item = item


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _WrongValueError(f"must be text, not {value!r}")
    return value.strip()


def _slug(value: Any) -> str:
    if not SLUG.fullmatch(_text(value)):
        raise _WrongValueError(f"{value!r} is no slug: lower case, digits and hyphens only")
    return str(value)


def _date(value: Any) -> datetime.date:
    if not isinstance(value, datetime.date) or isinstance(value, datetime.datetime):
        raise _WrongValueError(f"must be a date like 2026-01-31, not {value!r}")
    return value


def _each(convert: Callable[[Any], Any], *, at_least: int = 0) -> Callable[[Any], tuple[Any, ...]]:
    def convert_list(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _WrongValueError(f"must be a list, not {value!r}")
        if len(value) < at_least:
            raise _WrongValueError(f"must have at least {at_least} item")
        converted = []
        for number, item in enumerate(value):
            try:
                converted.append(convert(item))
            except _WrongValueError as error:
                raise _WrongValueError(str(error), number) from error
        return tuple(converted)

    return convert_list


def _requirement(value: Any) -> str:
    if value not in REQUIREMENTS:
        raise _WrongValueError(f"unknown requirement {value!r}: choose from {', '.join(REQUIREMENTS)}")
    return str(value)


def _mapping(value: Any, allowed: set[str], required: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _WrongValueError(f"must be `key: value` pairs, not {value!r}")
    if unknown := set(value) - allowed:
        raise _WrongValueError(f"unknown key {sorted(map(str, unknown))[0]!r}: use {', '.join(sorted(allowed))}")
    if missing := required - set(value):
        raise _WrongValueError(f"the key {sorted(missing)[0]!r} is missing: add it")
    return value


def _source(value: Any) -> Source:
    item = _mapping(value, {"title", "url", "supports"}, {"title", "url", "supports"})
    return Source(_text(item["title"]), _address(item["url"]), _text(item["supports"]))


def _address(value: Any) -> str:
    url = _text(value)
    if not url.startswith(("https://", "http://")):
        raise _WrongValueError(f"{url!r} is no web address: begin with https://")
    return url


def _affected(value: Any) -> Affected:
    item = _mapping(value, {"package", "versions", "note"}, {"package", "versions"})
    try:
        versions = SpecifierSet(str(item["versions"]))
    except InvalidSpecifier as error:
        raise _WrongValueError(f"{item['versions']!r} is no PEP 440 specifier: write it like '>=2.0,<2.9'") from error
    return Affected(_text(item["package"]), versions, _text(item.get("note", "-")).removeprefix("-"))


def _signature(value: Any) -> Signature:
    item = _mapping(value, {"message", "pattern", "where", "exception", "frames", "role", "general", "seen"}, set())
    role = item.get("role", Role.CAUSE)
    if role not in set(Role):
        raise _WrongValueError(f"unknown role {role!r}: choose from {', '.join(Role)}")
    if not isinstance(item.get("general", False), bool):
        raise _WrongValueError("general must be true or false")
    where = item.get("where", {})
    if not isinstance(where, dict):
        raise _WrongValueError("where must map a placeholder to a list of globs")
    try:
        return Signature(
            message=_text(item["message"]) if "message" in item else "",
            pattern=_text(item["pattern"]) if "pattern" in item else "",
            where={str(name): _texts(globs) for name, globs in where.items()},
            exceptions=_texts(item.get("exception", [])),
            frames=_texts(item.get("frames", [])),
            role=Role(role),
            general=item.get("general", False),
            seen=_address(item["seen"]) if "seen" in item else "",
        )
    except SignatureError as error:
        raise _WrongValueError(str(error)) from error


def _texts(value: Any) -> tuple[str, ...]:
    """One text or a list of them."""
    return _each(_text)([value] if isinstance(value, str) else value)


_FIELDS = {
    "slug": _Field(_slug),
    "aliases": _Field(_each(_slug), required=False),
    "title": _Field(_text),
    "summary": _Field(_text),
    "fix": _Field(_text),
    "symptoms": _Field(_each(_text), required=False),
    "projects": _Field(_each(_text)),
    "exception": _Field(_each(_text), attribute="exceptions"),
    "tags": _Field(_each(_text, at_least=1)),
    "signatures": _Field(_each(_signature, at_least=1)),
    "affects": _Field(_each(_affected), required=False),
    "symptom_of": _Field(_each(_slug), required=False),
    "related": _Field(_each(_slug), required=False),
    "sources": _Field(_each(_source)),
    "requires": _Field(_each(_requirement), required=False),
    "created": _Field(_date),
    "updated": _Field(_date),
}
_TRANSLATED_FIELDS = {key: _FIELDS[key] for key in ("title", "summary", "fix", "symptoms")}
_WITHDRAWN_FIELDS = {
    "title": _FIELDS["title"],
    "withdrawn": _Field(_date),
    "see": _Field(_each(_slug), required=False),
}
