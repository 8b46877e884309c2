"""What kills a process: the signals that do, and how shells, launchers and exit codes tell of each.

A new signal needs a row with an example, which tests/tracefix/reading/test_deaths.py reads.
"""

from collections.abc import Iterable
from typing import NamedTuple

from tracefix.phrases import sentence

SHELL = 128  # a shell tells of signal 9 as exit code 128 + 9; Python as -9


class Death(NamedTuple):
    """One signal that ends a process."""

    signal: int  # its number on Linux
    name: str
    words: tuple[str, ...]  # of a shell about its child
    example: str


_ILLEGAL_WORDS = ("Illegal instruction", "Illegal hardware instruction")
ILLEGAL = Death(4, "SIGILL", _ILLEGAL_WORDS, "Illegal instruction (core dumped)")
TRAP = Death(5, "SIGTRAP", (), "failed (exitcode: -5) local_rank: 0 (pid: 12) of binary: python")
ABORTED = Death(6, "SIGABRT", ("Aborted", "Abort", "已放弃"), "Aborted (core dumped)")
BUS_ERROR = Death(7, "SIGBUS", ("Bus error",), "Bus error (core dumped)")
ARITHMETIC = Death(8, "SIGFPE", ("Floating point exception",), "Floating point exception (core dumped)")
KILLED = Death(9, "SIGKILL", ("Killed", "已杀死"), "./run.sh: line 3: 4242 Killed   python train.py")
SEGFAULT = Death(11, "SIGSEGV", ("Segmentation fault", "段错误"), "Segmentation fault (core dumped)")
TERMINATED = Death(15, "SIGTERM", ("Terminated", "已终止"), "Process finished with exit code 143")
BAD_SYSTEM_CALL = Death(31, "SIGSYS", (), "failed (exitcode: -31) local_rank: 0 (pid: 12) of binary: python")

# What the kernel logs of a GPU that hung, and of a fault of its own: RE2
GPU_HUNG = r"GPU (?:reset|fault|HANG)|ring \w+(?:\.\d+)* timeout|device wedged"
KERNEL_FAULT = "^BUG: "

CRASHES = (ILLEGAL, TRAP, BUS_ERROR, ARITHMETIC, SEGFAULT, BAD_SYSTEM_CALL)  # faults of the process itself
TOLD_BY_A_SHELL = (SEGFAULT, KILLED, BUS_ERROR, ILLEGAL, ARITHMETIC)
# Windows has statuses of its own, 0xC0000005 for a segmentation fault: unsigned, signed, as a heap's, in hexadecimal
WINDOWS_STATUS = r"3221\d{6}|-1073\d{6}|10737\d{5}|0x[cC]0000\w{3}"
ACCESS_VIOLATION = r"0xC0000005|3221225477"
# https://learn.microsoft.com/openspecs/windows_protocols/ms-erref/596a1078-e883-4972-9bbc-49e60bebca55
STATUSES = {
    0xC0000005: sentence("compiled code touched memory that is not its own (access violation)"),
    0xC0000017: sentence("there was not enough memory"),
    0xC000001D: sentence("the CPU met an instruction that it does not have"),
    0xC000007B: sentence("a DLL is damaged, or 32-bit and 64-bit files are mixed"),
    0xC00000FD: sentence("the stack overflowed: a function calls itself without an end"),
    0xC000012D: sentence("there was not enough memory, and the page file is too small"),
    0xC0000135: sentence("a DLL that the program needs was not found"),
    0xC0000139: sentence("a DLL lacks a function that the program calls: it is of another version"),
    0xC000013A: sentence("somebody pressed Ctrl+C or closed the window"),
    0xC0000142: sentence("a DLL could not be started"),
    0xC0000374: sentence("compiled code damaged its own memory (heap corruption)"),
    0xC0000409: sentence("compiled code stopped the process itself (abort)"),
}


def shell_words(deaths: Iterable[Death]) -> str:
    """A pattern for a shell's words about these deaths; zsh writes them in lower case.

    >>> shell_words([BUS_ERROR, KILLED])
    '(?:[Bb]us error|[Kk]illed|已杀死)'
    """
    words = (word for death in deaths for word in death.words)
    return f"(?:{'|'.join(f'[{word[0]}{word[0].lower()}]{word[1:]}' if word.isascii() else word for word in words)})"


def exit_codes(deaths: Iterable[Death]) -> str:
    """A pattern for the exit codes of these deaths.

    >>> print(exit_codes([KILLED, SEGFAULT]))
    (?:-(?:9|11)|\\b(?:137|139))\\b
    """
    signals = [death.signal for death in deaths]
    python, shell = ("|".join(map(str, numbers)) for numbers in (signals, [SHELL + signal for signal in signals]))
    return rf"(?:-(?:{python})|\b(?:{shell}))\b"


def any_words(death: Death) -> str:
    """A pattern, for any case, for everything that tells of a death where a line is known to tell of one.

    >>> print(any_words(KILLED))
    \\bKilled\\b|已杀死|SIGKILL|\\b9/KILL|signal 9\\b|(?:-(?:9)|\\b(?:137))\\b
    """
    words = [rf"\b{word}\b" if word.isascii() else word for word in death.words]
    of_systemd = rf"\b{death.signal}/{death.name.removeprefix('SIG')}"  # `status=9/KILL`
    return "|".join([*words, death.name, of_systemd, rf"signal {death.signal}\b", exit_codes([death])])
