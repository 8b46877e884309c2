"""Records of runs: how a run becomes a file in runs/ of its article, and how it is found there again."""

import datetime
from collections.abc import Iterable
from pathlib import Path

from authoring.repros.requirements import package_of
from tracefix.articles.model import Article, Run, Script
from tracefix.articles.runs import write_run
from tracefix.repros.environments import Environment, installed_versions
from tracefix.repros.running import Outcome
from tracefix.repros.script_header import read_header


def record(
    article: Article,
    script: Script,
    environment: Environment,
    outcome: Outcome,
    *,
    reproduced: bool,
    date: datetime.date,
    also: Iterable[str] = (),
    is_renewed: bool = False,
) -> Path:
    """Write the run of a repro or of a fix into the article's folder.

    `also` are packages whose versions it names beside those of the script's header. One that differs in its date only
    is left as it is, unless it is to be renewed.
    """
    if outcome.exit_status is None:
        raise ValueError("a run that did not end is never recorded")
    packages = _packages(script, environment, also)
    path = article.folder / "runs" / _file_name(script, environment.version, packages)
    write_run(
        Run(
            path=path,
            script=script.name,
            python=environment.version,
            platform=environment.platform,
            packages=packages,
            date=date,
            exit_status=outcome.exit_status,
            reproduced=reproduced,
            output=outcome.output,
            script_hash=script.hash,
        ),
        is_renewed=is_renewed,
    )
    return path


def find_record(article: Article, script: Script, environment: Environment, also: Iterable[str] = ()) -> Run | None:
    """The run of a script that is recorded for an environment; `also` as for `record`."""
    name = _file_name(script, environment.version, _packages(script, environment, also))
    return next((run for run in article.runs if run.path.name == name), None)


def last_run(article: Article, script: Script) -> Run | None:
    """The newest recorded run of a script."""
    runs = [run for run in article.runs if run.script == script.name]
    return max(runs, key=lambda run: run.date, default=None)


def _packages(script: Script, environment: Environment, also: Iterable[str]) -> dict[str, str]:
    """The versions of the packages that a record names, each once however it is spelt."""
    wanted = {package_of(each): each for each in read_header(script.text).dependencies}
    further = {name: each for each in also if (name := package_of(each)) not in wanted}
    return installed_versions([*wanted.values(), *further.values()], environment)


def _file_name(script: Script, python: str, packages: dict[str, str]) -> str:
    """The file of a run: `py3.11.7-torch2.13.0.txt`, `ray-py3.10.13-ray2.46.0.txt` for repro_ray.py.

    That of a fix begins with the name of its script: `fixed-py3.11.7.txt`, `fixed_ray-py3.10.13.txt`.
    """
    pair = script.path.stem.removeprefix("repro").removeprefix("_")
    parts = [*([pair] if pair else []), f"py{python}"]
    parts += [f"{name}{version.replace('+', '-')}" for name, version in packages.items()]
    return "-".join(parts) + ".txt"
