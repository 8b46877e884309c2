"""The matcher beside its peers: one bare RE2 set scan of the same bytes, and a loop of Python regular expressions.

Reports are training logs with a traceback at the end; signatures are made from the words of real messages. A job's log,
of eight processes with colours, progress bars and warnings, is compared with the published signatures; names that a
package lacks, with the same names of packages that have no history. Every figure is the median of one run, and the
ratios compare what ran in that same run on the same text.
"""

import datetime
import random
import re
import statistics
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import re2

from tracefix.articles.loading import load_all
from tracefix.articles.model import Article
from tracefix.articles.signatures import Signature
from tracefix.explaining.explanation import Explanation, explain
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Verdict

SIZES = {"4 KB": 4_096, "64 KB": 65_536, "1 MB": 1_048_576}
PUBLISHED = Path(__file__).resolve().parent.parent / "articles"
JOB_LOG = 500_000  # characters
COUNTS = (5, 100, 1_000, 10_000)
_WORDS = tuple(
    "cannot expected tensor device rank process group module named attribute object failed open file memory timeout "
    "connect load state dict key size mismatch version symbol undefined worker killed import library config "
    "model".split()
)
_TRACEBACK = """\
Traceback (most recent call last):
  File "/home/user/train.py", line 122, in <module>
    ema = deepcopy(model)
  File "/usr/lib/python3.10/copy.py", line 161, in deepcopy
    rv = reductor(4)
TypeError: cannot pickle 'torch._C._distributed_c10d.ProcessGroup' object
"""
_MISSING = """\
Traceback (most recent call last):
  File "/home/user/train.py", line 3, in <module>
    from {package} import {name}
ImportError: cannot import name '{name}' from '{package}' (/usr/lib/python3.10/site-packages/{package}/__init__.py)
"""
_MISSING_NAMES = {  # the last one is of no release
    "transformers": "AdamW",
    "huggingface_hub": "cached_download",
    "numpy": "bool8",
    "torch": "_six",
    "timm": "no_such_name",
}
KNOWN = Signature(message="cannot pickle '{type}' object", where={"type": ("*ProcessGroup",)})


def make_articles(count: int) -> list[Article]:
    """`count` articles with one signature each; the first is the one that the reports show."""
    dice = random.Random(7)
    signatures = [KNOWN]
    for number in range(count - 1):
        words = dice.choices(_WORDS, k=5)
        words[2] += str(number)
        signatures.append(Signature(message=f"{' '.join(words)} '{{name}}' {dice.choice(_WORDS)}"))
    day = datetime.date(2026, 1, 1)
    empty = {"title": "", "summary": "", "fix": "", "projects": (), "exceptions": (), "tags": (), "sources": ()}
    return [
        Article(
            slug=f"a{number}", folder=Path(), signatures=(signature,), created=day, updated=day, body="", body_line=1,
            **empty,
        )
        for number, signature in enumerate(signatures)
    ]  # fmt: skip


def make_report(size: int) -> str:
    """A training log of `size` characters that ends in a traceback."""
    dice = random.Random(3)
    lines: list[str] = []
    left = size - len(_TRACEBACK) - 1
    step = 0
    while left > 0:
        step += 1
        line = (
            f"2024-03-06 10:{step // 60 % 60:02}:{step % 60:02},886 - mmdet - INFO - Epoch [1][{step}/9000] "
            f"lr: 2.0e-04, eta: 1 day, 2:10:11, time: 0.92, data_time: 0.05, memory: 20123, loss: {dice.random():.4f}\n"
        )
        lines.append(line[-left:] if len(line) > left else line)
        left -= len(lines[-1])
    return "".join(lines) + "\n" + _TRACEBACK


def make_job_log(size: int, *, is_varied: bool = False) -> str:
    """What a job of eight processes prints, about `size` characters; one of them fails near the end.

    Nearly all of it shows some sign of an error, one that comes again and again; where the log `is_varied`, each says
    something new, so that all is read closely.
    """
    dice = random.Random(5)
    lines = []
    left, step, failed = size, 0, False
    while left > 0:
        step += 1
        what = "".join(dice.choices("abcdefghijkl", k=8)) if is_varied else "reads"
        clock = f"10:{step // 60 % 60:02}:{step % 60:02}"
        kinds = (
            f"[rank{step % 8}]: 2024-03-06 {clock},886 - mmdet - INFO - Epoch [1][{step}/9000] lr: 2.0e-04, "
            f"eta: 1 day, 2:10:11, time: 0.92, data_time: 0.05, memory: 20123, loss: {dice.random():.4f}\n",
            f"\r 12%|█▏        | {step}/9000 [00:10<01:30, {dice.random():.2f}it/s]",
            f"\n\x1b[36m(RayTrainWorker pid={4000 + step % 8})\x1b[0m INFO 03-06 {clock} [loader.py:39] read {step}\n",
            f"[2024-03-06 {clock},886] [INFO] [utils.py:781:see_memory_usage] MA 7.1 GB, failed {what} so far: 0\n",
            f"/usr/lib/python3.10/torch/utils.py:{step}: UserWarning: the cache is full\n  warnings.warn(text)\n",
        )
        (line,) = dice.choices(kinds, (30, 30, 20, 18, 2))
        if not failed and left < size // 50:
            failed = True
            line = "".join(f"[rank3]: {each}\n" for each in _TRACEBACK.splitlines())
        lines.append(line)
        left -= len(line)
    return "".join(lines)


def medians_ms(*functions: Callable[[], object], at_least: int = 3, seconds: float = 0.6) -> list[float]:
    """The median processor time of each function in milliseconds.

    They take turns, so that a busy machine slows all alike.
    """
    times: list[list[float]] = [[] for _ in functions]
    for function in functions:
        function()  # to warm up
    start = time.perf_counter()
    while len(times[0]) < at_least or (time.perf_counter() - start < seconds and len(times[0]) < 200):
        for function, taken in zip(functions, times, strict=True):
            before = time.process_time()
            function()
            taken.append(time.process_time() - before)
    return [statistics.median(taken) * 1000 for taken in times]


def _set_of(patterns: Iterable[str]) -> re2.Set:
    """What diagnose is compared with: one scan for all of the patterns."""
    options = re2.Options()
    options.max_mem = 512 << 20
    bare = re2.Set.SearchSet(options)
    for pattern in patterns:
        bare.Add(pattern)
    bare.Compile()
    return bare


def job_log(*, is_varied: bool = False) -> float:
    """A long log beside one scan of the same bytes by the set of all published signatures: how many times its time."""
    articles = load_all(PUBLISHED)
    catalogue = Catalogue(articles)
    patterns = [signature.regex for article in articles for signature in article.signatures]
    bare = _set_of(patterns)
    log = make_job_log(JOB_LOG, is_varied=is_varied)
    data = log.encode()
    if not any("ProcessGroup" in match.quote for match in diagnose(log, catalogue).matches) or not bare.Match(data):
        raise AssertionError("the error in the job's log is not recognised: its times mean nothing")
    ours, scan = medians_ms(lambda: diagnose(log, catalogue), lambda: bare.Match(data), at_least=10)
    kind = " that says something new each time" if is_varied else ""
    print(
        f"a job's log of {len(log) // 1000} KB{kind}, {len(patterns)} published signatures: {ours:.1f} ms, "
        f"one RE2 set scan {scan:.2f} ms: {ours / scan:.0f} x",
        flush=True,
    )
    return ours / scan


def histories() -> float:
    """A missing name that a history explains, beside the same of a package without one: how many times its time."""
    catalogue = Catalogue(load_all(PUBLISHED))

    def answer(report: str) -> Explanation | None:
        return explain(diagnose(report, catalogue))

    ratios = []
    for package, name in _MISSING_NAMES.items():
        report = _MISSING.format(package=package, name=name)
        other = report.replace(package, "x" * len(package))
        if [bool(found and found.versions) for found in map(answer, (report, other))] != [True, False]:
            raise AssertionError(f"{package} has no history, or what stands for it has one: its times mean nothing")
        ours, peer = medians_ms(partial(answer, report), partial(answer, other), at_least=20)
        ratios.append(ours / peer)
        print(f"{package}.{name}: {ours:.1f} ms, without a history {peer:.1f} ms: {ours / peer:.2f} x", flush=True)
    return max(ratios)


def main() -> dict[str, float]:
    """Print the table and return the ratios."""
    with_history = histories()
    long_log, varied_log = job_log(), job_log(is_varied=True)
    ours: dict[tuple[str, int], float] = {}
    scans: dict[tuple[str, int], float] = {}
    loops: dict[tuple[str, int], float] = {}
    print(f"{'report':>8} {'signatures':>10} {'diagnose':>10} {'RE2 set':>10} {'re loop':>10}   ms, medians")
    for count in COUNTS:
        articles = make_articles(count)
        catalogue = Catalogue(articles)
        patterns = [article.signatures[0].regex for article in articles]
        bare = _set_of(patterns)
        expressions = [re.compile(pattern) for pattern in patterns]
        for name, size in SIZES.items():
            report = make_report(size)
            data = report.encode()
            answer = diagnose(report, catalogue)
            if answer.verdict is not Verdict.EXACT or 0 not in bare.Match(data):
                raise AssertionError("the benchmark's report is not recognised: its times mean nothing")
            key = (name, count)
            ours[key], scans[key] = medians_ms(
                lambda report=report, catalogue=catalogue: diagnose(report, catalogue),
                lambda bare=bare, data=data: bare.Match(data),
            )
            (loops[key],) = medians_ms(
                lambda expressions=expressions, report=report: [e.search(report) for e in expressions], seconds=0.1
            )
            print(f"{name:>8} {count:>10} {ours[key]:>10.2f} {scans[key]:>10.2f} {loops[key]:>10.2f}")
    return {
        "job_log_vs_re2_set": round(long_log, 1),
        "varied_log_vs_re2_set": round(varied_log, 1),
        "history_vs_none": round(with_history, 2),
        "vs_re2_set_1mb_1000": round(ours["1 MB", 1_000] / scans["1 MB", 1_000], 2),
        "growth_5_to_10000_64kb": round(ours["64 KB", 10_000] / ours["64 KB", 5], 2),
        "vs_regex_loop_64kb_1000": round(loops["64 KB", 1_000] / ours["64 KB", 1_000], 2),
    }
