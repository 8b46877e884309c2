"""A client that asks too much is told when to come back; the others go on."""

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured

from kb.server import shared_counters
from kb.server.limits import Limits, get_limits
from tools.granian import free_port

ELSEWHERE = "192.0.2.1"
SECRET = "hunter" + "2"  # no line of the stack has it


@pytest.fixture
def set_limits(settings):
    """A function that sets the limits, with counters that begin anew."""

    def use(match="off", search="off", **others):
        settings.LIMITS = {"match": match, "search": search}
        for name, value in others.items():
            setattr(settings, name, value)
        get_limits.cache_clear()

    use(REDIS_URL="", TRUSTED_PROXIES=0)
    yield use
    get_limits.cache_clear()


def paste(client, address=ELSEWHERE, path="/match/", **headers):
    return client.post(path, {"text": "boom"}, REMOTE_ADDR=address, headers=headers)


def test_beyond_the_limit_a_person_reads_when_to_come_back(client, set_limits):
    set_limits(match="2/hour")

    answers = [paste(client) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 1 <= int(answers[2]["Retry-After"]) <= 3600
    assert "Too many requests came from your address" in answers[2].content.decode()
    assert "no-store" in answers[2]["Cache-Control"]


def test_a_program_gets_the_shape_of_the_api(client, set_limits):
    set_limits(match="1/hour")
    paste(client, path="/api/v1/match")

    refused = paste(client, path="/api/v1/match")

    assert refused.status_code == 429
    assert refused.json()["error"]["code"] == "too_many_requests"
    assert 1 <= int(refused["Retry-After"]) <= 3600


def test_page_and_api_are_counted_together(client, set_limits):
    set_limits(match="1/hour")
    paste(client)

    assert paste(client, path="/api/v1/match").status_code == 429


def test_others_are_not_kept_waiting(client, set_limits):
    set_limits(match="1/hour")
    paste(client)

    assert paste(client, "192.0.2.2").status_code == 200


def test_who_makes_up_addresses_is_still_one_client(client, set_limits):
    set_limits(match="1/hour", TRUSTED_PROXIES=1)
    sent = [paste(client, "10.0.0.1", **{"x-forwarded-for": f"198.51.100.{n}, 203.0.113.9"}) for n in range(2)]

    assert [answer.status_code for answer in sent] == [200, 429]


@pytest.mark.parametrize("header", ["", "unknown", "203.0.113.9:4711"])
def test_whom_the_proxy_names_badly_is_limited_all_the_same(client, set_limits, header):
    set_limits(match="1/hour", TRUSTED_PROXIES=1)
    sent = [paste(client, "127.0.0.1", **{"x-forwarded-for": header}) for _ in range(2)]

    assert [answer.status_code for answer in sent] == [200, 429]


@pytest.mark.parametrize("path", ["/search/?q=boom", "/api/v1/search?q=boom", "/api/v1/suggest?q=boom"])
def test_searches_have_a_limit_of_their_own(client, set_limits, path):
    set_limits(match="1/hour", search="1/hour")
    paste(client)

    assert client.get(path, REMOTE_ADDR=ELSEWHERE).status_code == 200
    assert client.get(path, REMOTE_ADDR=ELSEWHERE).status_code == 429


REPORT = "Traceback (most recent call last): RuntimeError: boom happened in 'cellar'"


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/search/", {"q": REPORT}),
        ("/search/", {"q": f"it broke\n{REPORT}"}),
        ("/search/", {"q": "noise " * 60}),
        ("/search/", {"q": "noise " * 9_000}),
        ("/zh-hans/search/", {"q": REPORT}),
        ("/match/", {"example": "boom"}),
    ],
    ids=["one line", "lines", "long", "too long", "Chinese", "example"],
)
@pytest.mark.parametrize("method", ["get", "head"])
def test_what_the_matcher_reads_is_a_paste_wherever_it_stands(client, set_limits, path, asked, method):
    set_limits(match="1/hour")
    paste(client)

    refused = getattr(client, method)(path, asked, REMOTE_ADDR=ELSEWHERE)

    assert refused.status_code == 429
    assert "no-store" in refused["Cache-Control"]


def test_a_paste_in_the_search_box_is_no_search_too(client, set_limits):
    set_limits(search="1/hour")

    assert [client.get("/search/", {"q": REPORT}, REMOTE_ADDR=ELSEWHERE).status_code for _ in range(3)] == [200] * 3


@pytest.mark.parametrize("path", ["/", "/articles/", "/articles/boom/", "/match/", "/healthz", "/api/v1/articles"])
def test_what_costs_little_is_not_limited(client, set_limits, path):
    set_limits(match="1/hour", search="1/hour")

    assert [client.get(path, REMOTE_ADDR=ELSEWHERE).status_code for _ in range(3)] == [200] * 3


def test_this_machine_itself_is_not_limited(client, set_limits):
    set_limits(match="1/hour")

    assert [paste(client, "127.0.0.1").status_code for _ in range(3)] == [200] * 3


def test_an_ordinary_request_does_not_even_load_the_counters(client, set_limits):
    set_limits(match="1/hour", search="1/hour")
    client.get("/articles/boom/", REMOTE_ADDR=ELSEWHERE)
    paste(client, "127.0.0.1")

    assert get_limits.cache_info().currsize == 0


# ── Redis ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def nobody(set_limits, monkeypatch):
    """Counters whose Redis is at a port where nobody listens."""
    if not shared_counters.has_redis():
        pytest.skip("the package redis is not installed (requirements-redis.txt)")
    monkeypatch.setattr(shared_counters, "SECONDS", 20.0)
    set_limits(match="1/hour", REDIS_URL=f"redis://tracefix:{SECRET}@127.0.0.1:{free_port()}/0")
    return Limits()


def test_redis_that_cannot_be_reached_stops_nobody_and_is_told_of_once(nobody, stderr_log):
    waits = [nobody.wait("match", ELSEWHERE) for _ in range(3)]

    assert waits[0] == 0
    assert min(waits[1:]) > 0
    assert stderr_log.getvalue().count("Redis cannot count requests: nobody listens at the host 127.0.0.1:") == 1
    assert SECRET not in stderr_log.getvalue()


def test_it_is_left_alone_for_a_while(nobody, monkeypatch):
    asked = []
    nobody.wait("match", ELSEWHERE)
    monkeypatch.setattr(shared_counters, "count", lambda *_: asked.append(1) or 0)

    nobody.wait("match", ELSEWHERE)

    assert asked == []


def test_monitoring_that_notices_it_first_tells_of_it_too(nobody, stderr_log):
    assert [nobody.is_redis_up() for _ in range(2)] == [False, False]

    assert stderr_log.getvalue().count("Redis cannot count requests") == 1


def test_what_nobody_knows_is_told_with_its_stack(nobody, stderr_log, monkeypatch):
    def fail(*_):
        raise RuntimeError(SECRET)

    monkeypatch.setattr(shared_counters, "count", fail)

    assert nobody.wait("match", ELSEWHERE) == 0

    assert "Redis cannot count requests: RuntimeError." in stderr_log.getvalue()
    assert "in fail" in stderr_log.getvalue()
    assert SECRET not in stderr_log.getvalue()


def test_without_the_library_it_says_which_one(set_limits, monkeypatch):
    set_limits(REDIS_URL="redis://user:password@localhost/0")
    monkeypatch.setitem(__import__("sys").modules, "redis", None)
    monkeypatch.setattr(shared_counters, "has_redis", lambda: False)

    with pytest.raises(ImproperlyConfigured, match=r"requirements-redis\.txt") as told:
        Limits()

    assert "password" not in str(told.value)


# ── settings ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_limit_that_cannot_be_read_is_named(set_limits):
    set_limits(match="many")

    assert [str(problem.msg) for problem in run_checks()] == [
        "The limit of match is 'many': write it as 60/minute, or off."
    ]


def test_a_proxy_that_is_not_declared_is_noticed(settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.TRUSTED_PROXIES = 0

    assert "kb.W001" in [problem.id for problem in run_checks(tags=["security"], include_deployment_checks=True)]
