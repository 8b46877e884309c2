"""`tracefix prove`: run an article's repro and fix under the reader's own interpreter, as it is, after asking.

Nothing is installed. Each script runs in an empty temporary folder, with few environment variables, within a time.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tracefix.answers.text import printable
from tracefix.articles.model import REQUIREMENTS, Article, Pair, Script
from tracefix.bundle.article_bundle import Bundle, open_bundle
from tracefix.cli.explain import find_article
from tracefix.cli.language import say as translate
from tracefix.cli.output import complain, say
from tracefix.matching.verdict import Verdict
from tracefix.phrases import Phrase, sentence
from tracefix.repros.script_header import read_header

if TYPE_CHECKING:
    from tracefix.matching.diagnosis import Diagnosis
    from tracefix.repros.environments import Environment

_NOBODY = sentence("nobody can be asked here: add --yes")
_NOT_RUN = sentence("{script}: not run: {why}")
HOLDS, FAILS, NOT_RUN = 0, 1, 2


def prove(slug: str, *, python: str | None, is_agreed: bool, timeout_s: float) -> int:
    """Run the pairs of an article, print what each proved, and return the exit status."""
    bundle = open_bundle()
    article = find_article(bundle, slug)
    if article is None:
        return NOT_RUN
    if not article.pairs:
        return _stop(
            Phrase("{slug} has no script to run: it was written from reports and source code", slug=article.slug)
        )
    if os.name != "posix":
        return _stop(Phrase("prove needs Linux or macOS"))
    from tracefix.repros.environments import PreparationError, probe

    found = shutil.which(python or "python") or (None if python else sys.executable)
    if found is None:
        return _stop(
            Phrase("there is no Python {python} here: install it, or name another one by its path", python=repr(python))
        )
    interpreter = Path(found).absolute()
    if not is_agreed and not _agrees(article, interpreter):
        return NOT_RUN
    try:
        environment = probe(interpreter, wants_cuda="cuda" in " ".join(article.requires))
    except PreparationError as error:
        return _stop(Phrase("{text}", text=str(error)))
    results = [_prove_pair(bundle, article, pair, environment, timeout_s) for pair in article.pairs]
    ran = [result for result in results if result is not None]
    return NOT_RUN if not ran else HOLDS if all(ran) else FAILS


def _agrees(article: Article, interpreter: Path) -> bool:
    """Whether the reader lets the scripts run. Until then nothing was, not even the interpreter."""
    names = ", ".join(script.name for script in article.scripts)
    what = Phrase(
        "This runs {names} of {slug} with {python}, as you, in a temporary folder.",
        names=names, slug=article.slug, python=str(interpreter),
    )  # fmt: skip
    say(printable(translate(what)))
    if sys.stdin is None or not sys.stdin.isatty():
        complain(f"tracefix: {translate(_NOBODY)}")
        return False
    complain(translate(sentence("Run them? [y/N]")))
    return sys.stdin.buffer.readline().strip().lower() in (b"y", b"yes")  # Ctrl-D is no


def _prove_pair(
    bundle: Bundle, article: Article, pair: Pair, environment: Environment, timeout_s: float
) -> bool | None:
    """Whether the error shows and the fix holds; None if the pair cannot run here. Says which."""
    if missing := next(_missing(article, pair.repro, environment), None):
        _tell(pair.repro, _NOT_RUN, why=missing)
        return None
    status, diagnosis = _run(bundle, pair.repro, environment, timeout_s)
    if status is None:
        _tell(pair.repro, sentence("{script}: did not end within {seconds} s"), seconds=f"{timeout_s:g}")
        return False
    shown = diagnosis.matches[0].article.slug if diagnosis.matches else ""
    if shown != article.slug:
        if status == 0:
            _tell(pair.repro, sentence("{script}: does not reproduce here: it ended without an error"))
        else:
            failed = sentence("{script}: does not reproduce here: it failed otherwise: {error}")
            _tell(pair.repro, failed, error=printable(diagnosis.headline))
        return False
    _tell(pair.repro, sentence("{script}: reproduces here: {error}"), error=printable(diagnosis.headline))
    if missing := next(_missing(article, pair.fixed, environment), None):
        _tell(pair.fixed, _NOT_RUN, why=missing)
        return None
    status, diagnosis = _run(bundle, pair.fixed, environment, timeout_s)
    holds = status == 0 and diagnosis.verdict is Verdict.NONE
    if holds:
        _tell(pair.fixed, sentence("{script}: the fix holds here"))
    else:
        failed = sentence("{script}: the fix does not hold here: exit status {status}, {error}")
        _tell(pair.fixed, failed, status=str(status), error=printable(diagnosis.headline))
    return holds


def _tell(script: Script, template: str, **values: str) -> None:
    say(translate(Phrase(template, script=script.name, **values)))


def _run(bundle: Bundle, script: Script, environment: Environment, timeout_s: float) -> tuple[int | None, Diagnosis]:
    from tracefix.repros.running import run

    outcome = run(script, environment, timeout_s=timeout_s)
    return outcome.exit_status, bundle.match(outcome.output)


def _missing(article: Article, script: Script, environment: Environment) -> Iterator[Phrase]:
    """What a script needs that this machine lacks, in words."""
    from tracefix.repros.environments import missing_requirements

    header = read_header(script.text)
    if not header.requires_python.contains(environment.version, prereleases=True):
        yield Phrase(
            "it needs Python {wanted}, and this is {version}",
            wanted=str(header.requires_python), version=str(environment.version),
        )  # fmt: skip
    for name in missing_requirements(article.requires, environment):
        yield Phrase("it needs {what}", what=REQUIREMENTS[name])
    for dependency in map(Requirement, header.dependencies):
        version = environment.packages.get(canonicalize_name(dependency.name))
        if version is None:
            yield Phrase("it needs {what}, which this Python does not have", what=str(dependency))


def _stop(why: Phrase) -> int:
    complain(f"tracefix: {translate(why)}")
    return NOT_RUN
