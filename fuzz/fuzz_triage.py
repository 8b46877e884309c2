"""Throw bytes at everything that reads the logs of a job, guided by which branches they reach.

Run as fuzz_match.py is, with a corpus folder of its own. An input is several files: each begins with its name, on a
line of its own. The seeds are the logs of jobs that were really run.
"""

import gzip
import json
import os
import sys
from pathlib import Path

import atheris

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

with atheris.instrument_imports(include=["kb"]):
    from tracefix.triage.job import triage
    from tracefix.triage.job_answer import to_lines, to_values
    from tracefix.triage.uploads import MOST_UNPACKED, Upload, sources_of, unpacked_size

JOBS = ROOT / "tests" / "core" / "triage" / "jobs"
_NEXT = b"\n\x00--- "  # before each file but the first
_LARGEST_SEED = 20_000  # bytes


def check(data: bytes) -> None:
    """What must hold for any bytes, as they are and compressed. Raises AssertionError, or whatever broke."""
    files = [part.partition(b"\n") for part in data.split(_NEXT)]
    sent = [Upload(name.decode("utf-8", "replace"), content) for name, _, content in files]
    packed = [Upload(upload.name, gzip.compress(upload.data)) for upload in sent]
    for uploads in (sent, packed):
        assert unpacked_size(uploads) <= max(len(data), MOST_UNPACKED)
        job = triage(*sources_of(uploads))
        json.dumps(to_values(job, None), allow_nan=False).encode()
        "\n".join(to_lines(job)).encode()


def seed(folder: Path) -> None:
    """Put the jobs that are small into the corpus, where they are not yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for job in JOBS.iterdir():
        files = [path for path in sorted(job.rglob("*")) if path.is_file()]
        parts = [f"{path.relative_to(job)}\n".encode() + path.read_bytes() for path in files]
        if sum(map(len, parts)) <= _LARGEST_SEED:
            (folder / job.name).write_bytes(_NEXT.join(parts))


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        if not argument.startswith("-"):
            seed(Path(argument))
    os.chdir(ROOT)
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()
