"""`manage.py make_paste SLUG --as SHAPE`: run a repro another way, and keep its report in pastes/."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from socket import getfqdn, gethostname
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from packaging.requirements import Requirement

from authoring.draft import is_draft
from authoring.management.article_folders import check_slugs, constraints_of, load_every_sound, shown_path
from authoring.repros import installing
from authoring.repros.judging import last_line
from authoring.repros.requirements import read_pins
from authoring.repros.shapes import SHAPES, Shape
from tracefix.articles.did_you_mean import choose
from tracefix.articles.model import REQUIREMENTS, Article, Pair
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.repros import environments
from tracefix.repros.environments import Environment, PreparationError
from tracefix.repros.running import neutral, run
from tracefix.repros.script_header import ScriptError, read_header


class Command(BaseCommand):
    help = (
        "Run a repro as torchrun, a logger, a notebook or a narrow terminal shows it, and write the report to "
        "pastes/<shape>.txt of the article. It must lead to the article."
    )
    requires_system_checks: Sequence[str] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--as", dest="shapes", required=True, action="append", choices=list(SHAPES))
        parser.add_argument("--only", metavar="PAIR", default="main", help="`main` (default), or what follows `repro_`")
        parser.add_argument("--timeout", type=float, default=180, help="seconds for the script (default 180)")

    def handle(self, *args: Any, **options: Any) -> None:
        articles, problems = load_every_sound()
        known = {article.slug: article for article in articles}
        slug, only = options["slug"], options["only"]
        if slug not in known and (mine := [problem for problem in problems if slug in problem.path.parts]):
            raise CommandError("\n".join(map(str, mine)))
        check_slugs([slug], known)
        pairs = {pair.name or "main": pair for pair in known[slug].pairs}
        if only not in pairs:
            raise CommandError(f"{slug} has no pair {only!r}: {choose(only, pairs)}")
        self.catalogue = Catalogue(articles)
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
        diagnosis = diagnose(text, self.catalogue)
        slugs = [match.article.slug for match in diagnosis.matches]
        if slugs[:1] != [article.slug] and not is_draft(article):
            found = f"leads to {slugs[0]!r} first" if slugs else "matches nothing"
            raise CommandError(f"the report {found}{last_line(outcome)}. Nothing was written")
        path = article.folder / "pastes" / f"{pair.name}-{name}.txt".removeprefix("-")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        verdict = diagnosis.verdict if slugs else "no signature fits it yet"
        self.stdout.write(f"{shown_path(path, article)}: {verdict}. Read it before you commit it")


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
