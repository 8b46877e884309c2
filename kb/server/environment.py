"""Environment: reads settings from environment variables, and says of each one that is wrong what may stand there.

Our own, because none of the libraries does it: django-environ takes `yess` for off, environs and pydantic-settings do
not say what is allowed, none notices an unknown name, and the last two take 0.1 and 0.25 seconds to import.
"""

import difflib
import json
import re
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import NoReturn, TypeVar
from urllib.parse import urlsplit

Network = IPv4Network | IPv6Network
_T = TypeVar("_T")

_ON, _OFF = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}
_PERIODS = ("second", "minute", "hour", "day")
_HOST = re.compile(r"\*|\.?[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?|\[[0-9A-Fa-f:.]+\]")
_MAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")
_FILE = "_FILE"
_LIKE = 0.65  # how alike two names are, from 0 to 1, if one may be meant by the other


class Environment:
    """Settings in environment variables. An empty variable is one that is not set.

    What is wrong is collected in `problems`, so that all of it is told at once; the default stands for it meanwhile.
    """

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self._known: set[str] = set()
        self.problems: list[str] = []

    def text(self, name: str, default: str = "") -> str:
        """Any text."""
        self._known.add(name)
        return self._variables.get(name) or default

    def flag(self, name: str) -> bool:
        """On or off; off by default."""
        value = self.text(name, "off").lower()
        if value not in _ON | _OFF:
            self._refuse(name, "write 1, true, yes or on; or 0, false, no or off")
        return value in _ON

    def number(self, name: str, default: int, *, most: int) -> int:
        """A whole number from 0 to `most`."""
        value = self.text(name, str(default))
        if not (value.isascii() and value.isdecimal() and int(value) <= most):
            self._refuse(name, f"write a whole number from 0 to {most}, such as {default}")
            return default
        return int(value)

    def choice(self, name: str, *allowed: str) -> str:
        """One of these words; the first is the default."""
        value = self.text(name, allowed[0])
        if value not in allowed:
            self._refuse(name, f"write {' or '.join(filter(None, allowed))}")
            return allowed[0]
        return value

    def hosts(self, name: str, default: str) -> list[str]:
        """Host names, separated by commas."""
        hosts = _items(self.text(name, default))
        if not hosts or not all(_HOST.fullmatch(host) for host in hosts):
            self._refuse(
                name, "write host names alone, without scheme, port or path, such as tracefix.example,127.0.0.1"
            )
            return _items(default)
        return hosts

    def networks(self, name: str, default: str) -> tuple[Network, ...]:
        """Networks, separated by commas."""
        try:
            return tuple(ip_network(item) for item in _items(self.text(name, default)))
        except ValueError:
            self._refuse(name, "write networks, such as 10.0.0.0/8,::1/128")
            return tuple(ip_network(item) for item in _items(default))

    def address(self, name: str, example: str) -> str:
        """An http or https address, without a slash at its end; "" by default."""
        value = self.text(name).rstrip("/")
        if value and not _is_address(value):
            self._refuse(name, f"write an address with https:// or http://, such as {example}")
            return ""
        return value

    def mail(self, name: str, example: str) -> str:
        """An e-mail address; "" by default."""
        value = self.text(name)
        if value and not _MAIL.fullmatch(value):
            self._refuse(name, f"write an e-mail address, such as {example}")
            return ""
        return value

    def limit(self, name: str, default: str) -> str:
        """A rate such as 60/minute, or off."""
        value = self.text(name, default)
        number, _, period = value.partition("/")
        is_rate = number.isascii() and number.isdecimal() and int(number) > 0 and period in _PERIODS
        if value != "off" and not is_rate:
            self._refuse(
                name, f"write a number per {', '.join(_PERIODS[:-1])} or {_PERIODS[-1]}, such as {default}; or off"
            )
            return default
        return value

    def secret(self, name: str) -> str:
        """A secret, of the variable or of the file that NAME_FILE names; "" by default. Problems do not quote it."""
        value, file = self.text(name), self.text(name + _FILE)
        if not file:
            return value
        if value:
            self.problems.append(f"{name} and {name}{_FILE} are both set: set one of them.")
            return value
        try:
            value = Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no text"
            self._refuse(name + _FILE, f"the file cannot be read ({reason})")
            return ""
        if not value:
            self._refuse(name + _FILE, "the file is empty")
        return value

    def parse(self, name: str, value: str, parse: Callable[[str], _T], default: _T) -> _T:
        """Parse a secret with `parse`, whose ValueError must not quote the secret."""
        try:
            return parse(value)
        except ValueError as error:
            self.problems.append(f"{name} cannot be used: {error}.")
            return default

    def check_names(self, prefix: str) -> None:
        """Note each variable with this prefix that nobody asked for."""
        for name in sorted(self._variables):
            if name.startswith(prefix) and name not in self._known:
                known = {one.removeprefix(prefix): one for one in sorted(self._known)}
                near = difflib.get_close_matches(name.removeprefix(prefix), known, 1, _LIKE)
                hint = f"did you mean {known[near[0]]}?" if near else "docs/settings.md lists the settings."
                self.problems.append(f"{name} is no setting: {hint}")

    def _refuse(self, name: str, allowed: str) -> None:
        self.problems.append(f"{name} is {self._variables.get(name, '')!r}: {allowed}.")


def refuse_to_start(problems: list[str], *, is_json: bool) -> NoReturn:
    """End the process with status 1 and one line on stderr for each problem; a JSON object, as in the log, if asked."""
    lines = problems
    if is_json:
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        common = {"time": time, "level": "CRITICAL", "logger": "kb.settings", "request_id": "-"}
        lines = [json.dumps({**common, "message": problem}, ensure_ascii=False) for problem in problems]
    sys.exit("\n".join(lines))


def _items(value: str) -> list[str]:
    return [item.strip() for item in value.split(",") if item.strip()]


def _is_address(value: str) -> bool:
    try:
        parts = urlsplit(value)
        host, port = parts.hostname, parts.port
    except ValueError:
        return False
    is_plain = value.isascii() and value.isprintable() and not set(value) & set(" \"'<>\\`?#@")
    return is_plain and parts.scheme in {"http", "https"} and port != 0 and bool(_HOST.fullmatch(_bracket(host or "")))


def _bracket(host: str) -> str:
    return f"[{host}]" if ":" in host else host
