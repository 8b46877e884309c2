"""Triage beside its peer: `grep -cE` with the same signs on the same bytes. Both are measured in processor time."""

import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import read_no_options
from tracefix.triage.recognising import SIGNS
from tracefix.triage.scanning import scan
from tracefix.triage.sources import FileSource

_SIZE = 32 * 1024 * 1024  # bytes
_STEP = "2026-11-22 21:39:39,123 INFO step {} of rank 3: loss 0.1234 lr 1e-4 tokens/s 12345 grad_norm 1.02\n"
_ERROR = "2026-11-22 21:39:39,123 ERROR step {} failed: ValueError: bad sample, going on with the next one\n"
_OTHER = "2026-11-22 21:39:39,123 ERROR ValueError: bad sample {}, going on\n"
_STACK = (
    'Traceback (most recent call last):\n  File "/app/train.py", line 312, in <module>\n    main()\n'
    '  File "/app/train.py", line 290, in main\n    loss = step(batch)\nValueError: bad sample {}, going on\n'
)
LOGS: dict[str, Callable[[int], str]] = {
    "steps": _STEP.format,
    "an error in 100 lines": lambda number: (_STEP if number % 100 else _ERROR).format(number),
    "an error in every line": _ERROR.format,
    "errors that all differ": lambda number: _OTHER.format(_word(number)),
    "stacks": _STACK.format,
    "stacks that all differ": lambda number: _STACK.format(_word(number)),
}
_WITHIN_GREP = {"(?:": "(", r"\d": "[0-9]", r"\t": "\t", r"\r": "", r"\x00": ""}


def main() -> dict[str, float]:
    """Print the speed for each kind of log, and return how many times grep's time each takes."""
    ratios = {}
    print("\nTriage, MB/s of processor time, beside grep -cE")
    with tempfile.TemporaryDirectory() as folder:
        for name, line in LOGS.items():
            path = Path(folder) / "job.log"
            _write(path, line)
            ours, peer = _seconds_of_scan(path), _seconds_of_grep(path)
            ratios[name] = round(ours / peer, 1)
            print(f"  {name:24} {_SIZE / ours / 1e6:6.0f}  {_SIZE / peer / 1e6:6.0f}  {ratios[name]:5.1f} times")
    return ratios


def _word(number: int) -> str:
    """Another word for each number."""
    return "".join(chr(ord("a") + int(digit, 16)) for digit in f"{number:x}")


def _write(path: Path, line: Callable[[int], str]) -> None:
    with path.open("w", encoding="ascii") as file:
        for number in range(_SIZE // len(line(1))):
            file.write(line(number))


def _seconds_of_scan(path: Path) -> float:
    begun = time.process_time()
    scan(FileSource(str(path)))
    return time.process_time() - begun


def _seconds_of_grep(path: Path) -> float:
    pattern = SIGNS
    for ours, theirs in _WITHIN_GREP.items():
        pattern = pattern.replace(ours, theirs)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = ["grep", "-cE", pattern, str(path)]
    # its output is read: where that goes to /dev/null, grep stops at the first line that fits
    subprocess.run(command, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}, stdout=subprocess.PIPE, check=False)  # noqa: S603 - our words
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    read_no_options(__doc__)
    main()
