"""Lint: the fixes of an article for different pastes, which pastes get them, and what they show without a value.

A reader copies commands. So an example in one is a word that is plainly to be replaced, `MODULE` or `PATH_TO_FILE`,
and both languages show the same ones: one that only one of them shows is often a command that the other warns of.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from authoring.lint.command_lines import find_unmade_environment, find_unpasteable
from authoring.lint.lines import line_of
from tracefix.articles import filling
from tracefix.articles.cases import Case, known_names
from tracefix.articles.fix_commands import every_command_in
from tracefix.articles.model import Article, Problem
from tracefix.articles.rendering import placeholders, to_html
from tracefix.articles.steps import Row
from tracefix.matching.verdict import Match

# These run on our own files only, never on a paste of a reader.
_WORD = re.compile(r"[A-Z][A-Z0-9_]*")
_VALUE = "any_"  # before a name: what a paste has
_NAME = re.compile(r"\{\{([a-z0-9_]+)\|")
_ANY_PACKAGE = re.compile(r"^stack +has +(?:.*\| *)?(\*/?(?:site|dist)-packages/\*)(?: *\||$)")


def check(article: Article) -> Iterator[Problem]:
    """The problems of the fixes, beside those of their conditions, which loading has read."""
    yield from _check_sections(article)
    yield from _check_names(article)
    yield from _check_stacks(article)
    yield from _check_lines(article)
    yield from _check_examples(article)
    yield from _check_translations(article)
    yield from _check_commands(article)


def check_chosen(article: Article, chosen: Sequence[tuple[Path, Match]]) -> Iterator[Problem]:
    """Each run and each paste gets the case that names it, and no other. `chosen` are their paths and best matches."""
    reports = [(path, match.case) for path, match in chosen if match.article.slug == article.slug]
    reached = {case for _, case in reports}
    for number, case in enumerate(article.cases):
        if number not in reached:
            message = "no run and no paste gets this case: add a paste that does, move it up, or correct its conditions"
            yield Problem(article.path, case.line, message)
        for glob in case.shown_by:
            if not any(fnmatchcase(_name(path), glob) for path, _ in reports):
                yield Problem(article.path, case.line, f"shown_by names {glob!r}, which is no run and no paste")
    for path, index in reports:
        meant = [case for case in article.cases if any(fnmatchcase(_name(path), glob) for glob in case.shown_by)]
        got = [] if index is None else [article.cases[index]]
        if meant != got:
            message = (
                f"gets {_told(got)}, and {_told(meant)} names it in shown_by: " if meant else f"gets {_told(got)}: "
            )
            remedy = f"name {_name(path)!r} there in shown_by, or, if that fix is not its own, narrow what chose it"
            yield Problem(path, 1, f"{message}{remedy}")


def check_kept_out(article: Article, matches: Iterable[Match]) -> Iterator[Problem]:
    """For each case there is a near look-alike: a report that fits all of its conditions but one, and goes on.

    The last case may take all that is left.
    """
    near = {
        number
        for match in matches
        if match.article.slug == article.slug
        for number, case in enumerate(article.cases[: match.case])
        if [condition.holds(match.facts) for condition in case.conditions].count(False) == 1
    }
    for number, case in enumerate(article.cases[:-1]):
        if number not in near:
            message = (
                "no report shows where this case must not decide: add one to pastes/ or not/ that fits all of its "
                "conditions but one"
            )
            yield Problem(article.path, case.line, message)


def _name(path: Path) -> str:
    """The name of a report in shown_by: of a paste its own, of a run with its folder."""
    return path.stem if path.parent.name == "pastes" else f"{path.parent.name}/{path.stem}"


def _told(cases: Sequence[Case]) -> str:
    return " and ".join(f"the case in line {case.line}" for case in cases) or "the plain fix"


def check_rows_reached(article: Article, matches: Sequence[Match]) -> Iterator[Problem]:
    """Each row with a condition leads, or is left out, for a run or a paste of the article."""
    own = [match for match in matches if match.article.slug == article.slug]
    holders: list[tuple[int | None, int, Sequence[Row]]] = [(None, line_of(article.path, "steps"), article.steps)]
    holders += [(number, case.line, case.steps) for number, case in enumerate(article.cases)]
    for holder, line, rows in holders:
        led = {index for match in own if match.case == holder for index in match.order.leading}
        dropped = {index for match in own if match.case == holder for index in match.order.dropped}
        for index, row in enumerate(rows):
            for key, reached in (("when", led), ("unless", dropped)):
                if getattr(row, key) and index not in reached:
                    message = f"steps: no run and no paste has what `{key}` of row {index + 1} asks for: add one"
                    yield Problem(article.path, line, message)


def _check_sections(article: Article) -> Iterator[Problem]:
    anchors = [heading.id for heading in to_html(article.body).headings]
    for case in article.cases:
        if case.section and case.section not in anchors:
            message = f"section: no heading has the anchor {case.section!r}: use one of {', '.join(anchors)}"
            yield Problem(article.path, case.line, message)


def _check_stacks(article: Article) -> Iterator[Problem]:
    """No condition asks whether any frame is in an installed package: nearly every stack has one."""
    for case in article.cases:
        for text in case.when:
            if found := _ANY_PACKAGE.search(text):
                message = f"{text!r} holds for nearly every stack: write `last frame has {found[1]}`"
                yield Problem(article.path, case.line, message)


def _check_lines(article: Article) -> Iterator[Problem]:
    """The commands of rows can be pasted, and do what the row says."""
    holders = [(line_of(article.path, "steps"), article.steps), *((case.line, case.steps) for case in article.cases)]
    for line, rows in holders:
        unpasteable = find_unpasteable(command for row in rows for command in row.commands)
        unmade = (message for row in rows for message in find_unmade_environment(row.do, row.commands))
        for message in (*unpasteable, *unmade):
            yield Problem(article.path, line, message)


def _check_names(article: Article) -> Iterator[Problem]:
    """A fix names values that a paste can have."""
    known = known_names(article.captured)
    texts = [(case.line, f"{case.fix}\n\n{case.finding}") for case in article.cases]  # article_text.py reads the others
    for line, fix in texts:
        for name in _NAME.findall("".join(placeholders(fix))):
            if name not in known:
                message = f"{{{{{name}|…}}}} stands for nothing: no signature and no template in `values` captures it"
                yield Problem(article.path, line, message)


def _check_examples(article: Article) -> Iterator[Problem]:
    """No example value stands in a command."""
    texts = [(article.path, line, fix, True) for line, fix in _fixes(article)]
    texts.append((article.path, article.body_line, article.body, False))
    for translation in article.translations.values():
        path = article.folder / f"article.{translation.language}.md"
        texts += [(path, _line_of_fix(path), text, True) for text in (translation.fix, translation.finding)]
        fixes = (*translation.cases, *translation.case_findings)
        texts += [(path, line_of(path, "cases"), fix, True) for fix in fixes]
        texts.append((path, translation.body_line, translation.body, False))
    for path, line, text, is_fix in texts:
        for placeholder in filling.in_code(text, printed=is_fix):
            is_heading = text.splitlines()[placeholder.line].startswith("#")  # its anchor is made of the example
            if not is_heading and not _WORD.fullmatch(placeholder.example):
                shown = f"{{{{{placeholder.name}|{placeholder.example}}}}}"
                message = (
                    f"{shown} shows an example in code that readers copy: write a word such as MODULE, PATH_TO_FILE"
                )
                yield Problem(path, line if is_fix else line + placeholder.line, message)


def _check_translations(article: Article) -> Iterator[Problem]:
    """A translation has the fixes of all cases, with the same values in them."""
    for translation in article.translations.values():
        path = article.folder / f"article.{translation.language}.md"
        line = line_of(path, "cases")
        if len(translation.cases) != len(article.cases):
            message = (
                f"has the fixes of {len(translation.cases)} cases, article.md has {len(article.cases)}: one for each"
            )
            yield Problem(path, line, message)
            continue
        findings = translation.case_findings or ("",) * len(article.cases)
        words = [
            ("fix of the article", article.fix, translation.fix),
            ("finding", article.finding, translation.finding),
        ]
        for number, case in enumerate(article.cases):
            words.append((f"fix {number + 1} of cases", case.fix, translation.cases[number]))
            words.append((f"finding {number + 1} of cases", case.finding, findings[number]))
        for what, our_text, their_text in words:
            ours, theirs = _names(our_text), _names(their_text)
            for name in sorted(ours ^ theirs):
                wrong = "lacks" if name in ours else "has"
                yield Problem(path, line, f"{what} {wrong} {{{{{name}|…}}}}: name the same values in both")


def _check_commands(article: Article) -> Iterator[Problem]:
    """A translation shows the same commands to be copied as the article. Those of rows are the article's own."""
    for language in article.translations:
        translated = article.in_language(language)
        path = article.folder / f"article.{language}.md"
        pairs: list[tuple[int, Article | Case, Article | Case]] = [(_line_of_fix(path), article, translated)]
        pairs += [(line_of(path, "cases"), *both) for both in zip(article.cases, translated.cases, strict=True)]
        for line, ours, theirs in pairs:
            shown = _copied(ours)
            for command in sorted(shown ^ _copied(theirs)):
                where = "article.md" if command in shown else path.name
                remedy = "word both alike, or take the backticks away"
                yield Problem(path, line, f"only {where} shows `{command}` to be copied: {remedy}")


def _copied(holder: Article | Case) -> set[str]:
    """The commands of a fix in prose that a reader copies who has every value, each with the names of the values."""
    values = {name: f"{_VALUE}{name}" for name in _names(holder.fix)}
    shown = () if holder.steps else every_command_in(holder.fix, values)
    return {command.replace(_VALUE, "") for command in shown}


def _names(fix: str) -> set[str]:
    return set(_NAME.findall("".join(placeholders(fix))))


def _fixes(article: Article) -> Iterator[tuple[int, str]]:
    """The fixes of the article, and their lines."""
    yield _line_of_fix(article.path), article.fix
    yield line_of(article.path, "finding"), article.finding
    yield from ((case.line, text) for case in article.cases for text in (case.fix, case.finding))


def _line_of_fix(path: Path) -> int:
    """The line of the fix, or of the rows that it is made of."""
    return max(line_of(path, "fix"), line_of(path, "steps"))
