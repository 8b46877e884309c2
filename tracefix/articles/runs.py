"""Recorded runs, runs/*.txt: what a script really printed. Written by `verify_repros --record`, never by hand.

A file is `key: value` lines, a line `---`, and the output.
"""

import datetime
from dataclasses import replace
from pathlib import Path

from tracefix.articles.files import read_file
from tracefix.articles.model import ArticleError, Problem, Run

_FENCE = "\n---\n"


def read_run(path: Path) -> Run:
    """Read a recorded run. Raises ArticleError."""
    head, fence, output = read_file(path).partition(_FENCE)
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
            script_hash=fields.get("hash", ""),
        )
    except (KeyError, ValueError) as error:
        message = f"not a recorded run ({error}): write it with `manage.py verify_repros --record`"
        raise ArticleError([Problem(path, 1, message)]) from error


def write_run(run: Run, *, is_renewed: bool = False) -> None:
    """Write a run to its path. Raises ArticleError.

    A file that differs in its date only is left as it is, unless it is to be renewed.
    """
    if run.path.exists() and not is_renewed:
        old = read_run(run.path)
        if replace(run, date=old.date) == old:
            return
    head = [
        f"script: {run.script}",
        *([f"hash: {run.script_hash}"] if run.script_hash else []),
        f"python: {run.python}",
        f"platform: {run.platform}",
        f"packages: {' '.join(f'{name}=={version}' for name, version in run.packages.items())}",
        f"date: {run.date.isoformat()}",
        f"exit: {run.exit_status}",
        f"reproduced: {'yes' if run.reproduced else 'no'}",
    ]
    run.path.parent.mkdir(exist_ok=True)
    part = run.path.with_suffix(".part")
    part.write_text("\n".join(head) + _FENCE + run.output, encoding="utf-8")
    part.replace(run.path)


def output_line(run: Run) -> int:
    """The line of the file on which the output begins."""
    return read_file(run.path).partition(_FENCE)[0].count("\n") + 3
