"""A stand-in for a GPU, written in C, in place of the CUDA libraries. Records of runs name it."""

import contextlib
import hashlib
import os
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

from tracefix.repros.environments import Environment, PreparationError, probe


def with_stand_in(environment: Environment, source: Path, *, root: Path) -> Environment:
    """The environment with a stand-in for a GPU, compiled below `root`.

    It is preloaded for the runtime, and found under the names of the driver and of NVML. Raises PreparationError.
    """
    folder = root / f"standin-{hashlib.sha256(source.read_bytes()).hexdigest()[:16]}"
    if not folder.exists():
        _compile(source, folder)
    places = [str(folder), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    variables = {"LD_PRELOAD": str(folder / "standin.so"), "LD_LIBRARY_PATH": os.pathsep.join(places)}
    seen = probe(environment.python, wants_cuda=True, variables=variables)
    return replace(seen, platform=f"{seen.platform}, no GPU: {source.name} stands in for one")


def _compile(source: Path, folder: Path) -> None:
    """Compile into another folder, and rename it: whoever finds it finds all of it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        made = Path(scratch, "made")
        made.mkdir()
        try:
            subprocess.run(  # noqa: S603
                ["cc", "-shared", "-fPIC", "-O1", "-o", str(made / "standin.so"), str(source)],  # noqa: S607
                capture_output=True, text=True, timeout=120, check=True,
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError) as error:
            raise PreparationError(f"{source} cannot be compiled: {getattr(error, 'stderr', '') or error}") from error
        for name in ("libcuda.so.1", "libnvidia-ml.so.1"):
            (made / name).symlink_to("standin.so")  # one file, so that it is loaded once
        with contextlib.suppress(OSError):  # somebody else was faster
            made.rename(folder)
