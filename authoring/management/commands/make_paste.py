"""`manage.py make_paste SLUG --as SHAPE`: run a repro another way, and keep its report in pastes/.

`--from FILE` keeps a report that is there already, scrubbed, and `--not` keeps it as a look-alike, in not/.
"""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from socket import getfqdn, gethostname
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from packaging.requirements import Requirement

from authoring.draft import is_draft
from authoring.lint.privacy import scrub
from authoring.lint.telling_words import everyday_words, looks_alike
from authoring.management.article_folders import check_slugs, constraints_of, load_every_sound, read_report, shown_path
from authoring.repros import installing
from authoring.repros.judging import last_line
from authoring.repros.requirements import read_pins
from authoring.repros.shapes import SHAPES, Shape
from tracefix.articles.did_you_mean import choose
from tracefix.articles.model import REQUIREMENTS, Article, Pair
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Verdict
from tracefix.repros import environments
from tracefix.repros.environments import Environment, PreparationError
from tracefix.repros.running import neutral, run
from tracefix.repros.script_header import ScriptError, read_header

_MOST_MATCHES = 3  # that are shown


class Command(BaseCommand):
    help = (
        "Run a repro as torchrun, a logger, a notebook or a narrow terminal shows it, and write the report to "
        "pastes/<shape>.txt of the article. It must lead to the article. Or scrub a report that you have: --from FILE."
    )
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--as", dest="shapes", action="append", choices=list(SHAPES))
        source.add_argument("--from", dest="report", type=Path, metavar="FILE", help="a report to be scrubbed and kept")
        parser.add_argument("--name", type=Path, help="with --from: of the report, in place of the file's name")
        parser.add_argument(
            "--not",
            dest="is_look_alike",
            action="store_true",
            help="with --from: it is a report of another error, which the article must not be exact for",
        )
        parser.add_argument("--only", metavar="PAIR", default="main", help="`main` (default), or what follows `repro_`")
        parser.add_argument("--timeout", type=float, default=180, help="seconds for the script (default 180)")

    def handle(self, *args: Any, **options: Any) -> None:
        articles, problems = load_every_sound()
        known = {article.slug: article for article in articles}
        slug, only = options["slug"], options["only"]
        if slug not in known and (mine := [problem for problem in problems if slug in problem.path.parts]):
            raise CommandError("\n".join(map(str, mine)))
        check_slugs([slug], known)
        self.catalogue = Catalogue(articles)
        if options["report"]:
            name = options["name"].name.removesuffix(".txt") if options["name"] else options["report"].stem
            name = f"{'not' if options['is_look_alike'] else 'pastes'}/{name}"
            self._keep(known[slug], name, scrub(read_report(options["report"])))
            return
        if options["is_look_alike"]:
            raise CommandError("--not goes with --from: a repro shows the error itself")
        if options["name"]:
            raise CommandError("--name goes with --from: a shape is the name of its report")
        pairs = {pair.name or "main": pair for pair in known[slug].pairs}
        if only not in pairs:
            raise CommandError(f"{slug} has no pair {only!r}: {choose(only, pairs)}")
        for name in options["shapes"]:
            self._make(known[slug], pairs[only], name, options["timeout"])

    def _make(self, article: Article, pair: Pair, name: str, timeout_s: float) -> None:
        shape = SHAPES[name]
        environment = _prepare(article, pair, shape, lambda line: self.stdout.write(f"… {line}"))
        outcome = run(pair.repro, environment, timeout_s=timeout_s, launcher=shape.launcher)
        if not outcome.exit_status:
            why = "did not end" if outcome.is_timeout else "did not fail"
            raise CommandError(f"{pair.repro.name} {why} as {name}{last_line(outcome)}. Nothing was written")
        text = shape.show(neutral(outcome.output, dict.fromkeys((gethostname(), getfqdn()), "localhost")))
        self._keep(article, "pastes/" + f"{pair.name}-{name}".removeprefix("-"), text, last_line(outcome))

    def _keep(self, article: Article, name: str, text: str, last_line: str = "") -> None:
        """Write a report, if its diagnosis is what its folder wants. Raises CommandError."""
        diagnosis = diagnose(text, self.catalogue)
        slugs = [match.article.slug for match in diagnosis.matches]
        if name.startswith("not/"):
            if (article.slug, Verdict.EXACT) in {(match.article.slug, match.verdict) for match in diagnosis.matches}:
                raise CommandError("the report is an exact match of this article: narrow it first. Nothing was written")
            is_specific = article.is_specific and not is_draft(article)
            if is_specific and not looks_alike(text, article, everyday_words(self.catalogue.articles)):
                told = "the report has none of the words by which this error is known, so nobody would confuse the two"
                raise CommandError(f"{told}: take one that looks like it. Nothing was written")
        elif slugs[:1] != [article.slug] and not is_draft(article):
            found = f"leads to {slugs[0]!r} first" if slugs else "matches nothing"
            raise CommandError(f"the report {found}{last_line}. Nothing was written")
        path = article.folder / f"{name}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        found = ", ".join(f"{match.verdict} for {match.article.slug}" for match in diagnosis.matches[:_MOST_MATCHES])
        self.stdout.write(f"{shown_path(path)}: {found or 'no signature fits it'}. Read it before you commit it")
        for match in diagnosis.matches[:1]:
            if match.article.slug == article.slug and match.verdict is Verdict.LIKELY:
                self.stdout.write("\n".join(f"  likely: {reason}" for reason in match.reasons))


def _prepare(article: Article, pair: Pair, shape: Shape, tell: Callable[[str], object]) -> Environment:
    """The environment of a pair, with what the shape takes. Raises CommandError."""
    try:
        header = read_header(pair.repro.text)
        named = {Requirement(dependency).name for dependency in header.dependencies}
        environment = installing.prepare(
            [*header.dependencies, *(package for package in shape.packages if package not in named)],
            python=Path(sys.executable),
            pins=read_pins(constraints_of(article.folder.parent)),
            tell=tell,
        )
    except (ScriptError, PreparationError) as error:
        raise CommandError(str(error)) from error
    if not header.requires_python.contains(environment.version, prereleases=True):
        raise CommandError(f"{pair.repro.name} needs Python {header.requires_python}, this is {environment.version}")
    if missing := environments.missing_requirements(article.requires, environment):
        needs = " and ".join(str(REQUIREMENTS[name]) for name in missing)
        raise CommandError(f"{article.slug} needs {needs}, which is not here: make its pastes where it is")
    return environment
