"""The commands of a remedy as the reader's system takes them: on Windows, those of its own shell."""

from collections.abc import Iterator
from dataclasses import replace

from tracefix.articles.steps import Remedy, Step
from tracefix.linear_re import Expression

# What each Unix command that our rules give is on Windows: pattern, and the command with the groups of it
_OF_WINDOWS = tuple(
    (Expression(pattern), command)
    for pattern, command in (
        (r"export (\w+)=(.*)", "set {0}={1}"),
        (r"ls -la (.+)", 'dir "{0}"'),
        (r"mkdir -p (.+)", 'mkdir "{0}"'),
        (r"tail -n (\d+) (.+)", 'powershell "Get-Content -Tail {0} {1}"'),
        (r'grep -rnw "(.+?)" .*', 'findstr /s /n /r "\\<{0}\\>.*=" *.py'),
        (r'grep -rn "(self\..+?)" .*', 'findstr /s /n /r /c:"{0}" *.py'),
    )
)
_ONLY_UNIX = ("sudo ", "grep ", "df ", "ldd ", "ls ", "export ", "apt ")


def for_system(remedy: Remedy, system: str) -> Remedy:
    """The remedy with commands of Windows, if that is the system; a step whose command Windows lacks is left out."""
    return replace(remedy, steps=tuple(_steps(remedy))) if system == "Windows" else remedy


def _steps(remedy: Remedy) -> Iterator[Step]:
    for step in remedy.steps:
        commands = tuple(map(_of_windows, step.commands))
        if not any(command.startswith(_ONLY_UNIX) for command in commands):
            yield replace(step, commands=commands)


def _of_windows(command: str) -> str:
    found = ((pattern.fullmatch(command), written) for pattern, written in _OF_WINDOWS)
    return next((written.format(*match.groups()) for match, written in found if match), command)
