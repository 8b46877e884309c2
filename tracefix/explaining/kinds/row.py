"""A row of the table of kinds."""

from typing import NamedTuple

# The kinds of classes of which no more is known: of a known package, and of one that is not
OF_A_PACKAGE, OF_NOBODY = "*", "?"


class Row(NamedTuple):
    """One kind of error. `look` names the reader's own line; `otherwise` is for a paste that does not show one."""

    kinds: tuple[str, ...]  # bare exception classes, or programs
    means: str
    otherwise: str
    look: str = ""
    pattern: str = ""  # RE2, anywhere in the message
