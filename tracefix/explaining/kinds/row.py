"""A row of the table of kinds."""

from typing import NamedTuple


class Row(NamedTuple):
    """One kind of error. `look` names the reader's own line; `otherwise` is for a paste that does not show one."""

    kinds: tuple[str, ...]  # bare exception classes, or programs
    means: str
    otherwise: str
    pattern: str = ""  # RE2, anywhere in the message
    look: str = ""
