"""Alarms: promtool reads them, each is in the runbook, and each asks for metrics that the site has."""

import json
import re
import shutil
import subprocess

import pytest
import yaml
from django.conf import settings

from tools.required_programs import require

EXAMPLES = settings.BASE_DIR / "examples"
RULES = yaml.safe_load((EXAMPLES / "prometheus" / "tracefix-rules.yml").read_text(encoding="utf-8"))["groups"][0][
    "rules"
]
DASHBOARD = json.loads((EXAMPLES / "grafana" / "tracefix.json").read_text(encoding="utf-8"))
ASKED = [rule["expr"] for rule in RULES] + [
    target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]
]

# What the servers say for five minutes, in steps of 15 seconds, and the alarms that come of it. A series begins as the
# server's does: that of a view and a status with the first such answer, at 1.
HAPPY = {
    'up{job="tracefix",instance="a"}': "1x20",
    'tracefix_ready{instance="a"}': "1x20",
    'tracefix_database_up{instance="a"}': "1x20",
    'tracefix_redis_up{instance="a"}': "1x20",
    'tracefix_articles_broken{instance="a"}': "0x20",
    'tracefix_stale_seconds{instance="a"}': "0 5 10 0x17",
    'tracefix_workers{job="tracefix",instance="a"}': "8x20",
    'tracefix_worker_starts_total{job="tracefix",instance="a"}': "8x8 16x12",  # a reload
    'tracefix_var_free_bytes{instance="a"}': "1e9x20",
    'tracefix_backup_timestamp_seconds{instance="a"}': "0x20",
    'tracefix_library_info{instance="a",content="c"}': "1x20",
    'tracefix_requests_total{instance="a",view="home",status="200"}': "0+15x20",
    'tracefix_requests_total{instance="a",view="home",status="400"}': "0+1x20",
    'tracefix_request_seconds_bucket{instance="a",le="0.1"}': "0+15x20",
    'tracefix_request_seconds_bucket{instance="a",le="10.0"}': "0+15x20",
    'tracefix_request_seconds_bucket{instance="a",le="+Inf"}': "0+15x20",
}
UNHAPPY = {
    "TracefixDown": {'up{job="tracefix",instance="a"}': "0x20"},
    "TracefixNotReady": {'tracefix_ready{instance="a"}': "0x20"},
    "TracefixDatabaseDown": {'tracefix_database_up{instance="a"}': "0x20"},
    "TracefixRedisDown": {'tracefix_redis_up{instance="a"}': "0x20"},
    "TracefixArticlesBroken": {'tracefix_articles_broken{instance="a"}': "0 1x19"},
    "TracefixStale": {'tracefix_stale_seconds{instance="a"}': "0+15x20"},
    "TracefixContentDiffers": {'tracefix_library_info{instance="b",content="d"}': "1x80"},
    "TracefixErrors": {'tracefix_requests_total{instance="a",view="home",status="500"}': "_x8 1x12"},
    "TracefixPastesRefused": {'tracefix_requests_total{instance="a",view="api-1:match",status="503"}': "_ 1+3x19"},
    "TracefixSlow": {'tracefix_request_seconds_bucket{instance="a",le="0.1"}': "0+1x20"},
    "TracefixBadHosts": {'tracefix_requests_total{instance="a",view="home",status="400"}': "0+30x20"},
    "TracefixLimited": {'tracefix_requests_total{instance="a",view="home",status="429"}': "0+9x20"},
    "TracefixWorkersRestart": {'tracefix_worker_starts_total{job="tracefix",instance="a"}': "8+2x20"},
    "TracefixWorkersMissing": {'tracefix_workers{job="tracefix",instance="a"}': "8x5 7x15"},
    "TracefixDiskFull": {'tracefix_var_free_bytes{instance="a"}': "1e9 0x19"},
    "TracefixBackupOld": {'tracefix_backup_timestamp_seconds{instance="a"}': "-200000x20"},
    "TracefixUnknownErrors": {'tracefix_matches_total{instance="a",verdict="none"}': "0+2x20"},
    "TracefixWantedFlood": {'tracefix_wanted_total{instance="a"}': "0+20x20"},
}


def promtool(*arguments):
    program = require(shutil.which("promtool"), "promtool", "prometheus", "the tests of alarms")
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, timeout=60)


def test_promtool_takes_the_rules_and_the_configuration():
    for kind, name in (("rules", "tracefix-rules.yml"), ("config", "prometheus.yml")):
        done = promtool("check", kind, EXAMPLES / "prometheus" / name)
        assert done.returncode == 0, done.stdout + done.stderr


def test_programs_of_alarms_listen_on_this_machine_alone_and_need_no_private_network(production):
    options = dict(re.findall(r"""echo 'ARGS="(.+)"' >>/etc/default/(\S+)""", production))
    (installed,) = re.findall(r"apt-get install --yes --no-install-recommends (prometheus.+)", production)
    (named,) = yaml.safe_load((EXAMPLES / "prometheus" / "prometheus.yml").read_text("utf-8"))["alerting"][
        "alertmanagers"
    ]

    assert sorted(options.values()) == sorted(installed.split())
    assert {name: arguments.split() for arguments, name in options.items()} == {
        "prometheus": ["--web.listen-address=127.0.0.1:9090"],
        "prometheus-alertmanager": ["--web.listen-address=127.0.0.1:9093", "--cluster.listen-address="],
    }
    assert named["static_configs"][0]["targets"] == ["127.0.0.1:9093"]


def test_promtool_takes_what_the_dashboard_asks(tmp_path):
    rules = [{"record": f"panel:{number}", "expr": expression} for number, expression in enumerate(ASKED)]
    (tmp_path / "rules.yml").write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}))

    done = promtool("check", "rules", tmp_path / "rules.yml")

    assert done.returncode == 0, done.stdout + done.stderr


def test_an_error_that_is_over_alarms_no_more(tmp_path):
    over = {'tracefix_requests_total{instance="a",view="home",status="500"}': "1x80"}

    check_rules([case(over, None, "20m")], tmp_path)


@pytest.mark.parametrize(
    ("workers", "wanted"),
    [
        ("1x20 2 1x60", None),  # a worker and its successor, which one scrape sees
        ("8x20 9x8 8x60", None),  # eight, one after the other
        ("8x20 9x8 8x20 7x40", "TracefixWorkersMissing"),
    ],
)
def test_a_reload_is_no_lack_of_workers(tmp_path, workers, wanted):
    check_rules([case({'tracefix_workers{job="tracefix",instance="a"}': workers}, wanted, "15m")], tmp_path)


def test_each_alarm_comes_when_it_should_and_alone(tmp_path):
    tests = [case({}, None, "5m")]
    for name, series in UNHAPPY.items():
        slow = name in {"TracefixContentDiffers"}
        tests.append(case(series, name, "20m" if slow else "5m"))
    names = [rule["alert"] for rule in RULES]
    assert set(names) - set(UNHAPPY) == {"TracefixProgramsDiffer"}  # as TracefixContentDiffers
    check_rules(tests, tmp_path)


def check_rules(tests, tmp_path):
    for one in tests:
        wanted, time = one.pop("wanted"), one.pop("time")
        one["promql_expr_test"] = [
            {
                "expr": 'count by (alertname) (ALERTS{alertstate="firing"})',
                "eval_time": time,
                "exp_samples": [{"labels": f'{{alertname="{wanted}"}}', "value": 1}] if wanted else [],
            }
        ]
    rules = str(EXAMPLES / "prometheus" / "tracefix-rules.yml")
    document = {"rule_files": [rules], "evaluation_interval": "15s", "tests": tests}
    (tmp_path / "test.yml").write_text(json.dumps(document))

    done = promtool("test", "rules", tmp_path / "test.yml")

    assert done.returncode == 0, done.stdout + done.stderr


def test_alarms_reach_somebody():
    configuration = yaml.safe_load((EXAMPLES / "prometheus" / "prometheus.yml").read_text(encoding="utf-8"))
    manager = yaml.safe_load((EXAMPLES / "prometheus" / "alertmanager.yml").read_text(encoding="utf-8"))

    assert configuration["alerting"]["alertmanagers"]
    assert manager["route"]["receiver"] in {each["name"] for each in manager["receivers"]}


def case(series, wanted, time):
    steady = HAPPY if time == "5m" else {name: values.replace("x20", "x80") for name, values in HAPPY.items()}
    given = [{"series": name, "values": values} for name, values in {**steady, **series}.items()]
    return {"interval": "15s", "input_series": given, "wanted": wanted, "time": time}


def test_the_runbook_and_the_mail_say_what_to_do(runbook):
    rows = re.findall(r"(?m)^\| `(Tracefix\w+)` \| .*? \| (.*) \|$", runbook)

    told = [(rule["alert"], rule["annotations"]["description"]) for rule in RULES]
    assert told == [(alarm, what.replace("`", "")) for alarm, what in rows]


@pytest.mark.parametrize("expression", ASKED)
def test_the_site_has_these_metrics(expression):
    source = (settings.BASE_DIR / "kb" / "server" / "metrics.py").read_text(encoding="utf-8")
    made = set(re.findall(r'"(tracefix_\w+)"', source))
    kinds = r"_(total|info|bucket)$"

    for name in re.findall(r"tracefix_\w+", expression):
        assert re.sub(kinds, "", name) in made, name
