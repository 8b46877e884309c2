"""Run jobs that fail, with torchrun over gloo: `python make.py FOLDER [WAY...]`, under a Python that has PyTorch.

Each way gets a folder with what the launcher printed (launcher.log) and torchrun's --log-dir (run). Copies of such
folders, without the paths of a machine, are the data of tests/tracefix/triage/test_jobs.py.
"""

import os
import subprocess
import sys
from pathlib import Path

WAYS = (
    *("raise", "assert", "all", "kill", "hang", "segfault", "worker-segfault", "abort", "memory", "file-size"),
    *("connection", "handled"),
)
RANKS = "8"
JOB = Path(__file__).with_name("job.py")


def main(target: Path, ways: tuple[str, ...]) -> None:
    """Run one job for each way to fail."""
    for way in ways:
        folder = target / way
        folder.mkdir(parents=True, exist_ok=True)
        words = ["--standalone", "--nproc-per-node", RANKS, "--log-dir", "run", "-r", "3", str(JOB), way]
        environ = {**os.environ, "OMP_NUM_THREADS": "1", "JOB_TIMEOUT": "15" if way == "hang" else "600"}
        with (folder / "launcher.log").open("wb") as log:
            command = [sys.executable, "-m", "torch.distributed.run", *words]
            ended = subprocess.run(command, cwd=folder, env=environ, stdout=log, stderr=log, check=False)  # noqa: S603
        print(f"{way}: exit status {ended.returncode}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), tuple(sys.argv[2:]) or WAYS)
