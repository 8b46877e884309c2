"""What benchmarks/faults.py tells of a fault: the worst of the metrics, the alarms by name, and the log in short."""

import yaml
from django.conf import settings

from benchmarks.signs import Signs, as_table, merged, troubles
from tools.waiting import until

LOG = """\
2026-11-22 21:20:00,431 WARNING kb.store.state 0123456789abcdef: The database is away at the port 54321.
2026-11-22 21:20:01,431 WARNING kb.store.state fedcba9876543210: The database is away at the port 54322.
2026-11-22 21:20:02,431 INFO kb.store.state -: The database is back.
Traceback (most recent call last):
[ERROR] Unexpected exit from worker-1
"""


def seen(*scrapes):
    """What is told of a server that answers with these metrics in turn; None is no answer."""
    left = list(scrapes)

    def ask():
        text = left.pop(0) if len(left) > 1 else left[0]
        if text is None:
            raise OSError
        return text

    signs = Signs(ask, 0.001)
    until(lambda: len(left) == 1)
    until(lambda: signs.reads > len(scrapes))
    return signs.stop(LOG)


def test_the_worst_is_told_with_its_alarm():
    told = seen(
        "tracefix_ready 1.0\ntracefix_workers 2.0", "tracefix_ready 0.0\ntracefix_workers 1.0", "tracefix_ready 1.0"
    )

    assert told["metrics"] == {"tracefix_ready (TracefixNotReady)": 0, "tracefix_workers (TracefixWorkersMissing)": 1}


def test_what_is_as_usual_is_not_told():
    usual = "tracefix_ready 1.0\ntracefix_articles_broken 0.0\ntracefix_worker_starts_total 2.0"

    assert seen(usual)["metrics"] == {}


def test_errors_that_visitors_got_are_added_up():
    lines = [
        f'tracefix_requests_total{{method="GET",status="{status}",view="{view}"}} 2.0'
        for status in (200, 503)
        for view in "ab"
    ]

    assert seen("\n".join(lines))["metrics"] == {"requests answered 503": 4}


def test_a_server_that_does_not_answer_is_down():
    assert "no metrics (TracefixDown)" in seen("tracefix_ready 1.0", None)["metrics"]


def test_the_log_in_short():
    assert troubles(LOG) == [
        "WARNING kb.store.state -: The database is away at the port …. (×2)",
        "[ERROR] Unexpected exit from worker-1",
    ]


def test_the_table():
    one = {"metrics": {"tracefix_ready (TracefixNotReady)": 0.0}, "log": ["a | b"]}
    both = merged([one, {"metrics": {}, "log": ["a | b", "c"]}])

    table = as_table({"worker": {"answers": {"200": 3}, "signs": both}})

    assert table.splitlines()[2] == "| worker | 200: 3 | a \\| b<br>c | tracefix_ready (TracefixNotReady): 0.0 |"


def test_each_alarm_has_a_rule():
    rules = yaml.safe_load(
        (settings.BASE_DIR / "examples" / "prometheus" / "tracefix-rules.yml").read_text(encoding="utf-8")
    )
    exprs = {rule["alert"]: rule["expr"] for rule in rules["groups"][0]["rules"]}

    for name, (_, _, alarm) in Signs.GAUGES.items():
        assert name in exprs[alarm]
