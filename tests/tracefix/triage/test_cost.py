"""No log costs triage more than its length: counted, not timed, beside an ordinary log of the same size."""

import gzip
import itertools
import json
import random
from functools import cache

import pytest

from tests.examples import every
from tests.work import work
from tracefix.triage.job import triage
from tracefix.triage.job_answer import sentences, to_lines, to_values
from tracefix.triage.sources import find_sources
from tracefix.triage.uploads import Upload, sources_of, unpacked_size

MOST_FOR_TWICE = 2.6  # times what half of it costs
MOST_BESIDE_ORDINARY = 40  # times an ordinary job of its size
SIZE = 60_000  # bytes
LARGE = 1_000_000  # … of which an ordinary job takes little more: most of its cost is to read around its error
MOST_FILES = 100  # that may be sent at once

WORDS = ["".join(letters) for letters in itertools.product("abcdefghij", repeat=5)]
LONG = "1a" * 90
UNLIKE = random.Random(1).randbytes(500).hex().encode() + b"\n"  # hardly gets smaller when it is packed
STEP = "2026-11-23 10:{:02}:{:02} INFO step {} of epoch 3: loss {:.3f} lr 1e-4 {}\n"
STACK = (
    'Traceback (most recent call last):\n  File "train.py", line 3, in <module>\n    step()\nOddShape: no such shape\n'
)


def step(number):
    return STEP.format(number // 60 % 60, number % 60, number, number * 0.37 % 9, WORDS[number * 7 % 9999])


def lines(make, size):
    """So many bytes of lines, each made of its number."""
    parts, length = [], 0
    while length < size:
        parts.append(make(len(parts)))
        length += len(parts[-1])
    return "".join(parts).encode()


def one_log(make):
    return lambda size: {"a.log": lines(make, size), "b.log": b"step 1\n"}


def many_logs(make, count=4):
    return lambda size: {f"n{number}.log": make(number, size // count) for number in range(count)}


def interleaved(size, ranks=512):
    """A stack of each rank, a line of one after a line of another."""
    stack = (
        "[rank{rank}]: {word} Traceback (most recent call last)",
        '[rank{rank}]:   File "{word}.py", line 3, in f',
        "[rank{rank}]:     {word}()",
        "[rank{rank}]: {word}: x",
    )

    def line(number):
        turn, rank = divmod(number, ranks)
        return stack[turn % 4].format(rank=rank, word=WORDS[rank + turn // 4 * ranks]) + "\n"

    return {"a.log": lines(line, size)}


def errors_among(filler):
    """Logs of which a third are errors that all differ, behind lines of another kind."""

    def log(number, size):
        errors = lines(lambda at: f"ValueError: {WORDS[at]}{WORDS[number]}\n", size // 3)
        return lines(filler, size - len(errors)) + errors

    return many_logs(log)


def error_files(size):
    count = size // 22_000
    said = (f"ValueError: {WORDS[number]} {LONG}" for number in range(count))
    told = {
        f"d{WORDS[number]}/error.json": json.dumps({"message": {"message": text}}).encode()
        for number, text in enumerate(said)
    }

    def log(number):
        return lines(lambda at: f"ValueError: {WORDS[at]}{WORDS[number]} {LONG}\n", 21_700)

    return told | {f"x{WORDS[number]}.log": log(number) for number in range(count)}


def alike_error_files(size):
    """They all tell what all lines of all logs say."""
    words = WORDS[: size // 5_000]
    told = {f"d{word}/error.json": b'{"message": {"message": "ValueError: 1 y"}}' for word in words}
    return told | {f"x{word}.log": lines("ValueError: {} y\n".format, 4_900) for word in words}


def members(content):
    """A compressed log of many members, as if each of its lines had been packed and appended by itself."""
    packed = gzip.compress(content)
    return lambda size: {"a.log.gz": packed * (size // len(packed)), "b.log": b"step 1\n"}


def goes_on_after(number, size):
    """Errors that are handled, each among lines that come again."""
    return lines(lambda at: step(at) if at % 3 else f"ValueError: {WORDS[at]}{WORDS[number]}\n", size)


def odd_stack(number):
    return STACK.replace("OddShape", WORDS[number])


def header(rank):
    return f"[rank{rank}]: {WORDS[rank]}Traceback (most recent call last)"


SHAPES = {
    "a header of each rank": one_log(lambda at: f"{header(at)}\n[rank{at}]: x{WORDS[at]}\n"),
    "headers that are never closed": one_log(lambda at: f"{header(at)}\n"),
    "headers far above their error lines": lambda size: {
        "a.log": lines(lambda at: f"{header(at)}\n", size // 2)
        + lines(lambda at: f"[rank{at}]: {WORDS[at]}: x\n", size // 2)
    },
    "stacks that interleave": interleaved,
    "headers in one line": one_log(lambda at: f"\r{header(at)}" + "\nx" * (at % 50 == 0)),
    "one header and short lines": one_log(lambda at: "x\n" if at % 9_000 else "Traceback (most recent call last):\n"),
    "one header and lines that close nothing": one_log(
        lambda at: "1\n" if at % 40_000 else "Traceback (most recent call last):\n"
    ),
    "chained exceptions": one_log(lambda at: f"{odd_stack(at)}\nDuring handling of the above exception, another:\n\n"),
    "stacks within stacks": one_log(lambda at: " " * (at % 40) + odd_stack(at)),
    "short lines before errors": errors_among(lambda at: f"{WORDS[at % 1000][:3]}\n"),
    "lines that all differ before errors": errors_among(lambda at: f"{WORDS[at % 99_999]}xyz\n"),
    "lines of all ranks before errors": errors_among(lambda at: f"[rank{at}]: {WORDS[at % 99_999]}xyz\n"),
    "errors that are handled": many_logs(goes_on_after),
    "times that go back": one_log(
        lambda at: f"2026-11-22 {23 - at // 3600}:{59 - at // 60 % 60:02}:{59 - at % 60:02} ERROR ValueError: {WORDS[at]}\n"
    ),
    "no times": one_log(lambda at: f"99:99:99 99:99:99\nValueError: {WORDS[at]}\n"),
    "error files": error_files,
    "error files that tell the same": alike_error_files,
    "gzip members": members(UNLIKE),
    "empty gzip members": members(b""),
    "many small logs": many_logs(
        lambda at, size: lines(lambda number: f"{WORDS[number]}Error: {WORDS[at]}\n", size), MOST_FILES
    ),
    "many small logs of errors alike": many_logs(lambda _, size: lines("ValueError: {}\n".format, size), MOST_FILES),
    "errors of many classes that come often": one_log(lambda at: f"{WORDS[at % 500]}Error: {WORDS[at % 99_999]}\n"),
    "tasks of srun": one_log(
        lambda at: f"srun: error: {WORDS[at]}: tasks 0-9999,0-9999,0-9999: Exited with exit code 1\n"
    ),
    "kills": one_log(lambda at: f"Out of memory: Killed process {at} (python) {WORDS[at]}\n"),
    "signals": one_log(lambda at: f"[rank{at}]: {WORDS[at]} received signal SIGSEGV\n"),
    "summaries": one_log(
        lambda at: f"  time      : 2026-11-22_04:12:09\n  rank      : {at} (local_rank: 1)\n  exitcode  : -9 (pid: {at})\n"
    ),
    "watchdogs": one_log(lambda at: f"Rank {at} failed to pass monitoredBarrier {WORDS[at]} in 10 ms\n"),
}  # fmt: skip


def ordinary(size):
    """Steps, and the error that ended them."""
    return {"a.log": lines(step, size - len(STACK)) + STACK.encode(), "b.log": b"step 1\n"}


def job_of(files):
    """The job of logs that were sent."""
    uploads = [Upload(name, data) for name, data in files.items()]
    assert unpacked_size(uploads)
    return triage(*sources_of(uploads))


def cost(files):
    return work(lambda: job_of(files))


def cost_on_disk(files, folder):
    """The cost of logs that the client reads where they are."""
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return work(lambda: triage(*find_sources([str(folder)])))


@cache
def cost_of_ordinary(size):
    return cost(ordinary(size))


def assert_cheap(cost, size):
    """That logs of this size, and of twice the size, cost no more than their length."""
    once, twice = cost(size), cost(2 * size)

    assert twice <= MOST_FOR_TWICE * once
    assert once <= MOST_BESIDE_ORDINARY * cost_of_ordinary(size)
    assert twice <= MOST_BESIDE_ORDINARY * cost_of_ordinary(2 * size)


@pytest.mark.slow
@pytest.mark.parametrize("size", every(2, [SIZE, LARGE]))
@pytest.mark.parametrize("shape", every(4, list(SHAPES)))
def test_a_job_costs_what_its_logs_are_long(shape, size):
    assert_cheap(lambda size: cost(SHAPES[shape](size)), size)


@pytest.mark.parametrize("shape", ["gzip members", "empty gzip members"])
def test_a_compressed_log_on_disk_costs_what_it_is_long(shape, tmp_path):
    assert_cheap(lambda size: cost_on_disk(SHAPES[shape](size), tmp_path), LARGE)


def handled(size):
    """Most steps of an honest job fail, and are tried again."""
    stack = STACK.replace("OddShape", "ValueError")
    return {"a.log": lines(lambda at: STEP.format(at // 60 % 60, at % 60, at, 1, "") + stack * (at % 3 == 0), size)}


def alike(size):
    """All ranks fail in the same way, and write so at the same time."""

    def line(number):
        rank = number % 512
        return f"[rank{rank}]: {STACK.splitlines()[number // 512 % 4]}\n"

    return {"a.log": lines(line, size)}


def of_each_rank(size):
    """Each rank has a log of its own, and an error of its own."""
    return {f"rank{rank}.log": ordinary(size // MOST_FILES)["a.log"] + b"Killed\n" for rank in range(MOST_FILES)}


def retried(size, ranks=64):
    """Each rank has a log of its own, in which every tenth sample fails for another reason, and is left out."""
    frame = (
        '  File "/opt/env/lib/python3.11/site-packages/torch/{0}.py", line {1}, in {0}\n    return self.{0}(batch)\n'
    )

    def line(number):
        if number % 10:
            return step(number)
        frames = "".join(frame.format(WORDS[(number * 7 + depth) % 9999], 1_000 + depth) for depth in range(5))
        return f"{STACK.splitlines()[0]}\n{frames}ValueError: {WORDS[number]}\n"

    return {f"rank{rank}.log": lines(line, size // ranks) for rank in range(ranks)}


@pytest.mark.parametrize("size", every(2, [2 * SIZE, 2 * LARGE]))
@pytest.mark.parametrize("honest", [ordinary, interleaved, handled, alike, of_each_rank, retried])
def test_an_honest_job_is_read_whole(honest, size):
    assert job_of(honest(size)).left_out == ()


def test_the_end_of_a_log_is_read_however_much_stands_before_it():
    floods = SHAPES["headers far above their error lines"](2 * SIZE)
    job = job_of(floods | {"rank3.log": floods["a.log"] + b"Segmentation fault (core dumped)\n"})

    assert ("signal", 3) in [(event.kind.value, event.rank) for event in job.failure.timeline]


def test_the_ranks_that_all_lines_together_name_are_limited():
    events = job_of(SHAPES["tasks of srun"](SIZE)).failure.timeline

    assert 10_000 <= sum(len(event.ranks) for event in events) <= 600_000


TOO_MANY = "it has too many lines that look like errors: only some of them are read"


def test_that_not_all_was_read_is_said_in_each_answer():
    job = job_of(SHAPES["a header of each rank"](SIZE))

    assert to_values(job, None)["left_out"] == [{"file": "a.log", "why": TOO_MANY}]
    assert f"Not read: a.log: {TOO_MANY}." in to_values(job, None)["says"]
    assert f"Not read: a.log: {TOO_MANY}." in to_lines(job)


def test_what_stands_around_too_many_errors_is_not_read_and_that_is_said():
    """An error is then judged by its place: after one that ended a process, little more is written."""
    short = lines(lambda at: f"again {WORDS[at]}\n", 30_000)
    errors = [f"ValueError: {WORDS[at]}\n".encode() for at in range(40)]
    job = job_of({"a.log": b"".join(short + error for error in errors)})

    assert "not everything around its errors is read" in " ".join(map(str, sentences(job)))
    assert job.failure.cause.text == errors[-1].decode().rstrip()
