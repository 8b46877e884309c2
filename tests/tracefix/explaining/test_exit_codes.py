"""Exit codes in words, on Linux and on Windows; a program's own status tells nothing."""

import pytest

from tracefix.explaining.exit_codes import restate_exit
from tracefix.reading.deaths import STATUSES
from tracefix.reading.report import Error
from tracefix.reading.system import is_native

CODES = {
    "llama runner process no longer running: 3221225785": "is `0xC0000139` of Windows: a DLL lacks a function",
    "exit status 0xc0000139": "status `0xC0000139` of Windows: a DLL lacks a function",
    "Process finished with exit code -1073741819 (0xC0000005)": "access violation",
    "returned non-zero exit status 3221225477.": "access violation",
    "Exited (132) 12 seconds ago": "status `132`: the CPU met an instruction",
    "exitcode: -9": "status `-9`: the process was killed from outside",
    "exit code 137": "status `137`: the process was killed",
    "exit status 127": "status `127`: the shell found no program",
    "exit code 126": "status `126`: the program was found, and could not be run",
    "exited with code 139": "status `139`: a segmentation fault",
    "return code = -8": "status `-8`: a division by zero",
    "exit code 136": "status `136`: a division by zero",
    "failed (exitcode: -7)": "status `-7`: a bus error",
    "exit code 134": "status `134`: compiled code stopped the process itself",
    "child 0 (pid 8391) killed by signal 11, restarting": "status `-11`: a segmentation fault",
    "Process finished with exit code -1": "status `-1`: it was ended from outside",
    "exit code: 143": "status `143`: another program asked the process to stop",
}
NONE = [
    "exit code 1",
    "exit status 2",
    "exited (0)",
    "status code 500",
    "error code = -8",
    "return code = 8",
    "return code = -77",
    "line 137 of stir.py",
    "code 404",
    "rank 132 failed",
    "killed by signal 77",
]


@pytest.mark.parametrize(("message", "said"), CODES.items())
def test_a_status_is_said_in_words_with_something_to_do(message, said):
    found = restate_exit(Error("", message, 1), message)

    assert said.casefold() in found.finding.casefold()
    assert found.steps


@pytest.mark.parametrize("message", NONE)
def test_a_status_of_a_programs_own_or_of_a_server_tells_nothing(message):
    assert restate_exit(Error("", message, 1), message) is None


def test_a_number_in_the_message_of_an_exception_is_no_status():
    assert restate_exit(Error("ValueError", "exit code 137", 1), "ValueError: exit code 137") is None


@pytest.mark.parametrize("status", STATUSES)
def test_every_status_of_windows_has_steps_in_all_its_spellings(status):
    for spelling in (str(status), str(status - (1 << 32)), f"0x{status:08X}"):
        message = f"exit code {spelling}"
        assert restate_exit(Error("", message, 1), message).steps


def test_a_crash_of_a_program_that_is_not_pythons_gets_no_advice_for_python():
    message = "Unhandled exception at 0x00007FF6 in ladle.exe: 0xC0000005: Access violation reading location 0x0"
    python = restate_exit(Error("", message, 1), message)
    native = restate_exit(Error("", message, 1), message, message)

    assert any("PYTHONFAULTHANDLER" in command for step in python.steps for command in step.commands)
    assert not any(
        "PYTHON" in command or "torch" in step.do for step in native.steps for command in (*step.commands, "")
    )
    assert not is_native(message.replace("ladle", "python"))
