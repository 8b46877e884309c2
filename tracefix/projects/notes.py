"""Load the notes of projects: short entries on single errors, each from a source that was read. See docs/notes.md.

A note becomes an Article, so that matching, search and every face of an answer treat it as one. Its slug is
`<project>/<id>`, its signatures are general, so it is at most likely, and it says that nobody here ran it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from tracefix.articles.cases import known_names
from tracefix.articles.conditions import SYSTEMS, parse_condition
from tracefix.articles.converters import Field, WrongValueError, date, each, key_problems, mapping, text
from tracefix.articles.fields import ARTICLE_FIELDS, CONDITIONS, FINDING, STEPS, TRANSLATION_FIELDS
from tracefix.articles.front_matter import FrontMatter
from tracefix.articles.loading import collect
from tracefix.articles.model import SLUG, Affected, Article, ArticleError, Problem, Proof, Source, Translation
from tracefix.articles.steps import Row, text_of
from tracefix.projects.loading import NOTES, full_commit, repository_address, source_address

_MOST_CHARACTERS = 1_000_000  # of a file; a note has some 3,000
_REMEDY = "write it as docs/notes.md says"
_LANGUAGE = "zh-hans"
_SHARED = {"exception", "frames", "role", "where", "where_not"}  # for every message that does not have its own
_WORDS = {"title", "finding", "cause"}
_KEYS = {*_WORDS, *_SHARED, "messages", "when", "fixes", "check", "affects", "article", "examples", "sources", "zh"}
_REQUIRED = {*_WORDS, "messages", "fixes", "examples", "sources", "zh"}
_SYSTEM = "system is "
_SEEN = {"en": "What you see", _LANGUAGE: "现象"}


@dataclass(frozen=True, slots=True)
class Note:
    """A note as an article, and the examples of its message that it was written from."""

    article: Article
    examples: tuple[str, ...]
    line: int  # of notes.yaml, on which it begins


def load_all(root: Path) -> tuple[Note, ...]:
    """Every note below `root`, ordered by slug; none without such a folder. Raises ArticleError with all problems."""
    notes, problems = load_sound(root)
    if problems:
        raise ArticleError(problems)
    return notes


def load_sound(root: Path) -> tuple[tuple[Note, ...], list[Problem]]:
    """The notes of the files that can be read, and the problems of the others."""
    notes, problems = collect(note_files(root), load_notes)
    return tuple(notes), problems


def note_files(root: Path) -> list[Path]:
    """The files of notes below `root`, one a project, in order."""
    return sorted(path for path in root.glob(f"*/{NOTES}") if path.parent.name[0] not in "_.")


def load_notes(path: Path) -> tuple[Note, ...]:
    """The notes of one project, by id. Raises ArticleError."""
    notes, problems = read_notes(path)
    if problems:
        raise ArticleError(problems)
    return notes


def read_notes(path: Path) -> tuple[tuple[Note, ...], list[Problem]]:
    """The sound notes of one project, by id, and what is wrong with the others; none if the head is wrong."""
    file = FrontMatter.read_yaml(path, _REMEDY, most=_MOST_CHARACTERS)
    project = path.parent.name
    if not SLUG.fullmatch(project):
        file.complain(1, f"the folder {project!r} may have lower case, digits and hyphens only: rename it")
    head = {key: str(file.values.get(key, "")) for key in ("repository", "commit")}
    values = file.check(
        {
            "project": Field(text),
            "repository": Field(repository_address),
            "commit": Field(full_commit, required=False),
            "read": Field(date),
            "notes": Field(partial(_notes, **head)),
        }
    )
    for id_, found in values.get("notes", {}).items():
        for problem in () if isinstance(found, dict) else found:
            file.complain(file.line(f"notes.{id_}"), f"{id_}: {problem}")
    is_sound = {"project", "repository", "read", "notes"} <= values.keys()
    notes = (
        Note(_article(project, id_, values, note, path.parent), note["examples"], file.line(f"notes.{id_}"))
        for id_, note in (sorted(values["notes"].items()) if is_sound else ())
        if isinstance(note, dict)
    )
    return tuple(notes), sorted(file.problems)


def _notes(value: Any, *, repository: str, commit: str) -> dict[str, Any]:
    """Each note by its id: its values, or a list of what is wrong with it."""
    if not isinstance(value, dict) or not value:
        raise WrongValueError("must hold the notes, each below its id")
    return {str(id_): _note(str(id_), note, repository, commit) for id_, note in value.items()}


def _note(id_: str, value: Any, repository: str, commit: str) -> dict[str, Any] | list[str]:
    if not isinstance(value, dict):
        return [f"must be `key: value` pairs, not {value!r}"]
    item, problems = value, list(key_problems(value, _KEYS, _REQUIRED))
    if not SLUG.fullmatch(id_):
        problems.append("an id has lower case, digits and hyphens only")
    converted: dict[str, Any] = {}
    of_note: dict[str, Callable[[Any], Any]] = {
        "messages": partial(_messages, item),
        "sources": partial(_sources, repository, commit),
    }
    for key, convert in {**_CONVERTERS, **of_note}.items():
        if key in item:
            try:
                converted[key] = convert(item[key])
            except WrongValueError as error:
                problems.append(f"{key}: {error}")
    if {"messages", "fixes", "zh"} <= converted.keys() and set(item) <= _KEYS:
        problems += _check(converted)
    return problems or converted


def _messages(item: Mapping[str, Any], value: Any) -> tuple[Any, ...]:
    """The signatures of a note: what it says for all its messages holds for each that does not say it itself."""
    if not isinstance(value, list):
        raise WrongValueError("must be a list of wordings")
    signatures = []
    for message in value:
        own = {"message": message} if isinstance(message, str) else message
        if not isinstance(own, dict) or "general" in own:
            raise WrongValueError(f"{message!r}: write a text, or `message` or `pattern` with `where` and the like")
        said = f"{own.get('message', '')}{own.get('pattern', '')}"
        shared = {key: item[key] for key in _SHARED & set(item) if key not in own}
        for key in {"where", "where_not"} & set(shared):
            named = shared[key] if isinstance(shared[key], dict) else {}
            shared[key] = {name: globs for name, globs in named.items() if f"{{{name}}}" in said or f"<{name}>" in said}
        signatures.append({**shared, **own, "general": True})
    written = "".join(f"{signature.get('message', '')}{signature.get('pattern', '')}" for signature in signatures)
    for key in ("where", "where_not"):
        names = item[key] if isinstance(item.get(key), dict) else ()
        if lost := next((name for name in names if f"{{{name}}}" not in written and f"<{name}>" not in written), ""):
            raise WrongValueError(f"no message has {{{lost}}}, which {key} names")
    return tuple(ARTICLE_FIELDS["signatures"].convert(signatures))


def _sources(repository: str, commit: str, value: Any) -> tuple[Source, ...]:
    if not isinstance(value, dict) or not value:
        raise WrongValueError("must be `place: what it supports` lines, at least one")
    found = []
    for place, supports in value.items():
        address = source_address(str(place), repository, commit)
        found.append(Source(str(place).removeprefix("https://"), address, text(supports)))
    return tuple(found)


def _affects(value: Any) -> tuple[Affected, ...]:
    if not isinstance(value, dict):
        raise WrongValueError('must map a package to its versions, such as {keras: ">=3"}')
    return tuple(
        ARTICLE_FIELDS["affects"].convert(
            [{"package": package, "versions": versions} for package, versions in value.items()]
        )
    )


def _words(value: Any) -> dict[str, Any]:
    item = mapping(value, {*_WORDS, "fixes", "check"}, {*_WORDS, "fixes"})
    rows = TRANSLATION_FIELDS["steps"].convert(item["fixes"])
    return {**{key: text(item[key]) for key in (*_WORDS, "check") if key in item}, "fixes": rows}


_CONVERTERS = {
    "title": text,
    "finding": FINDING.convert,
    "cause": text,
    "when": CONDITIONS.convert,
    "fixes": STEPS.convert,
    "check": text,
    "affects": _affects,
    "article": text,
    "examples": each(text, at_least=1),
    "zh": _words,
}


def _check(note: Mapping[str, Any]) -> Iterator[str]:
    """What the parts of a note say of each other."""
    captured = [name for signature in note["messages"] for name in signature.names]
    known = known_names(captured)
    conditions = [parse_condition(condition) for condition in note.get("when", ())]
    conditions += [condition for row in note["fixes"] for condition in row.conditions]
    for name in dict.fromkeys(name for condition in conditions for name in condition.names):
        if name not in known:
            yield f"no message captures {{{name}}}, which a condition asks for"
    if len(note["fixes"]) > 3:
        yield f"fixes: {len(note['fixes'])} rows: keep the three likeliest"
    words = note["zh"]
    if ("check" in words) != ("check" in note):
        yield "zh: `check` stands in one language only"
    if len(words["fixes"]) != len(note["fixes"]):
        yield f"zh: has {len(words['fixes'])} fixes, the note has {len(note['fixes'])}"
        return
    for number, (row, other) in enumerate(zip(note["fixes"], words["fixes"], strict=True), 1):
        if tuple(map(bool, row.words)) != tuple(map(bool, other.words)):
            yield f"zh: fixes {number}: `if` or `note` stands in one language only"


def _article(project: str, id_: str, head: Mapping[str, Any], note: Mapping[str, Any], folder: Path) -> Article:
    words, rows = note["zh"], tuple(map(_for_its_system, note["fixes"]))
    steps = _with_check(rows, note.get("check", ""))
    in_chinese = [row.in_words(other) for row, other in zip(rows, words["fixes"], strict=True)]
    translated = _with_check(in_chinese, words.get("check", ""))
    return Article(
        slug=f"{project}/{id_}",
        folder=folder,
        title=note["title"],
        summary=note["cause"],
        fix=text_of(steps),
        finding=note["finding"],
        steps=steps,
        projects=(head["project"],),
        exceptions=tuple(dict.fromkeys(name for signature in note["messages"] for name in signature.exceptions)),
        tags=(),
        signatures=note["messages"],
        sources=note["sources"],
        created=head["read"],
        updated=head["read"],
        body=_body("en", note["examples"]),
        body_line=1,
        affects=note.get("affects", ()),
        related=(note["article"],) if "article" in note else (),
        proof=Proof.SOURCED,
        note_of=project,
        when=note.get("when", ()),
        translations={
            _LANGUAGE: Translation(
                language=_LANGUAGE,
                title=words["title"],
                summary=words["cause"],
                fix=text_of(translated),
                finding=words["finding"],
                steps=translated,
                body=_body(_LANGUAGE, note["examples"]),
            )
        },
    )


def _for_its_system(row: Row) -> Row:
    """The row, left out where the paste shows another system than the one that it is for.

    That the paste shows its system is no reason for a row to lead.
    """
    named = [condition for condition in row.when if condition.startswith(_SYSTEM)]
    if not named or row.unless:
        return row
    systems = {name.strip() for name in named[0].removeprefix(_SYSTEM).split("|")}
    others = [name for name in SYSTEMS if name not in systems]
    when = tuple(condition for condition in row.when if condition not in named)
    return replace(row, when=when, unless=(_SYSTEM + " | ".join(others),) if others else ())


def _with_check(rows: Sequence[Row], check: str) -> tuple[Row, ...]:
    """The rows, of which the first says how to see that it worked."""
    first = replace(rows[0], note=check) if check and not rows[0].note else rows[0]
    return (first, *rows[1:])


def _body(language: str, examples: Sequence[str]) -> str:
    """The body of a note as an article: what people see. Cause and fix are fields, which every face shows."""
    shown = "\n".join(examples)
    return f"## {_SEEN[language]}\n\n```text\n{shown}\n```\n"
