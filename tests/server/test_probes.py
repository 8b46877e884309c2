"""Monitoring asks a server by its address: it is answered whatever the Host is, and nobody else is."""

from ipaddress import ip_network

import pytest
from django.http import Http404
from django.test import Client

from kb.server.metrics import scrape

PATHS = ["/healthz", "/readyz"]
OTHERS = [
    {"REMOTE_ADDR": "192.0.2.1"},
    {"REMOTE_ADDR": "2001:db8::1"},
    {"REMOTE_ADDR": ""},
    {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"},
    {"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=127.0.0.1"},
]


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "192.168.0.9", "::1", "fd00::1", "::ffff:10.1.2.3"])
@pytest.mark.parametrize("path", PATHS)
def test_monitoring_is_answered_whatever_the_host_is(client, path, address):
    response = client.get(path, headers={"host": "10.1.2.3:8000"}, REMOTE_ADDR=address)

    assert response.status_code == 200
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Request-ID"]


@pytest.mark.parametrize("asked", OTHERS)
def test_others_need_a_host_of_ours(client, asked):
    assert {client.get(path, headers={"host": "10.1.2.3"}, **asked).status_code for path in PATHS} == {400}
    assert {client.get(path, **asked).status_code for path in PATHS} == {200}


@pytest.mark.parametrize("asked", OTHERS)
def test_others_get_no_metrics(rf, asked):
    with pytest.raises(Http404):
        scrape(rf.get("/metrics", **asked))


def test_the_networks_may_be_others(client, settings):
    settings.MONITOR_NETWORKS = (ip_network("192.0.2.0/24"),)

    answers = [
        client.get("/readyz", headers={"host": "x"}, REMOTE_ADDR=one).status_code for one in ("192.0.2.7", "10.0.0.1")
    ]
    assert answers == [200, 400]


def test_behind_tls_monitoring_is_not_sent_elsewhere(small_site, settings):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]

    assert Client().get("/readyz", headers={"host": "10.1.2.3"}).status_code == 200


def test_only_these_addresses_are_open(client):
    answers = {path: client.get(path, headers={"host": "evil.example"}).status_code for path in ("/", "/healthz/x")}

    assert set(answers.values()) == {400}
