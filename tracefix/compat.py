"""Backports for Python 3.10, which the client supports. The client shares this code; the site needs 3.11."""

import enum
import sys
from typing import Any

if sys.version_info >= (3, 11):
    import re._parser as regex_parser  # Python's own, which reads our patterns, never a paste
    from enum import StrEnum
else:
    import sre_parse as regex_parser

    class StrEnum(str, enum.Enum):
        """An enum of strings, each of which prints as its value."""

        def __str__(self) -> str:
            return str(self.value)


__all__ = ["StrEnum", "read_toml", "regex_parser"]


def read_toml(text: str) -> dict[str, Any]:
    """The values of a TOML document. Raises ValueError. The reader is imported here, because few pastes need it."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    return tomllib.loads(text)
