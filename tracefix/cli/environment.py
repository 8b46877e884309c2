"""The environment variables that the client reads."""

import os
from pathlib import Path


def is_off() -> bool:
    """Whether TRACEFIX=off switches the plug-ins, the excepthook and the line of `tracefix run` off."""
    return os.environ.get("TRACEFIX", "").lower() in {"off", "0", "no", "false"}


def wants_values() -> bool:
    """Whether local values may be shown where that was asked for: not in CI, whose logs others read."""
    return os.environ.get("CI", "").lower() in {"", "0", "false", "no"}


def article_folders() -> tuple[Path, ...]:
    """The folders of TRACEFIX_ARTICLES, whose articles are added to ours."""
    return tuple(Path(name) for name in os.environ.get("TRACEFIX_ARTICLES", "").split(os.pathsep) if name)


def base_url() -> str:
    """The address of a site, TRACEFIX_BASE_URL, that links to articles begin with; "" if none is given."""
    return os.environ.get("TRACEFIX_BASE_URL", "").rstrip("/")


def wants_colours(*, is_terminal: bool) -> bool:
    """By https://no-color.org and https://force-color.org, else by the kind of terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (is_terminal and os.environ.get("TERM") != "dumb")
