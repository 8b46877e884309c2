"""Environment: reads settings from environment variables, and says of each one that is wrong what may stand there.

Our own, because none of the libraries does it: django-environ takes `yess` for off, environs and pydantic-settings do
not say what is allowed, none notices an unknown name, and the last two take 0.1 and 0.25 seconds to import.
"""

import difflib
import json
import logging
import os
import re
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import NoReturn, TypeVar
from urllib.parse import urlsplit

from kb.server.journal import mark
from kb.store.database_url import PORT_FORM, has_sound_port

Network = IPv4Network | IPv6Network
_T = TypeVar("_T")

_FLAGS = {**dict.fromkeys(("1", "true", "yes", "on"), True), **dict.fromkeys(("0", "false", "no", "off"), False)}
_NUMBER = r"[0-9]{1,18}"
_HOST = r"\*|\.?[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?|\[[0-9A-Fa-f:.]+\]"
_MAIL = r"|[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?"
_ADDRESS = r"|https?://[!-~]+"  # and what urlsplit says of it
_NOT_IN_ADDRESSES = re.compile(r"[\"'<>\\`?#@]")
_LIMIT = r"off|0*[1-9][0-9]{0,8}/(second|minute|hour|day)"
_FILE = "_FILE"
_OUTER = re.compile(r"(?s)\A([\"'])(.*)\1\Z")
# What may be a secret that was written into the wrong line: an address with a user, or a key.
_SECRET = re.compile(r"@|[\w+/=-]{32}")
_READABLE = "let the user that runs this read it, and open the folders above it"
_LIKE = 0.65  # how alike two names are, from 0 to 1, if one may be meant by the other


class _PartError(ValueError):
    """A part of a value is wrong. The message says which, or what to write for it."""


class Environment:
    """Settings in environment variables. An empty variable is one that is not set.

    What is wrong is collected in `problems`, so that all of it is told at once; the default stands for it meanwhile.
    """

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self._known: set[str] = set()
        self.problems: list[str] = []

    def text(self, name: str, default: str = "") -> str:
        """Any text. White space or quotes around it are a problem: systemd takes them away, Docker does not."""
        self._known.add(name)
        value = self._variables.get(name, "")
        meant = _OUTER.sub(r"\2", value.strip())
        if value != meant:
            self._note(f"{name} has white space or quotes around its value, or a Windows line end: take them away.")
        return meant or default

    def folder(self, name: str, default: Path) -> Path:
        """A folder that can be read, or is not there yet."""
        folder = Path(self._paths(name) or default)
        self._can_be_read(name, folder)
        return folder

    def folders(self, name: str) -> list[Path]:
        """Folders with : between, each of which can be read, or is not there yet; none by default."""
        found = [Path(path) for path in self._paths(name).split(os.pathsep) if path]
        return [folder for folder in found if self._can_be_read(name, folder)]

    def flag(self, name: str) -> bool:
        """On or off; off by default."""
        allowed = "write 1, true, yes or on; or 0, false, no or off"
        return self._read(name, "off", lambda value: _FLAGS[value.lower()], allowed)

    def number(self, name: str, default: int, *, most: int, least: int = 0) -> int:
        """A whole number from `least` to `most`."""
        allowed = f"write a whole number from {least} to {most}, such as {default}"
        numbers = range(least, most + 1)
        return self._read(name, str(default), lambda value: numbers[numbers.index(int(_fit(_NUMBER, value)))], allowed)

    def choice(self, name: str, *allowed: str) -> str:
        """One of these words; the first is the default."""
        words = f"write {' or '.join(filter(None, allowed))}"
        return self._read(name, allowed[0], lambda value: allowed[allowed.index(value)], words)

    def hosts(self, name: str, default: str) -> list[str]:
        """Host names, separated by commas."""
        allowed = "write host names alone, no scheme, port or path, with , between, as in tracefix.example,127.0.0.1"
        return self._read(name, default, lambda value: [_read_host(host) for host in _items(value) or [""]], allowed)

    def ip(self, name: str, default: str) -> str:
        """An IP address, without a port."""
        allowed = "write an IP address of this machine, such as 127.0.0.1, 0.0.0.0 or ::1"
        return self._read(name, default, lambda value: str(ip_address(value)), allowed)

    def networks(self, name: str, default: str) -> tuple[Network, ...]:
        """Networks, separated by commas."""
        allowed = "write networks, such as 10.0.0.0/8,::1/128"
        return self._read(name, default, lambda value: tuple(map(_read_network, _items(value))), allowed)

    def address(self, name: str, example: str) -> str:
        """An http or https address, without a slash at its end; "" by default. Problems do not quote it."""
        allowed = f"write an address with https:// or http://, such as {example}"
        return self._read(name, "", _read_address, allowed, may_be_quoted=False)

    def mail(self, name: str, example: str) -> str:
        """An e-mail address; "" by default."""
        return self._read(name, "", lambda value: _fit(_MAIL, value), f"write an e-mail address, such as {example}")

    def limit(self, name: str, default: str) -> str:
        """A rate such as 60/minute, or off."""
        allowed = f"write a number, 1 or more, per second, minute, hour or day, such as {default}; or off"
        return self._read(name, default, lambda value: _fit(_LIMIT, value), allowed)

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
            advice = _READABLE if isinstance(error, PermissionError) else "write the path of the file with the secret"
            self.problems.append(f"{name}{_FILE} names a file that cannot be read ({reason}): {advice}.")
            return ""
        if not value:
            self.problems.append(f"{name}{_FILE} names a file that is empty: write the secret into it.")
        return value

    def parse(self, name: str, value: str, parse: Callable[[str], _T], default: _T) -> _T:
        """Parse a secret with `parse`, whose ValueError must not quote the secret."""
        try:
            return parse(value)
        except ValueError as error:
            self.problems.append(f"{name} cannot be used: {error}.")
            return default

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all settings that were asked for."""
        return tuple(sorted(self._known))

    def check_names(self, prefix: str) -> None:
        """Note each variable with this prefix that nobody asked for; in small letters, it is no setting either."""
        for name in sorted(self._variables):
            meant = name.upper().replace("-", "_")
            if meant.startswith(prefix) and name not in self._known:
                known = {one.removeprefix(prefix): one for one in self.names}
                near = difflib.get_close_matches(meant.removeprefix(prefix), known, 1, _LIKE)
                hint = f"did you mean {known[near[0]]}?" if near else "docs/settings.md lists the settings."
                self.problems.append(f"{name} is no setting: {hint}")

    def _paths(self, name: str) -> str:
        """The text of a variable that names folders. An address may have a password, and its parts would be told."""
        value = self.text(name)
        if "://" in value:
            self._note(f"{name} cannot be used: name a folder, not an address.")
            return ""
        return value

    def _can_be_read(self, name: str, folder: Path) -> bool:
        try:
            os.scandir(f"{folder}/.").close()  # with the dot, also the right to open what is in it
        except FileNotFoundError:
            pass
        except OSError as error:
            advice = _READABLE if isinstance(error, PermissionError) else "name a folder"
            self._note(f"{name} is {str(folder)!r}: the folder cannot be read ({error.strerror}): {advice}.")
            return False
        return True

    def _read(
        self, name: str, default: str, parse: Callable[[str], _T], allowed: str, *, may_be_quoted: bool = True
    ) -> _T:
        """The parsed variable, or default where `parse` raises ValueError or LookupError: then `allowed` is told."""
        try:
            return parse(self.text(name, default))
        except (ValueError, LookupError) as error:
            value = self.text(name)
            told = f"is {value!r}" if may_be_quoted and not _SECRET.search(value) else "cannot be used"
            self._note(f"{name} {told}: {error if isinstance(error, _PartError) else allowed}.")
            return parse(default)

    def _note(self, problem: str) -> None:
        """Note a problem, once: a variable may be read again."""
        if problem not in self.problems:
            self.problems.append(problem)


def refuse_to_start(problems: list[str], *, is_json: bool) -> NoReturn:
    """End the process with status 1 and one line on stderr for each problem; a JSON object, as in the log, if asked and
    nobody reads it at a terminal.
    """
    lines = problems
    if is_json and not (sys.stderr and sys.stderr.isatty()):
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        common = {"time": time, "level": "CRITICAL", "logger": "kb.settings", "request_id": "-"}
        lines = [json.dumps({**common, "message": problem}, ensure_ascii=False) for problem in problems]
    sys.exit(mark("\n".join(lines), logging.CRITICAL))


def choose_settings() -> None:
    """Have Django read our settings. Ends the process where a variable names those of another project."""
    name = os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")
    try:
        is_there = find_spec(name) is not None
    except ModuleNotFoundError:  # the package of that module
        is_there = False
    if not is_there:
        refuse_to_start([f"DJANGO_SETTINGS_MODULE names {name}, which is not here: unset it."], is_json=False)


def _items(value: str) -> list[str]:
    return [item.strip() for item in value.split(",") if item.strip()]


def _fit(pattern: str, value: str) -> str:
    """The value. Raises ValueError if it is not all as the pattern says."""
    if re.fullmatch(pattern, value):
        return value
    raise ValueError


def _read_network(value: str) -> Network:
    try:
        return ip_network(value)
    except ValueError:
        meant = ip_network(value, strict=False)  # an address of it before the slash
        raise _PartError(f"write {meant} for the network of {value}") from None


def _read_host(host: str) -> str:
    if host.startswith("*."):
        raise _PartError(f"write {_fit(_HOST, host[1:])} for this domain and all hosts below it")
    return _fit(_HOST, host)


def _read_address(value: str) -> str:
    if value.count("://") > 1 or "@" in urlsplit(value).netloc:
        raise _PartError("write https:// once and the host behind it, without a user")
    parts = urlsplit(_fit(_ADDRESS, value.rstrip("/")))  # it raises ValueError
    host = parts.hostname or ""
    if value and _NOT_IN_ADDRESSES.search(value):
        raise ValueError
    if not has_sound_port(value):
        raise _PartError(f"its port is {PORT_FORM}")
    _fit(_HOST if value else "", f"[{host}]" if ":" in host else host)
    return value.rstrip("/")
