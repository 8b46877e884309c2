"""A real Redis that is killed, refuses or is full: the metric, the alarm and the log line, which names the cause."""

import signal

import pytest
import yaml
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from kb.server.limits import Limits
from tools.redis_server import PASSWORD, USER

CLIENT = "192.0.2.1"
FULL = [("CONFIG", "SET", "maxmemory-policy", "noeviction"), ("CONFIG", "SET", "maxmemory", "1")]
ROOM = [("CONFIG", "SET", "maxmemory", "0")]
FAULTS = {  # what is done to it, what makes it good again, and what the log says
    "full": (FULL, ROOM, "its memory is full (OOM)"),
    "no right": (
        [("ACL", "SETUSER", USER, "-evalsha", "-eval")], [("ACL", "SETUSER", USER, "+@all")],
        "the user lacks a right (NOPERM)",
    ),
    "a replica": (
        [("REPLICAOF", "127.0.0.1", "1"), ("CONFIG", "SET", "replica-serve-stale-data", "yes")], [("REPLICAOF", "NO", "ONE")],
        "it is a replica that takes no writes (READONLY)",
    ),
}  # fmt: skip


def lines(log):
    return [line for line in log.getvalue().splitlines() if "Redis" in line]


def test_it_is_killed_and_comes_back(redis, use_redis, redis_up, stderr_log):
    redis.start()
    counters = use_redis(redis.url())
    assert (counters.wait("match", CLIENT), redis_up()) == (0, 1)

    redis.stop(signal.SIGKILL)
    down = [(counters.wait("match", CLIENT), redis_up()) for _ in range(3)]
    redis.start()

    assert [up for _, up in down] == [0, 0, 0]
    assert [wait > 0 for wait, _ in down] == [False, False, True]  # this process counts by itself
    assert redis_up() == 1
    killed, back = lines(stderr_log)
    assert f"nobody listens at the host 127.0.0.1:{redis.port} (ECONNREFUSED)" in killed
    assert "Redis counts requests again" in back


@pytest.mark.parametrize(
    "url",
    [
        "rediss://me:hunter2@127.0.0.1:1/0?ssl_ca_certs=/etc/ca.pem",
        "redis://me:hunter2@127.0.0.1:1/0?socket_keepalive=yes",
        "redis+unix:///run/nowhere?db=1",
    ],
)
def test_options_of_its_url(use_redis, url):
    assert use_redis(url)  # which connects to nothing yet


@pytest.mark.parametrize(
    "url",
    [
        "rediss://me:hunter2@127.0.0.1:1/0?ssl_ca_cert=/etc/ca.pem",
        "redis://me:hunter2@127.0.0.1:1/0?ssl_ca_certs=/etc/ca.pem",  # it has no such option without TLS
        "redis://me:hunter2@127.0.0.1:1/0?socket_timeout=soon",
    ],
)
def test_options_of_its_url_that_it_does_not_know_are_told_at_the_start(use_redis, url):
    with pytest.raises(ImproperlyConfigured, match=r"^REDIS_URL cannot be used: it looks like ") as told:
        use_redis(url)

    assert "hunter2" not in str(told.value)


@pytest.mark.parametrize("name", FAULTS)
def test_it_answers_but_does_not_count(redis, use_redis, redis_up, stderr_log, name):
    harm, repair, told = FAULTS[name]
    redis.start()
    counters = use_redis(redis.url())
    assert (counters.wait("match", CLIENT), redis_up()) == (0, 1)

    assert {redis.ask(*command) for command in harm} == {"OK"}
    assert redis.ask("PING") == "PONG"
    down = [(counters.wait("match", CLIENT), redis_up()) for _ in range(2)]
    assert {redis.ask(*command) for command in repair} == {"OK"}

    assert down == [(0, 0), (0, 0)]
    assert redis_up() == 1
    failed, back = lines(stderr_log)
    assert f"Redis cannot count requests: {told}." in failed
    assert "Redis counts requests again" in back
    assert PASSWORD not in stderr_log.getvalue()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("redis://tracefix:wrong-one@127.0.0.1:{}/0", "wrong password or user (WRONGPASS)"),
        ("redis://127.0.0.1:{}/0", "it wants a password (NOAUTH)"),
        (
            f"redis://tracefix:{PASSWORD}@127.0.0.1:{{}}/99",
            "it has no database of the number after the last / (ERR)",
        ),
        ("redis://tracefix:wrong-one@nowhere.invalid:{}/0", "no address is known for the host nowhere.invalid:{}"),
    ],
)
def test_it_refuses(redis, use_redis, redis_up, stderr_log, url, told):
    redis.start()
    counters = use_redis(url.format(redis.port))

    assert (counters.wait("match", CLIENT), redis_up()) == (0, 0)

    (line,) = lines(stderr_log)
    assert told.format(redis.port) in line
    assert "wrong-one" not in stderr_log.getvalue()


def test_it_does_not_answer_in_time(redis, use_redis, redis_up, stderr_log, monkeypatch):
    monkeypatch.setattr("kb.server.shared_counters.SECONDS", 0.25)
    redis.start()
    counters = use_redis(redis.url())
    redis.pause()

    assert (counters.wait("match", CLIENT), redis_up()) == (0, 0)

    (line,) = lines(stderr_log)
    assert f"no answer in time from the host 127.0.0.1:{redis.port} (ETIMEDOUT)" in line
    redis.resume()


def test_what_it_counted_is_shared(redis, use_redis):
    redis.start()
    use_redis(redis.url())

    assert [Limits().wait("match", CLIENT) > 0 for _ in range(3)] == [False, False, True]


def test_the_redis_of_compose_makes_room_when_it_is_full(redis, use_redis, redis_up, stderr_log):
    compose = yaml.safe_load((settings.BASE_DIR / "container" / "compose.yaml").read_text(encoding="utf-8"))
    command = compose["services"]["redis"]["command"]
    policy = command[command.index("--maxmemory-policy") + 1]
    redis.start()
    counters = use_redis(redis.url())
    counters.wait("match", CLIENT)
    redis.ask("CONFIG", "SET", "maxmemory-policy", policy)
    used = int(redis.ask("INFO", "memory").partition("used_memory:")[2].split()[0])
    redis.ask("CONFIG", "SET", "maxmemory", str(used + 200_000))

    waits = [counters.wait("match", f"2001:db8::{number:x}") for number in range(3_000)]

    assert set(waits) == {0}
    assert redis_up() == 1
    assert int(redis.ask("INFO", "stats").partition("evicted_keys:")[2].split()[0]) > 0
    assert stderr_log.getvalue() == ""
