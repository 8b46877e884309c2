"""The commands of a remedy as the reader's system takes them: on Windows, those of its own shell.

In a notebook what pip installs is used after a restart of the kernel, which the step then says.
"""

from tracefix.articles.steps import Remedy, Step
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase

# What each Unix command that rules and articles give is on Windows: pattern, and the command with the groups of it
_OF_WINDOWS = tuple(
    (Expression(pattern), command)
    for pattern, command in (
        (r'export (\w+)="?([^\s"]+)"?', "set {0}={1}"),
        (r"ls -la (.+)", 'dir "{0}"'),
        (r"unset (\w+)", "set {0}="),
        (r"mkdir -p (.+)", 'mkdir "{0}"'),
        (r"tail -n (\d+) (.+)", 'powershell "Get-Content -Tail {0} {1}"'),
        (r'grep -rnw "(.+?)" .*', 'findstr /s /n /r "\\<{0}\\>.*=" *.py'),
        (r"grep -rn ([\w@.-]+) \.", "findstr /s /n {0} *"),
        (r"grep -rnw ([\w@.-]+) \.", 'findstr /s /n /r "\\<{0}\\>" *'),
        (r"grep -rnE --include='\*\.py' \".* \*(\w+)\" \.", "findstr /s /n {0} *.py"),
        (r'grep -rn "(self\..+?)" .*', 'findstr /s /n /r /c:"{0}" *.py'),
    )
)
_INSTALLS = "pip install "
_RESTART = Phrase("Then restart the kernel (in Colab: Runtime → Restart session): it keeps what it has loaded.")
_ONLY_UNIX = ("sudo ", "grep ", "df ", "ldd ", "ls ", "export ", "apt ")


def for_system(remedy: Remedy, system: str) -> Remedy:
    """The remedy with commands of Windows, if that is the system; without those that Windows does not have."""
    return remedy._replace(steps=tuple(map(_for_windows, remedy.steps))) if system == "Windows" else remedy


def for_notebook(remedy: Remedy) -> Remedy:
    """The remedy whose first step that installs something says that the kernel is to be restarted."""
    steps = list(remedy.steps)
    for at, step in enumerate(steps):
        if not step.note and any(_INSTALLS in command for command in step.commands):
            steps[at] = step._replace(note=_RESTART)
            break
    return remedy._replace(steps=tuple(steps))


def _for_windows(step: Step) -> Step:
    commands = map(_of_windows, step.commands)
    return step._replace(commands=tuple(command for command in commands if not command.startswith(_ONLY_UNIX)))


def _of_windows(command: str) -> str:
    found = ((pattern.fullmatch(command), written) for pattern, written in _OF_WINDOWS)
    return next((written.format(*match.groups()) for match, written in found if match), command)
