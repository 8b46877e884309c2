"""Two servers behind nginx as container/nginx.conf sets it up: what is asked again where one is gone, and what is not."""

from contextlib import ExitStack

import pytest

from benchmarks.replicas import ENVIRONMENT, Replica, Site
from benchmarks.visitors import CHANGED, COUNTED, NUMBER
from tests.factories import write_article_folder
from tests.local_server import stand_in
from tools.granian import free_port
from tools.nginx import HOST, find_nginx, nginx
from tools.required_programs import require
from tools.waiting import until

VOTE = ("POST", "/articles/boom/helped/", "helped=yes")
MATCHES = [("POST", "/match/"), ("POST", "/zh-hans/match/"), ("POST", "/api/v1/match")]


@pytest.fixture
def proxied():
    """A function that puts nginx before servers on these ports, for the rest of the test."""
    program = require(find_nginx(), "nginx", "nginx-light", "the tests with it")
    with ExitStack() as started:
        yield lambda *ports: started.enter_context(nginx(program, ports))


@pytest.fixture
def stub():
    """A function that starts a server that answers with one status; with None, it breaks off once it read a request."""
    with ExitStack() as started:
        yield lambda status: started.enter_context(stand_in(lambda _: status))


def ask(proxy, method, path, body=None, **headers):
    connection = proxy.connect()
    try:
        connection.request(method, path, body, {"Host": HOST, **headers})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


@pytest.mark.parametrize("asked", [("GET", "/articles/boom/"), ("HEAD", "/"), *MATCHES])
def test_what_changes_nothing_is_asked_again_where_a_server_breaks_off(proxied, stub, asked):
    broken, whole = stub(None), stub(200)
    proxy = proxied(broken.port, whole.port)

    statuses = [ask(proxy, *asked) for _ in range(4)]

    assert statuses == [200] * 4
    assert broken.seen


@pytest.mark.parametrize("asked", [VOTE, ("POST", "/wanted/", "x=1")])
def test_what_may_have_been_counted_is_sent_once(proxied, stub, asked):
    broken, whole = stub(None), stub(200)
    proxy = proxied(broken.port, whole.port)

    statuses = [ask(proxy, *asked) for _ in range(4)]

    assert statuses.count(502) == len(broken.seen) > 0
    assert statuses.count(200) == len(whole.seen) > 0
    assert len(statuses) == 4


def test_a_vote_that_a_server_refused_to_hear_is_sent_to_another(proxied, stub):
    whole = stub(200)
    proxy = proxied(free_port(), whole.port)

    assert [ask(proxy, *VOTE) for _ in range(4)] == [200] * 4


@pytest.mark.parametrize("asked", [VOTE, ("GET", "/articles/boom/"), *MATCHES])
def test_the_one_server_that_is_up_is_found_while_four_others_start(proxied, stub, asked):
    proxy = proxied(*(free_port() for _ in range(4)), stub(200).port)

    assert [ask(proxy, *asked) for _ in range(6)] == [200] * 6


def test_a_server_that_has_just_come_back_is_found_while_the_next_one_restarts(proxied):
    gone = set()
    with ExitStack() as started:
        one, other = (
            started.enter_context(stand_in(lambda _, name=name: None if name in gone else 200)) for name in "AB"
        )
        proxy = proxied(one.port, other.port)
        gone.add("A")
        until(lambda: ask(proxy, "GET", "/") == 200 and len(one.seen) >= 5, 20)  # nginx takes it for gone

        gone.symmetric_difference_update("AB")

        assert [ask(proxy, "GET", "/") for _ in range(6)] == [200] * 6


def test_a_file_of_the_other_release_is_asked_of_another_server(proxied, stub):
    old, new = stub(404), stub(200)
    proxy = proxied(old.port, new.port)

    assert {ask(proxy, "GET", "/static/kb/site.0123.css") for _ in range(4)} == {200}
    assert {ask(proxy, "GET", "/articles/none/") for _ in range(4)} == {200, 404}


def test_a_server_that_is_taken_out_is_asked_nothing_until_it_is_back(proxied, stub):
    one, other = stub(200), stub(200)
    proxy = proxied(one.port, other.port)

    proxy.take_out(one.port)
    assert {ask(proxy, "GET", "/") for _ in range(4)} == {200}
    assert not one.seen

    proxy.put_back(one.port)
    assert {ask(proxy, "GET", "/") for _ in range(4)} == {200}
    assert one.seen


def test_figures_are_not_for_those_who_come_through_the_proxy(proxied, stub):
    server = stub(200)

    assert ask(proxied(server.port), "GET", "/metrics") == 404
    assert not server.seen


def test_a_client_cannot_say_who_it_is(proxied, stub):
    server = stub(200)

    ask(proxied(server.port), "GET", "/", X_Forwarded_For="192.0.2.1", **{"X-Forwarded-For": "192.0.2.2"})

    headers = server.seen[0][2]
    assert headers["X-Forwarded-For"] == "192.0.2.2, 127.0.0.1"
    assert "X_Forwarded_For" not in headers
    assert headers["X-Forwarded-Proto"] == "https"


def test_no_query_reaches_the_logs_of_the_proxy_even_where_servers_fail(proxied, stub):
    broken = stub(None)
    proxy = proxied(broken.port, free_port())

    assert ask(proxy, "GET", "/search/?q=hunter2") == 502

    until(proxy.requests, 10)
    assert [path for _, _, path, _ in proxy.requests()] == ["/search/"]
    assert "hunter2" not in proxy.logs()


@pytest.mark.slow  # it starts two servers; what nginx asks again, and what not, is tested above with stand-ins
def test_only_what_was_in_hand_is_lost_when_one_of_two_servers_is_killed(
    proxied, migrated_cluster, postgresql_url, tmp_path
):
    write_article_folder(tmp_path / "articles", CHANGED)
    environment = {**ENVIRONMENT, "DATABASE_URL": postgresql_url}
    replicas = [Replica(name, tmp_path / name, environment, tmp_path / "articles", workers=1) for name in "AB"]
    try:
        for replica in replicas:
            replica.launch()
        for replica in replicas:
            replica.wait()
        proxy = proxied(*(replica.port for replica in replicas))
        site = Site(migrated_cluster, postgresql_url.rpartition("/")[2], proxy, replicas, calm_seconds=0.2)

        with site.load() as visits:
            for replica in replicas:
                until(lambda port=replica.port: any(port in servers for *_, servers in proxy.requests()))
            assert not visits.lost
            replicas[0].kill()
            asked = len(proxy.requests())
            until(lambda: len(proxy.requests()) > asked + 50)
    finally:
        for replica in replicas:
            replica.stop()

    assert len(visits.lost) <= NUMBER
    torn = "IncompleteRead"  # half of the answer had been sent, so nginx could ask nobody else
    for kind in COUNTED:
        got = visits.got.pop(kind)
        assert set(got) <= {"303", "502", torn}
        assert got["303"] <= visits.kept[kind] <= got["303"] + got["502"] + got[torn]
    assert {status for got in visits.got.values() for status in got} <= {"200", torn}
    assert set(visits.answered_by) == {"A", "B"}
