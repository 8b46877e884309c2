"""Load article folders: all of them, one of them, the withdrawn ones, and the list of tags.

The folder is the single source of truth (see articles/_template/). Every problem of every file is reported at once, as
`path:line: message` with what to do.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from tracefix.articles import browser_record
from tracefix.articles.cases import known_names
from tracefix.articles.did_you_mean import choose, choose_among_many
from tracefix.articles.fields import ARTICLE_FIELDS, TRANSLATION_FIELDS, WITHDRAWN_FIELDS
from tracefix.articles.files import list_files, read_file
from tracefix.articles.front_matter import FrontMatter, read_names
from tracefix.articles.model import SLUG, Article, ArticleError, Pair, Problem, Script, Translation, Withdrawn
from tracefix.articles.runs import read_run
from tracefix.articles.steps import Row, text_of
from tracefix.languages import TRANSLATED

_T = TypeVar("_T")
_BOTH = "fix: `steps` stand, too: remove it, for it is made of the steps"
_NO_FIX = "the key 'fix' is missing: add it, or 'steps'"
_ONE_FINDING = "stands in one language only: write it in both, or in none"
_REPRO = re.compile(r"repro([^/]*)\.py")


def load_all(root: Path) -> tuple[Article, ...]:
    """Load every article below `root`, ordered by slug. Raises ArticleError with the problems of all of them."""
    articles, problems = load_sound(root)
    problems += problems_between(articles)
    if problems:
        raise ArticleError(problems)
    return articles


def load_sound(root: Path, known_tags: Mapping[str, str] = {}) -> tuple[tuple[Article, ...], list[Problem]]:
    """Load the articles that can be read; the problems are those of the others. A broken one never stops the rest.

    They may have the tags that are known, beside those of the folder.
    """
    tags, problems = _sound_tags(root)
    if tags is not None:
        tags = {**known_tags, **tags}
    articles, more = collect(article_folders(root), lambda folder: [load_folder(folder, tags)])
    return tuple(articles), problems + more


def collect(paths: Iterable[Path], load: Callable[[Path], Iterable[_T]]) -> tuple[list[_T], list[Problem]]:
    """What can be loaded of all these files, and the problems of those that raise ArticleError."""
    found: list[_T] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            found += load(path)
        except ArticleError as error:
            problems += error.problems
    return found, problems


def problems_between(articles: Sequence[Article], added: Collection[Article] | None = None) -> Iterator[Problem]:
    """Problems between articles: a slug that two articles use, and a link to a slug that does not exist.

    With `added`, only their links are looked at: others may have been compiled, and have no file to point at. A link to
    an article that is broken is none: that one has problems of its own.
    """
    owner: dict[str, str] = {article.slug: article.slug for article in articles}
    for article in articles:
        for alias in article.aliases:
            if alias in owner:
                yield Problem(article.path, 1, f"alias {alias!r} belongs to {owner[alias]!r} already: remove it")
            owner[alias] = article.slug
    for article in articles if added is None else added:
        for key in ("related", "symptom_of"):
            for slug in getattr(article, key):
                if slug == article.slug or (slug not in owner and not _has_folder(slug, articles)):
                    suggestion = choose_among_many(slug, (name for name in owner if name != article.slug))
                    lines = read_file(article.path).splitlines()
                    line = next((number for number, text in enumerate(lines, 1) if text.startswith(f"{key}:")), 1)
                    yield Problem(article.path, line, f"{key} names {slug!r}, which is no other article: {suggestion}")


def _has_folder(slug: str, articles: Iterable[Article]) -> bool:
    """Whether a folder of this name is beside one of the articles."""
    roots = {article.folder.parent for article in articles}
    return SLUG.fullmatch(slug) is not None and any((root / slug).is_dir() for root in roots)


def article_folders(root: Path) -> list[Path]:
    """The article folders below `root`, by name; those whose name starts with `_` or `.` are not articles."""
    return sorted(path for path in root.iterdir() if path.is_dir() and path.name[0] not in "_.")


def load(folder: Path, known_tags: Mapping[str, str] = {}) -> Article:
    """Load one article folder. It may have the tags that are known, beside those of its root. Raises ArticleError."""
    tags, problems = _sound_tags(folder.parent)
    if problems:
        raise ArticleError(problems)
    return load_folder(folder, None if tags is None else {**known_tags, **tags})


def load_withdrawn(root: Path) -> tuple[Withdrawn, ...]:
    """Load the withdrawn articles, `_withdrawn/<slug>.md` below `root`, by slug. Raises ArticleError."""
    tombstones, problems = [], []
    folder = root / "_withdrawn"
    if folder.is_dir():
        list_files(folder)
    for path in sorted(folder.glob("*.md")):
        header = FrontMatter.read(path)
        values = header.check(WITHDRAWN_FIELDS)
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
    """Read tags.yaml: each tag with the theme it is shown under. A missing list is empty. Raises ArticleError.

    `tags.<language>.yaml` has the themes in another language; a theme that is not there stays English.
    """
    english = read_names(root / "tags.yaml")
    return english if language == "en" else english | read_names(root / f"tags.{language}.yaml")


def _sound_tags(root: Path) -> tuple[dict[str, str] | None, list[Problem]]:
    """The list of tags, or what is wrong with it."""
    try:
        return read_tags(root), []
    except ArticleError as error:
        return None, error.problems


def load_folder(folder: Path, tags: Mapping[str, str] | None) -> Article:
    """Load one article folder, given the tags that it may have; None: they are not checked. Raises ArticleError."""
    names = list_files(folder)
    header = FrontMatter.read(folder / "article.md")
    values = header.check(ARTICLE_FIELDS)
    _check_slug(header, values, folder.name)
    _check_tags(header, values, tags)
    _check_fix(header, values)
    _check_conditions(header, values)
    runs, run_problems = collect(texts_in(folder, "runs", names), lambda path: [read_run(path)])
    pairs = _read_pairs(folder, names)
    in_browser, browser_problems = _read_browser_record(folder, names, pairs)
    translations, translation_problems = _read_translations(folder, names, {} if header.problems else values)
    if problems := [*header.problems, *run_problems, *browser_problems, *translation_problems]:
        raise ArticleError(sorted(problems))
    values["signatures"] = tuple(  # each remembers its line, so that lint can point at it
        signature.at_line(header.line(f"signatures.{number}")) for number, signature in enumerate(values["signatures"])
    )
    values.setdefault("fix", text_of(values.get("steps", ())))
    values["cases"] = tuple(
        replace(case, line=header.line(f"cases.{number}")) for number, case in enumerate(values.get("cases", ()))
    )
    return Article(
        folder=folder,
        body=header.body,
        body_line=header.body_line,
        pairs=pairs,
        runs=tuple(runs),
        in_browser=in_browser,
        pastes=tuple(texts_in(folder, "pastes", names)),
        look_alikes=tuple(texts_in(folder, "not", names)),
        stand_ins=tuple(Script(name, folder / name, read_file(folder / name)) for name in names if _is_stand_in(name)),
        translations=translations,
        **values,
    )


def texts_in(folder: Path, part: str, names: Iterable[str]) -> list[Path]:
    """The .txt files of runs/, pastes/ or not/."""
    return [folder / name for name in names if name.endswith(".txt") and name.rpartition("/")[0] == part]


def _check_slug(header: FrontMatter, values: Mapping[str, Any], name: str) -> None:
    if not SLUG.fullmatch(name):
        header.complain(1, f"the folder name {name!r} is no slug: lower case, digits and hyphens only")
    elif values.get("slug") not in (None, name):
        header.complain(header.line("slug"), f"slug is {values['slug']!r}, the folder {name!r}: make them equal")


def _check_tags(header: FrontMatter, values: Mapping[str, Any], tags: Mapping[str, str] | None) -> None:
    for tag in values.get("tags", ()):
        if tags is not None and tag not in tags:
            header.complain(header.line("tags"), f"unknown tag {tag!r}: {choose(tag, tags)} (tags.yaml)")


def _check_fix(header: FrontMatter, values: Mapping[str, Any]) -> None:
    """The fix is one text, or rows of which the text is made."""
    if not header.problems and ("fix" in values) is ("steps" in values):
        header.complain(header.line("steps"), _BOTH if "fix" in values else _NO_FIX)


def _check_conditions(header: FrontMatter, values: Mapping[str, Any]) -> None:
    """A condition reads values that a paste can have."""
    if header.problems:  # what is captured is not known
        return
    captured = [name for item in (*values.get("signatures", ()), *values.get("values", ())) for name in item.names]
    known = known_names(captured)
    asked = [
        *(("cases", number, (*case.names, *_names(case.steps))) for number, case in enumerate(values.get("cases", ()))),
        *(("steps", number, _names([row])) for number, row in enumerate(values.get("steps", ()))),
    ]
    for key, number, names in asked:
        for name in dict.fromkeys(names):
            if name not in known:
                message = f"{key}: no signature and no template in `values` captures {{{name}}}: add one, or correct it"
                header.complain(header.line(f"{key}.{number}"), message)


def _names(rows: Iterable[Row]) -> tuple[str, ...]:
    """The values that the conditions of rows read."""
    return tuple(name for row in rows for condition in row.conditions for name in condition.names)


def _read_translations(
    folder: Path, names: Collection[str], values: Mapping[str, Any]
) -> tuple[dict[str, Translation], list[Problem]]:
    """The translations. The rows of each take commands and conditions from the article's, whose `values` are given."""
    translations, problems = {}, []
    for language in TRANSLATED:
        if (name := f"article.{language}.md") not in names:
            continue
        header = FrontMatter.read(folder / name)
        words = header.check(TRANSLATION_FIELDS)
        if not header.problems:
            _join_rows(header, words, values or words)  # of an article that cannot be read, nothing is known
        problems += header.problems
        if not header.problems:
            translations[language] = Translation(
                language=language, body=header.body, body_line=header.body_line, **words
            )
    return translations, problems


def _join_rows(header: FrontMatter, words: dict[str, Any], values: Mapping[str, Any]) -> None:
    """Give the rows of a translation the commands and conditions of the article's rows, and make its fixes of them."""
    rows = words["steps"] = _joined(header, "steps", words.get("steps", ()), values.get("steps", ()))
    if "fix" in words and rows:
        header.complain(header.line("fix"), _BOTH)
    if "fix" not in words and not rows:
        header.complain(1, _NO_FIX)
    words.setdefault("fix", text_of(rows))
    originals, cases = values.get("cases", ()), words.get("cases", ())
    if len(cases) != len(originals):  # lint says so
        words["cases"] = tuple(case.fix or text_of(case.steps) for case in cases)
        return
    joined = tuple(
        _joined(header, f"cases.{number}", case.steps, original.steps)
        for number, (case, original) in enumerate(zip(cases, originals, strict=True))
    )
    words["cases"] = tuple(case.fix or text_of(steps) for case, steps in zip(cases, joined, strict=True))
    words["case_findings"] = tuple(case.finding for case in cases)
    words["case_steps"] = joined
    for number, (case, original) in enumerate(zip(cases, originals, strict=True)):
        if bool(case.finding) is not bool(original.finding):
            header.complain(header.line(f"cases.{number}"), f"cases: {_ONE_FINDING}")
    if bool(words.get("finding")) is not bool(values.get("finding")):
        header.complain(header.line("finding"), f"finding: {_ONE_FINDING}")


def _joined(header: FrontMatter, key: str, rows: Sequence[Row], originals: Sequence[Row]) -> tuple[Row, ...]:
    if len(rows) != len(originals):
        message = f"has {len(rows)} steps, article.md has {len(originals)}: one for each, in the same order"
        header.complain(header.line(key), f"{key.partition('.')[0]}: {message}")
        return ()
    return tuple(original.in_words(row) for row, original in zip(rows, originals, strict=True))


def _read_browser_record(
    folder: Path, names: Collection[str], pairs: Iterable[Pair]
) -> tuple[dict[str, str], list[Problem]]:
    if browser_record.NAME not in names:
        return {}, []
    try:
        record = browser_record.read_browser_record(folder / browser_record.NAME)
    except ArticleError as error:
        return {}, error.problems
    return record.of(script for pair in pairs for script in (pair.repro, pair.fixed)), []


def _is_stand_in(name: str) -> bool:
    return name.startswith("standin/") and name.count("/") == 1


def _read_pairs(folder: Path, names: Collection[str]) -> tuple[Pair, ...]:
    """The pairs by name; the main one, which has none, comes first. A script without its other half is in no pair."""
    found = sorted(found[1] for name in names if (found := _REPRO.fullmatch(name)))
    return tuple(
        Pair(rest.removeprefix("_"), _read_script(folder / f"repro{rest}.py"), _read_script(folder / f"fixed{rest}.py"))
        for rest in found
        if f"fixed{rest}.py" in names
    )


def _read_script(path: Path) -> Script:
    return Script(path.name, path, read_file(path))
