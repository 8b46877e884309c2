"""The lists of facts on a project's card: an article of a kind of error names those that answer it."""

from tracefix.compat import StrEnum


class Part(StrEnum):
    """A list of facts on a card, by its key."""

    INSTALL = "install"
    PARTNERS = "partners"
    LOGS = "logs"
    STEPS = "steps"
    FILES = "files"
    INPUTS = "inputs"
    START = "start"
    UPDATE = "update"
    SWITCHES = "switches"
