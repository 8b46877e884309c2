"""The address of a client, as far as it can be trusted."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

_HOME_PREFIX = 64  # bits; whoever has one IPv6 address has all of its /64
_SITE_PREFIXES = {4: 24, 6: 48}
_NOBODY = "unknown"  # all whose proxy gave no address are one client


def client_address(request: HttpRequest) -> str:
    """The address of the client that sent the request. See `address_of`."""
    return address_of(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def address_of(direct: str, forwarded: str) -> str:
    """The client's IPv4 address or IPv6 /64 network; "" for this machine itself.

    `direct` is the address that opened the connection, `forwarded` the header X-Forwarded-For. Each of
    settings.TRUSTED_PROXIES proxies adds the address that it sees to the right of that header; the client may have made
    up what stands further left. If the header is too short, or holds no address there, the request did not come through
    these proxies, and the client is who opened the connection. If that is this machine, the client is "unknown".
    """
    trusted = settings.TRUSTED_PROXIES
    if not trusted:
        return _client(_read(direct))
    steps = forwarded.split(",")
    told = _read(steps[-trusted]) if len(steps) >= trusted else None
    opened = _client(_read(direct))
    return _client(told) or opened if told else opened or _NOBODY


def network_address(request: HttpRequest) -> str:
    """The client's network, IPv4 /24 or IPv6 /48; "" for this machine itself.

    Who rents many addresses mostly has them in few such networks.
    """
    client = client_address(request)
    try:
        address = ip_network(client)
    except ValueError:
        return client
    return str(address.supernet(new_prefix=_SITE_PREFIXES[address.version]))


def _read(written: str) -> IPv4Address | IPv6Address | None:
    """Parse an address, with or without a port: 192.0.2.1:80, [2001:db8::1]:80. None if it is none.

    An IPv4 address inside an IPv6 one becomes IPv4.
    """
    written = written.strip()
    if written.startswith("["):
        written = written[1:].partition("]")[0]
    elif written.count(":") == 1:
        written = written.partition(":")[0]
    try:
        address = ip_address(written)
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


def _client(address: IPv4Address | IPv6Address | None) -> str:
    if address is None or address.is_loopback:
        return ""
    if isinstance(address, IPv6Address):
        return f"{IPv6Address(int(address) >> _HOME_PREFIX << _HOME_PREFIX)}/{_HOME_PREFIX}"
    return str(address)
