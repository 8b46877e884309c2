"""What must hold of an article beyond its front matter, so that nothing is published that was not run.

Every rule is a small function that yields problems, each with its place and what to do. articles.py has checked the
front matter already.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path

from kb.core.articles import filling
from kb.core.articles.model import Article, Problem, Run, Script, Translation, read_file
from kb.core.articles.rendering import to_html
from kb.core.articles.signatures import Role, Signature
from kb.core.languages import ENGLISH, LANGUAGES
from kb.core.lint import faked_errors as honesty
from kb.core.lint import translations
from kb.core.matching.diagnosis import Catalogue, Verdict, diagnose
from kb.core.repros import running as repros

SECTIONS = LANGUAGES[ENGLISH].sections
LONGEST_SUMMARY = 160  # characters: what a search engine and a feed show
LARGEST_DIFFERENCE = 0.4  # of the lines of a pair: the difference is the lesson
FEWEST_REPORTS = 2  # texts that must lead to the article; one alone says little about what varies

# These run on our own files only, never on a paste of a reader.
_FENCE = re.compile(r"\s*(```|~~~)")
_LINK = re.compile(r"\]\(/articles/([^/)#?\s]*)/?")
_LINK_WITHIN = re.compile(r"\]\(#([^)\s]*)\)")
_ANCHORS_OF_THE_PAGE = {"run-it", "where", "sources", "link"}  # templates/kb/article.html
_SCRIPT_NAME = re.compile(r"(repro|fixed)((?:_[a-z0-9_]+)?)\.py")
_SHOWN_CODE = re.compile(r"(?s)<(?:code|pre)\b.*?</(?:code|pre)>")
_MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:root|work|opt|tmp)(?:/|\b(?!\w))[^\s\"',:)]*")


@dataclass(frozen=True, slots=True)
class _Text:
    """A text of the article that must lead to it, and where it stands."""

    path: Path
    first_line: int
    text: str


def check_all(articles: Iterable[Article], *, ordinary: str = "") -> list[Problem]:
    """Every problem of the articles, by path and line. `ordinary` is a log without errors, which nothing may fit."""
    catalogue = Catalogue(articles)
    problems = set(check_between(catalogue))
    for article in catalogue.articles:
        problems.update(check(article, catalogue, ordinary=ordinary))
    return sorted(problems)


def check(article: Article, catalogue: Catalogue, *, ordinary: str = "") -> Iterator[Problem]:
    """The problems of one article, which is in the catalogue."""
    yield from _check_summary_and_sources(article)
    yield from _check_sections(article)
    yield from _check_links(article, catalogue)
    yield from _check_marks(article)
    yield from translations.check(article)
    yield from _check_pairs(article)
    yield from _check_runs(article)
    yield from _check_paths(article)
    yield from _check_reports(article, catalogue)
    yield from _check_signatures(article, ordinary)


def check_between(catalogue: Catalogue) -> Iterator[Problem]:
    """Signatures that call another article's report their own error."""
    for article in catalogue.articles:
        for report in _reports(article):
            for match in diagnose(report.text, catalogue).matches:
                if match.verdict is Verdict.EXACT and match.article.slug != article.slug:
                    yield _too_broad(match.article, report, article.slug)


def _too_broad(article: Article, report: _Text, owner: str) -> Problem:
    for signature in article.signatures:
        if diagnose(report.text, _alone(article, signature)).verdict is Verdict.EXACT:
            break
    name = f"{owner}/{report.path.parent.name}/{report.path.name}"
    message = f"the signature “{signature.text}” is exact for {name}: say more of the message, or narrow it by `where`"
    return Problem(article.path, signature.line, message)


# ── words ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _line_of(article: Article, key: str) -> int:
    """The line of article.md on which a key of the front matter stands."""
    lines = read_file(article.path).splitlines()
    return next((number for number, line in enumerate(lines, 1) if line.startswith(f"{key}:")), 1)


def _check_summary_and_sources(article: Article) -> Iterator[Problem]:
    """A summary is short; every claim of fact has a source; an article is not changed before it is made."""
    if len(article.summary) > LONGEST_SUMMARY:
        message = f"summary has {len(article.summary)} characters: say the cause in at most {LONGEST_SUMMARY}"
        yield Problem(article.path, _line_of(article, "summary"), message)
    if not article.sources:
        message = "sources is empty: name where each claim can be checked (title, url, supports)"
        yield Problem(article.path, _line_of(article, "sources"), message)
    if article.updated < article.created:
        message = f"updated ({article.updated}) is before created ({article.created}): correct one of them"
        yield Problem(article.path, _line_of(article, "updated"), message)


def _check_sections(article: Article) -> Iterator[Problem]:
    """The body has the fixed sections in the fixed order, each with something in it."""
    wanted = list(SECTIONS)
    current: tuple[int, str] | None = None
    is_empty = False
    for number, line in [*_prose(article), (0, "## ")]:
        if not line.startswith(("# ", "## ")):
            is_empty = is_empty and not line.strip()
            continue
        if current and is_empty:
            yield Problem(article.path, current[0], f"the section “{current[1]}” is empty: write it")
        if not number:
            break
        heading = line.lstrip("#").strip()
        current, is_empty = (number, heading), True
        if wanted and line.rstrip() == f"## {wanted[0]}":
            wanted.pop(0)
        elif heading in wanted and line.startswith("## "):
            missing = wanted[: wanted.index(heading)]
            yield Problem(
                article.path, number, f"before “## {heading}” must stand {_headings(missing)}: add or move it"
            )
            del wanted[: wanted.index(heading) + 1]
        else:
            message = f"“{line.rstrip()}” is out of place: the sections are {_headings(SECTIONS)}; use ### below them"
            yield Problem(article.path, number, message)
    if wanted:
        yield Problem(article.path, article.body_line, f"the body lacks {_headings(wanted)}: add it at the end")


def _headings(names: Iterable[str]) -> str:
    return ", ".join(f"“## {name}”" for name in names)


def _prose(article: Article) -> Iterator[tuple[int, str]]:
    """The numbered lines of the body; code blocks become one word each, for a `# comment` is no heading."""
    fence = ""
    for number, line in enumerate(article.body.splitlines(), article.body_line):
        found = _FENCE.match(line)
        if found and (not fence or found[1] == fence):
            fence = "" if fence else found[1]
            yield number, "code"
        elif not fence:
            yield number, line


def _check_links(article: Article, catalogue: Catalogue) -> Iterator[Problem]:
    """A link leads to an article, without a detour over an earlier name, or to a section of the page."""
    anchors = {heading.id for heading in to_html(article.body).headings} | _ANCHORS_OF_THE_PAGE
    slugs = {other.slug for other in catalogue.articles}
    aliases = {alias: other.slug for other in catalogue.articles for alias in other.aliases}
    for number, line in _prose(article):
        for slug in _LINK.findall(line):
            if slug in aliases:
                yield Problem(article.path, number, f"{slug!r} is now called {aliases[slug]!r}: link to that")
            elif slug and slug not in slugs:
                yield Problem(article.path, number, f"the link leads to {slug!r}, which is no article: correct it")
        for anchor in _LINK_WITHIN.findall(line):
            if anchor not in anchors:
                yield Problem(article.path, number, f"the link leads to #{anchor}, which is no section: correct it")


def _check_marks(article: Article) -> Iterator[Problem]:
    """Every mark in code can be filled, and none stands in code that filling does not see."""
    paths: dict[Path, Article | Translation] = {article.path: article, **translations.files(article)}
    for path, words in paths.items():
        body_line = path.read_text(encoding="utf-8").removesuffix(words.body).count("\n") + 1
        for key, markdown in (("summary", words.summary), ("fix", words.fix)):
            for _, message in _mark_problems(markdown):
                yield Problem(path, translations.line_of(path, f"{key}:"), message)
        for line, message in _mark_problems(words.body):
            yield Problem(path, body_line + line, message)


def _mark_problems(markdown: str) -> Iterator[tuple[int, str]]:
    yield from filling.problems(markdown)
    prose = dict(reversed([(name, line) for line, name in filling.names_in_prose(markdown)]))
    shown = to_html(markdown, {name: f"“{name}”" for name in prose}).html  # never filled where it is seen to be code
    for name, line in prose.items():
        if any(f"“{name}”" in code for code in _SHOWN_CODE.findall(shown)):
            yield line, f"{{{{{name}|…}}}} stands in code that is indented or is HTML: write a fence or backticks"


# ── scripts ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _check_pairs(article: Article) -> Iterator[Problem]:
    """Every repro has its fix, the two differ little, and each says what it needs."""
    scripts = {path.name for path in article.folder.glob("*.py")}
    for name in sorted(scripts):
        found = _SCRIPT_NAME.fullmatch(name)
        other = f"{'fixed' if found[1] == 'repro' else 'repro'}{found[2]}.py" if found else ""
        if not found:
            message = "is neither a repro nor a fix: name it repro.py, fixed.py, repro_<name>.py or fixed_<name>.py"
            yield Problem(article.folder / name, 1, message)
        elif other not in scripts:
            yield Problem(article.folder / name, 1, f"has no {other} beside it: add it, or remove this one")
    if "repro.py" not in scripts:
        yield Problem(article.path, 1, "the folder has no repro.py: add the smallest script that shows the error")
    for pair in article.pairs:
        for script in (pair.repro, pair.fixed):
            try:
                repros.metadata(script.text)
            except repros.ScriptError as error:
                yield Problem(script.path, 1, str(error))
        yield from _check_difference(pair.repro, pair.fixed)
        yield from honesty.check(article, pair.repro)


def _check_difference(repro: Script, fixed: Script) -> Iterator[Problem]:
    if _without_comments(repro.text) == _without_comments(fixed.text):
        yield Problem(fixed.path, 1, f"does the same as {repro.name}: fix it")
        return
    lines = SequenceMatcher(None, repro.text.splitlines(), fixed.text.splitlines(), autojunk=False)
    difference = 1 - lines.ratio()
    if difference > LARGEST_DIFFERENCE:
        message = (
            f"differs from {repro.name} in {difference:.0%} of the lines: "
            f"keep to {LARGEST_DIFFERENCE:.0%}, so that the difference shows the fix"
        )
        yield Problem(fixed.path, 1, message)


def _without_comments(text: str) -> list[str]:
    header, _, code = text.partition("\n# ///\n")
    return [header, *(line for line in code.splitlines() if line.strip() and not line.lstrip().startswith("#"))]


# ── runs and pastes ─────────────────────────────────────────────────────────────────────────────────────────────


def _reports(article: Article) -> Iterator[_Text]:
    """The texts that must lead to the article: what its repros printed, and its pastes."""
    for run in article.runs:
        if run.reproduced:
            yield _Text(run.path, _first_output_line(run), run.output)
    for path in article.pastes:
        yield _Text(path, 1, read_file(path, errors="replace"))


def _first_output_line(run: Run) -> int:
    return read_file(run.path).partition("\n---\n")[0].count("\n") + 3


def _check_runs(article: Article) -> Iterator[Problem]:
    """What is claimed was run: each repro has a record of its error, or the article says what it needs."""
    recorded = {run.script for run in article.runs if run.reproduced}
    for pair in article.pairs:
        if pair.repro.name not in recorded and not article.requires:
            message = f"has no recorded run with its error: `manage.py verify_repros --record {article.slug}`"
            yield Problem(pair.repro.path, 1, f"{message}, or say in `requires` what it needs")
    names = {pair.repro.name for pair in article.pairs}
    for run in article.runs:
        if run.script not in names:
            yield Problem(run.path, 1, f"is a run of {run.script}, which is not here: remove it, or name its script")
    count = sum(1 for _ in _reports(article))
    if count < FEWEST_REPORTS:
        message = f"only {count} text leads here: add runs or pastes/*.txt of other shapes, at least {FEWEST_REPORTS}"
        yield Problem(article.path, 1, message)


def _check_paths(article: Article) -> Iterator[Problem]:
    """Paths of the machine on which a text was made tell a reader nothing."""
    for path in [*(run.path for run in article.runs), *article.pastes]:
        for number, line in enumerate(read_file(path, errors="replace").splitlines(), 1):
            if found := _MACHINE_PATH.search(line):
                message = f"holds {found[0]}, a path of the machine it was made on: write /home/user/… instead"
                yield Problem(path, number, message)


def _check_reports(article: Article, catalogue: Catalogue) -> Iterator[Problem]:
    """A report of the error puts its own article first; a run without the error matches nothing as exact."""
    for report in _reports(article):
        matches = diagnose(report.text, catalogue).matches
        if not matches:
            message = "matches nothing: add a signature for its wording"
            yield Problem(report.path, report.first_line, message)
        elif matches[0].article.slug != article.slug:
            message = f"puts {matches[0].article.slug!r} first, not this article: narrow that one, or say more here"
            yield Problem(report.path, report.first_line, message)
    for run in article.runs:
        if not run.reproduced and diagnose(run.output, catalogue).verdict is Verdict.EXACT:
            message = "is recorded as not reproduced, but its output is an exact match: record it again"
            yield Problem(run.path, _first_output_line(run), message)


# ── signatures ──────────────────────────────────────────────────────────────────────────────────────────────────


def _alone(article: Article, signature: Signature) -> Catalogue:
    return Catalogue([replace(article, signatures=(signature,))])


def _fits(text: str, catalogue: Catalogue) -> bool:
    return bool(diagnose(text, catalogue).matches)


def _check_signatures(article: Article, ordinary: str) -> Iterator[Problem]:
    """Each signature fits something that was really printed, and nothing that is printed every day."""
    own = [article.title, *(report.text for report in _reports(article))]
    for signature in article.signatures:
        if signature.role is Role.ADVICE:
            continue
        alone, shown = _alone(article, signature), f"the signature “{signature.text}”"
        if not signature.seen and not any(_fits(text, alone) for text in own):
            message = (
                f"{shown} fits none of the runs, the pastes and the title: add a paste, or remove it; "
                "`seen: <address>` is for a wording that cannot be produced"
            )
            yield Problem(article.path, signature.line, message)
        if _fits(ordinary, alone):
            line = next((line for line in ordinary.splitlines() if _fits(line, alone)), "")
            message = f"{shown} fits an ordinary log, “{line.strip()}”: say more of the message"
            yield Problem(article.path, signature.line, message)
