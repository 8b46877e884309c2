"""Who asks: the address of a client, as far as it can be believed."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

_HOME_PREFIX = 64  # bits of an IPv6 address that are given out together: whoever has one address has them all
_SITE_PREFIXES = {4: 24, 6: 48}
_NOBODY = "unknown"  # who came without an address, past a proxy or through one that tells none


def client_address(request: HttpRequest) -> str:
    """The address of whoever asks: see `address_of`."""
    return address_of(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def address_of(direct: str, forwarded: str) -> str:
    """The address of whoever asks, of an IPv6 client its /64 network; "" where it is this machine itself.

    Asked for with the address of whoever opened the connection, and what X-Forwarded-For says.

    Each of settings.TRUSTED_PROXIES proxies adds the address that it sees to the right of X-Forwarded-For. What stands
    further left was sent by the client and may be made up. A header that is too short, or no address where one must be,
    did not come through these proxies: then whoever opened the connection is the client. Where that is this machine
    itself, as which every visitor comes whom its proxy did not name, all of them together are one client.
    """
    trusted = settings.TRUSTED_PROXIES
    if not trusted:
        return _client(_read(direct))
    steps = forwarded.split(",")
    told = _read(steps[-trusted]) if len(steps) >= trusted else None
    opened = _client(_read(direct))
    return _client(told) or opened if told else opened or _NOBODY


def network_address(request: HttpRequest) -> str:
    """The network of whoever asks, IPv4 /24 or IPv6 /48: whoever rents many addresses mostly has them in few of those.

    "" where it is this machine itself.
    """
    client = client_address(request)
    try:
        address = ip_network(client)
    except ValueError:
        return client
    return str(address.supernet(new_prefix=_SITE_PREFIXES[address.version]))


def _read(written: str) -> IPv4Address | IPv6Address | None:
    """The address that is written, as it is or as some proxies write it, with its port: 192.0.2.1:80, [2001:db8::1]:80.

    An address of IPv4 in one of IPv6 is that of IPv4.
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
