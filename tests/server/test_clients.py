"""Who asks: the address that the trusted proxy gives, never one that a client makes up."""

import pytest
from django.test import RequestFactory

from kb.server.clients import client_address, network_address


def asked(direct, forwarded=None):
    headers = {"x-forwarded-for": forwarded} if forwarded is not None else {}
    return client_address(RequestFactory().get("/", REMOTE_ADDR=direct, headers=headers))


def test_without_a_proxy_it_is_who_opened_the_connection(settings):
    settings.TRUSTED_PROXIES = 0

    assert asked("192.0.2.1") == "192.0.2.1"
    assert asked("192.0.2.1", "203.0.113.9") == "192.0.2.1"


BEHIND_PROXIES = {
    "what the proxy saw": (1, "203.0.113.9", "203.0.113.9"),
    "what the client made up stands to the left of it": (1, "198.51.100.7, 203.0.113.9", "203.0.113.9"),
    "two headers joined by the server": (1, "198.51.100.7,203.0.113.9", "203.0.113.9"),
    "two proxies": (2, "198.51.100.7, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
    "fewer steps than proxies: somebody went past one": (2, "198.51.100.7", "10.0.0.1"),
    "no header": (1, None, "10.0.0.1"),
    "no address": (1, "unknown", "10.0.0.1"),
    "an empty header": (1, "", "10.0.0.1"),
    "with the port": (1, "203.0.113.9:4711", "203.0.113.9"),
    "IPv6 with the port": (1, "[2001:db8:1:2::1]:4711", "2001:db8:1:2::/64"),
    "the proxy saw itself": (1, "127.0.0.1", "10.0.0.1"),
    "an address of IPv4 in one of IPv6": (1, "::ffff:203.0.113.9", "203.0.113.9"),
    "a network of IPv6": (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    "the same network": (1, "[2001:db8:1:2::1]", "2001:db8:1:2::/64"),
}


@pytest.mark.parametrize(("proxies", "forwarded", "client"), BEHIND_PROXIES.values(), ids=BEHIND_PROXIES)
def test_behind_proxies(settings, proxies, forwarded, client):
    settings.TRUSTED_PROXIES = proxies

    assert asked("10.0.0.1", forwarded) == client


@pytest.mark.parametrize("direct", ["127.0.0.1", "::1", ""])
@pytest.mark.parametrize(
    "forwarded",
    [None, "", " ", "unknown", "_hidden", "203.0.113.", "203.0.113.9, ", "203.0.113.9, unknown", "a:b:c", "["],
)
def test_whom_a_proxy_on_this_machine_does_not_name_is_one_client_with_all_such(settings, direct, forwarded):
    settings.TRUSTED_PROXIES = 1

    assert asked(direct, forwarded) == "unknown"


@pytest.mark.parametrize("forwarded", ["127.0.0.1", "198.51.100.7, ::1", "127.0.0.1:4711"])
def test_this_machine_through_its_own_proxy_is_no_client(settings, forwarded):
    settings.TRUSTED_PROXIES = 1

    assert asked("127.0.0.1", forwarded) == ""


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1", ""])
def test_this_machine_itself_is_no_client(settings, address):
    settings.TRUSTED_PROXIES = 0

    assert asked(address) == ""


NETWORKS = {
    "IPv4": ("203.0.113.9", "203.0.113.0/24"),
    "IPv6": ("2001:db8:1:2::3", "2001:db8:1::/48"),
    "this machine itself": ("127.0.0.1", ""),
}


@pytest.mark.parametrize(("address", "network"), NETWORKS.values(), ids=NETWORKS)
def test_addresses_that_are_rented_together_are_one_network(settings, address, network):
    settings.TRUSTED_PROXIES = 0

    assert network_address(RequestFactory().get("/", REMOTE_ADDR=address)) == network
