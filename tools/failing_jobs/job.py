"""One rank of a job that fails in a given way: torchrun runs it, 8 times. `make.py` beside it says which ways."""

import ctypes
import logging
import os
import resource
import signal
import sys
import time
from datetime import timedelta
from pathlib import Path

import torch
import torch.distributed as dist
from torch.distributed.elastic.multiprocessing.errors import record
from torch.utils.data import DataLoader, Dataset

FAILING = 3
AT_STEP = 6


class Samples(Dataset):
    """Sixteen samples; where `is_broken`, reading one of them crashes the process that reads it."""

    def __init__(self, *, is_broken: bool) -> None:
        self.is_broken = is_broken

    def __len__(self) -> int:
        return 16

    def __getitem__(self, index: int) -> torch.Tensor:
        if self.is_broken and index == 9:
            ctypes.string_at(0)
        return torch.ones(4)


class Checkpoint:
    """Writes a file that grows, as checkpoints do."""

    def __init__(self, rank: int) -> None:
        self.path = Path(os.environ.get("JOB_DISK", ".")) / f"checkpoint-{rank}.bin"

    def save(self) -> None:
        with self.path.open("ab") as file:
            file.write(b"x" * (1 << 20))


def fail(way: str, rank: int) -> None:
    """Fail as told, in the rank that does."""
    if way == "raise":
        {"a": 1}["learning_rate"]
    elif way == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif way == "hang":
        time.sleep(600)
    elif way == "memory":
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        kept = []
        while True:
            kept.append(bytearray(256 << 20))
    elif way == "cgroup":
        (Path(os.environ["JOB_CGROUP"]) / "cgroup.procs").write_text(str(os.getpid()))
        kept = []
        while True:
            kept.append(b"x" * (16 << 20))
    elif way == "disk":
        for _ in range(64):
            Checkpoint(rank).save()
    elif way == "file-size":
        resource.setrlimit(resource.RLIMIT_FSIZE, (4 << 20, 4 << 20))
        for _ in range(64):
            Checkpoint(rank).save()
    elif way == "segfault":
        ctypes.string_at(0)
    elif way == "worker-segfault":
        for _ in DataLoader(Samples(is_broken=True), batch_size=2, num_workers=2):
            pass
    elif way == "connection":
        for number in range(3, 256):
            try:
                if str(Path(f"/proc/self/fd/{number}").readlink()).startswith("socket:"):
                    os.close(number)
            except OSError:
                continue
    elif way == "abort":
        os.abort()
    elif way == "assert":
        assert torch.isfinite(torch.tensor(float("nan"))), "loss is not finite"  # noqa: S101 - jobs have them


@record
def main() -> None:
    way = sys.argv[1]
    rank = int(os.environ["RANK"])
    logging.basicConfig(
        format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO, stream=sys.stdout, force=True
    )
    dist.init_process_group("gloo", timeout=timedelta(seconds=float(os.environ.get("JOB_TIMEOUT", "600"))))
    weights = torch.zeros(1000)
    for step in range(10_000 if way == "preempt" else 12):
        if way == "handled" and rank == 5 and step == 2:
            try:
                raise ConnectionError("metrics server is away")
            except ConnectionError:
                logging.exception("metrics were not sent, going on")
        if step == AT_STEP and way == "all":
            weights.reshape(7, 7)
        if step == AT_STEP and rank == FAILING:
            fail("kill" if way == "handled" else way, rank)
        logging.info("step %d of rank %d: loss %.4f", step, rank, 1 / (step + 1))
        dist.all_reduce(weights)
        time.sleep(0.05)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
