"""An environment with one release of a package, and the answers of observe.py in it."""

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from authoring.repros.installing import prepare
from tracefix.repros.environments import PreparationError, clean_environ

_OBSERVER = Path(__file__).with_name("observe.py")
_MOST_SECONDS = 900


def observer(
    requirements: Iterable[str], python: Path, tell: Callable[[str], object] = lambda line: None
) -> Callable[[object], dict[str, Any]]:
    """Ask an environment with these requirements. Raises PreparationError."""
    environment = prepare(requirements, python=python, tell=tell)

    def observe(asked: object) -> dict[str, Any]:
        with tempfile.TemporaryDirectory(prefix="observe", ignore_cleanup_errors=True) as folder:
            done = subprocess.run(  # noqa: S603
                [str(environment.python), "-I", str(_OBSERVER)], input=json.dumps(asked), cwd=folder,
                capture_output=True, text=True, errors="replace", timeout=_MOST_SECONDS, check=False,
                env=clean_environ(MPLBACKEND="agg", HOME=folder, CUDA_VISIBLE_DEVICES=""),
            )  # fmt: skip
        try:
            answer: dict[str, Any] = json.loads(done.stdout)
        except ValueError as error:
            last = done.stderr.strip().splitlines()[-1:] or [f"it ended with {done.returncode}"]
            raise PreparationError(f"the packages do not answer: {last[0]}") from error
        return answer

    return observe
