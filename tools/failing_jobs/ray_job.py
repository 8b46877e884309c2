"""Run jobs of eight Ray workers that fail: `python ray_job.py FOLDER [WAY...]`, under a Python that has Ray.

Each way gets a folder with what the driver printed (driver.log) and the logs of Ray's session.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

WAYS = ("raise", "kill", "segfault")
WORKERS, FAILING, AT_STEP = 8, 3, 6


def main(target: Path, ways: tuple[str, ...]) -> None:
    """Run one job for each way to fail."""
    for way in ways:
        folder = target / f"ray-{way}"
        folder.mkdir(parents=True, exist_ok=True)
        session = Path(os.environ.get("TMPDIR", "/tmp")) / f"r-{way}"  # noqa: S108 - sockets need a short path
        with (folder / "driver.log").open("wb") as log:
            command = [sys.executable, __file__, "--drive", way, str(session)]
            ended = subprocess.run(command, stdout=log, stderr=log, check=False)  # noqa: S603 - our own script
        shutil.copytree(session / "session_latest" / "logs", folder / "logs", symlinks=True, dirs_exist_ok=True)
        shutil.rmtree(session)
        print(f"{way}: exit status {ended.returncode}", flush=True)


def drive(way: str, session: str) -> None:
    """Be the driver: start the workers, and wait for all of them."""
    import ray

    ray.init(num_cpus=WORKERS, _temp_dir=session, include_dashboard=False, object_store_memory=100 << 20)

    @ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)
    class Trainer:
        def train(self, rank: int) -> int:
            for step in range(12):
                if step == AT_STEP and rank == FAILING:
                    _fail(way)
                print(f"step {step} of rank {rank}: loss {1 / (step + 1):.4f}", flush=True)
                time.sleep(0.2)
            return rank

    trainers = [Trainer.remote() for _ in range(WORKERS)]
    print(ray.get([trainer.train.remote(rank) for rank, trainer in enumerate(trainers)]))


def _fail(way: str) -> None:
    import ctypes

    if way == "raise":
        {"a": 1}["learning_rate"]
    elif way == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif way == "segfault":
        ctypes.string_at(0)


if __name__ == "__main__":
    if sys.argv[1] == "--drive":
        drive(*sys.argv[2:])
    else:
        main(Path(sys.argv[1]), tuple(sys.argv[2:]) or WAYS)
