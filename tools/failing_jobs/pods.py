"""Run a job as Kubernetes does, a pod for each rank: `python pods.py FOLDER [WAY...]`, under a Python with PyTorch.

No launcher says who failed. Each rank's log has the path that the kubelet gives it and the form of CRI: a time, the
stream, F or P (a line that is not finished), the text.
"""

import datetime
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

RANKS = 8
WAYS = ("raise", "all", "kill", "hang", "segfault", "worker-segfault", "connection", "disk", "cgroup")
JOB = Path(__file__).with_name("job.py")
_LONGEST = 16 << 10  # bytes of a line, as containerd cuts them


def main(target: Path, ways: tuple[str, ...]) -> None:
    """Run one job for each way to fail."""
    for way in ways:
        folder = target / f"pods-{way}"
        statuses = _run(folder, way)
        print(f"{way}: exit statuses {statuses}", flush=True)


def _run(folder: Path, way: str) -> list[int]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    common = {**os.environ, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "WORLD_SIZE": str(RANKS)}
    common |= {"OMP_NUM_THREADS": "1", "JOB_TIMEOUT": "15" if way == "hang" else "600", "PYTHONUNBUFFERED": "1"}
    ranks = []
    for rank in range(RANKS):
        log = folder / f"ml_train-{rank}_{rank:08x}-1111-2222-3333-444455556666" / "trainer" / "0.log"
        log.parent.mkdir(parents=True)
        ranks.append(_start(log, way, {**common, "RANK": str(rank), "LOCAL_RANK": str(rank)}))
    statuses = []
    for process, readers in ranks:
        if way == "hang" and process is ranks[3][0]:
            for other, _ in ranks[:3] + ranks[4:]:
                other.wait()
            process.kill()
        statuses.append(process.wait())
        for reader in readers:
            reader.join()
    return statuses


def _start(log: Path, way: str, environ: dict[str, str]) -> tuple[subprocess.Popen[bytes], list[threading.Thread]]:
    process = subprocess.Popen(  # noqa: S603 - our own script
        [sys.executable, str(JOB), way], env=environ, cwd=log.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    file, lock = log.open("ab", buffering=0), threading.Lock()
    readers = [
        threading.Thread(target=_copy, args=(stream, name, file, lock))
        for stream, name in ((process.stdout, "stdout"), (process.stderr, "stderr"))
    ]
    for reader in readers:
        reader.start()
    return process, readers


def _copy(stream: IO[bytes], name: str, file: IO[bytes], lock: threading.Lock) -> None:
    """Write each line as the container runtime does."""
    for line in stream:
        text, is_whole = line.rstrip(b"\n"), line.endswith(b"\n")
        for start in range(0, len(text) or 1, _LONGEST):
            is_last = is_whole and start + _LONGEST >= len(text)
            now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%S.%f000Z")
            with lock:
                file.write(f"{now} {name} {'F' if is_last else 'P'} ".encode() + text[start : start + _LONGEST] + b"\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), tuple(sys.argv[2:]) or WAYS)
