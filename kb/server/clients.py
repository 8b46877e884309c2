"""Client addresses, for rate limits and for counting each visitor once.

X-Forwarded-For can be forged, so only the entries that our own proxies added are used.
"""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

_HOME_PREFIX = 64  # bits; a home or a host gets a whole IPv6 /64, so all of it is one client
_SITE_PREFIXES = {4: 24, 6: 48}
_UNKNOWN = "unknown"  # one client for all requests without a usable address


def client_address(request: HttpRequest) -> str:
    """The address of the client that sent the request. See `address_of`."""
    return address_of(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def address_of(direct: str, forwarded: str) -> str:
    """The client's IPv4 address or IPv6 /64 network; "" for this machine itself.

    `direct` is the address that opened the connection, `forwarded` the header X-Forwarded-For. Each of the
    settings.TRUSTED_PROXIES proxies appends the address that it sees to that header; entries further left may be forged
    by the client. If the header is too short, or has no address at that place, the request did not come through these
    proxies, and the client is `direct`. If `direct` is then this machine, the client is "unknown".
    """
    proxies = settings.TRUSTED_PROXIES
    direct_client = _client(parse_address(direct))
    if not proxies:
        return direct_client
    entries = forwarded.split(",")
    address = parse_address(entries[-proxies]) if len(entries) >= proxies else None
    if address is None:
        return direct_client or _UNKNOWN
    return _client(address) or direct_client


def network_address(request: HttpRequest) -> str:
    """The client's network, IPv4 /24 or IPv6 /48; "" for this machine itself.

    Somebody who rents many addresses usually has them in few such networks.
    """
    client = client_address(request)
    try:
        address = ip_network(client)
    except ValueError:
        return client
    return str(address.supernet(new_prefix=_SITE_PREFIXES[address.version]))


def is_monitoring(request: HttpRequest) -> bool:
    """Whether a request came from settings.MONITOR_NETWORKS, and through no proxy."""
    if "HTTP_X_FORWARDED_FOR" in request.META or "HTTP_FORWARDED" in request.META:
        return False
    address = parse_address(request.META.get("REMOTE_ADDR", ""))
    return address is not None and any(address in network for network in settings.MONITOR_NETWORKS)


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address, with or without a port: 192.0.2.1:80, [2001:db8::1]:80. None if it is not an address.

    An IPv4-mapped IPv6 address (::ffff:192.0.2.1) becomes the IPv4 address.
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


def _client(address: IPv4Address | IPv6Address | None) -> str:
    if address is None or address.is_loopback:
        return ""
    if isinstance(address, IPv6Address):
        return f"{IPv6Address(int(address) >> _HOME_PREFIX << _HOME_PREFIX)}/{_HOME_PREFIX}"
    return str(address)
