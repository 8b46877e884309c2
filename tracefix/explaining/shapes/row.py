"""A row of the tables of message shapes."""

from typing import NamedTuple


class Advice(NamedTuple):
    """One row of a fix, as templates. It is left out where the message does not tell a value that it names.

    In a command, `{package}`, `{version}`, `{spec}`, `{path}`, `{env}`, `{setting}` and `{name}` take safe values only;
    a command without one is left out, and the row stays. Each line of it is a command of its own.
    """

    do: str
    command: str = ""
    note: str = ""
    condition: str = ""
    when: str = ""  # a condition on the paste (tracefix.articles.conditions), without which it is left out
    unless: str = ""  # … with which it is left out


class Shape(NamedTuple):
    """A shape of messages: what it says, with the message's own values, and what to do."""

    pattern: str  # RE2, anywhere in the message on one line; its groups are the values
    example: str  # a message that it fits
    findings: tuple[str, ...]  # clauses; the first whose values are all told
    advice: tuple[Advice, ...]
    kinds: tuple[str, ...] = ()  # bare exception classes; any, where empty
    when: str = ""  # a condition on the paste, as of Advice
    # RE2, on a file or a statement of the stack, the inner ones first; its groups are values, too. A group that the
    # message has as well must be the same in both
    source: str = ""
    unless: str = ""  # a condition on the paste and the values, with which it does not fit
    says: tuple[str, ...] = ()  # squashed texts of which every message that fits has one, where the wheel tells them
