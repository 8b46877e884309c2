"""Who asks: the address of a client, as far as it can be believed."""

from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

_HOME_PREFIX = 64  # bits of an IPv6 address that are given out together: whoever has one address has them all
_SITE_PREFIXES = {4: 24, 6: 48}


def client_address(request: HttpRequest) -> str:
    """The address of whoever asks: see `address_of`."""
    return address_of(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def address_of(direct: str, forwarded: str) -> str:
    """The address of whoever asks, of an IPv6 client its /64 network; "" where it is this machine itself.

    Asked for with the address of whoever opened the connection, and what X-Forwarded-For says.

    Each of settings.TRUSTED_PROXIES proxies adds the address that it sees to the right of X-Forwarded-For. What stands
    further left was sent by the client and may be made up. A header that is too short, or no address where one must be,
    did not come through these proxies: then whoever opened the connection is the client.
    """
    trusted = settings.TRUSTED_PROXIES
    if trusted:
        steps = forwarded.split(",")
        if len(steps) >= trusted and (found := _network(steps[-trusted])):
            return found
    return _network(direct)


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


def _network(written: str) -> str:
    try:
        address = ip_address(written.strip().strip("[]"))
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            address = address.ipv4_mapped
        elif not address.is_loopback:
            return f"{IPv6Address(int(address) >> _HOME_PREFIX << _HOME_PREFIX)}/{_HOME_PREFIX}"
    return "" if address.is_loopback else str(address)
