"""`tracefix run` at a terminal: the command cannot tell the difference."""

import sys
import time
from pathlib import Path

import pytest

from tests.client.conftest import clean_environ
from tests.client.terminal import Terminal

PY = sys.executable
RUN = (PY, "-m", "tracefix", "run", "--")


@pytest.fixture
def at_terminal(unpacked, tmp_path):
    def start(*words, **options):
        return Terminal(words, cwd=tmp_path, env=clean_environ(unpacked), **options)

    return start


def _state(pid):
    """What the system says that a process does: R, S, T …"""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]


def test_all_three_streams_are_terminals(at_terminal):
    program = "import sys; print([s.isatty() for s in (sys.stdin, sys.stdout, sys.stderr)])"
    printed, status = at_terminal(*RUN, PY, "-c", program).wait()

    assert (printed, status) == ("[True, True, True]\r\n", 0)


@pytest.mark.parametrize(
    "words", [("printf", "a\\nb\\r\\n\\033[1mc\\033[0m\\a\\t50%%\\r60%%\\n"), ("ls", "--color=always", "/")]
)
def test_every_byte_is_what_it_would_be_without_us(at_terminal, words):
    assert at_terminal(*RUN, *words).wait() == at_terminal(*words).wait()


def test_the_size_is_that_of_the_terminal_and_follows_it(at_terminal):
    program = (
        "import os, signal, time\n"
        "changed = []\n"
        "signal.signal(signal.SIGWINCH, lambda *_: changed.append(os.get_terminal_size(1)))\n"
        "print(tuple(os.get_terminal_size(1)), flush=True)\n"
        "while not changed or changed[-1].columns != 132: time.sleep(0.02)\n"
        "print('now', tuple(changed[-1]))\n"
    )
    terminal = at_terminal(*RUN, PY, "-c", program, rows=30, columns=100)
    first = terminal.read_until("\n")
    terminal.resize(50, 132)

    assert first == "(100, 30)\r\n"
    assert terminal.wait() == ("now (132, 50)\r\n", 0)


def test_ctrl_c_reaches_the_command_once_and_us_not_at_all(at_terminal):
    program = (
        "import signal, sys, time\n"
        "count = []\n"
        "signal.signal(signal.SIGINT, lambda *_: count.append(1))\n"
        "print('ready', flush=True)\n"
        "while not count: time.sleep(0.02)\n"
        "time.sleep(0.3)\n"
        "print('got', len(count)); sys.exit(4)\n"
    )
    terminal = at_terminal(*RUN, PY, "-c", program)
    terminal.read_until("ready\r\n")
    terminal.type("\x03")
    printed, status = terminal.wait()

    assert printed.endswith("got 1\r\n")
    assert status == 4


def test_ctrl_c_ends_a_command_that_does_not_mind_it(at_terminal):
    # No shell, which may hear it before it starts a program, and then waits for the end of that.
    program = (
        "import signal, time; signal.signal(signal.SIGINT, signal.SIG_DFL); print('ready', flush=True); time.sleep(60)"
    )
    terminal = at_terminal(*RUN, PY, "-c", program)
    terminal.read_until("ready\r\n")
    terminal.type("\x03")
    printed, status = terminal.wait()

    assert status == -2
    assert "tracefix" not in printed


@pytest.mark.slow
def test_a_job_is_stopped_and_goes_on_in_the_foreground(at_terminal):
    shell = at_terminal("bash", "--norc", "--noprofile", "-i")
    shell.type("PS1='$ '; PS2=; bind 'set enable-bracketed-paste off'\n")
    shell.type(f'{" ".join(RUN)} sh -c \'echo rea""dy $$.; read word; echo "got $word"; exit 3\'\n')
    shell.read_until("ready ")
    command = int(shell.read_until(".\r\n").strip(".\r\n"))
    shell.type("\x1a")
    shell.read_until("Stopped")
    shell.read_until("$ ")
    # The shell waits for us alone: the command may still be about to stop, and would read the next key.
    while _state(command) != "T":
        time.sleep(0.02)
    shell.type("echo shell$((1 + 1))\n")
    shell.read_until("shell2\r\n$ ")
    shell.type("fg\n")
    shell.type("more\n")
    shell.read_until("got more\r\n")
    shell.read_until("$ ")
    shell.type("exit $?\n")

    assert shell.wait()[1] == 3


def test_a_debugger_works(at_terminal):
    program = "x = 41\nbreakpoint()\nprint('x is', x)"
    terminal = at_terminal(*RUN, PY, "-c", program)
    terminal.read_until("(Pdb) ")
    terminal.type("x = 42\n")
    terminal.read_until("(Pdb) ")
    terminal.type("c\n")

    assert terminal.wait() == ("c\r\nx is 42\r\n", 0)


def test_settings_of_a_full_screen_program_reach_the_terminal_and_are_undone(at_terminal):
    program = (
        "import sys, termios, tty\n"
        "tty.setcbreak(1)\n"
        "print('raw', flush=True); sys.stdin.read(1); print('end', flush=True)\n"
    )
    terminal = at_terminal(*RUN, PY, "-c", program)
    before = terminal.settings()
    terminal.read_until("raw\r\n")
    while terminal.settings()[3] & 0o10:  # ECHO
        pass
    terminal.type("q")
    printed, status = terminal.wait()

    assert (printed, status) == ("end\r\n", 0)
    assert before[3] & 0o10


@pytest.mark.slow
def test_the_line_stands_below_what_the_command_left_unfinished(at_terminal):
    program = "import os, signal, sys; print('50%', end='', flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    printed, status = at_terminal(*RUN, PY, "-c", program).wait()

    assert printed.startswith("50%\r\ntracefix: python")
    assert status == -9


def test_a_pipe_beside_the_terminal_stays_one(at_terminal):
    program = "import sys; print(sys.stdout.isatty(), sys.stderr.isatty(), file=sys.stderr)"
    printed, _ = at_terminal("sh", "-c", f"{' '.join(RUN)} {PY} -c '{program}' | cat").wait()

    assert printed == "False True\r\n"
