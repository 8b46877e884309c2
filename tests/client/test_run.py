"""`tracefix run`: everything passes through untouched, and a known failure is named in one line."""

import fcntl
import os
import signal
import struct
import subprocess
import sys
import termios
import textwrap
import time

import pytest

from tests.examples import every

PY = sys.executable
RAISES = "raise ModuleNotFoundError(\"No module named 'torch._six'\")"
LINE = "tracefix: ModuleNotFoundError: No module named 'torch._six' → "


@pytest.fixture
def run(tracefix):
    return lambda *words, **options: tracefix("run", "--", *words, **options)


def test_output_input_and_status_pass_through(run):
    program = "import sys; print(sys.stdin.read().upper()); print('no', file=sys.stderr); sys.exit(7)"
    done = run(PY, "-c", program, stdin="hello")

    assert (done.stdout, done.stderr, done.returncode) == ("HELLO\n", "no\n", 7)


def test_a_known_failure_is_named_below_its_traceback(run):
    done = run(PY, "-c", RAISES)

    assert done.returncode == 1
    *trace, line = done.stderr.splitlines()
    assert trace[0] == "Traceback (most recent call last):"
    assert line.startswith(LINE)
    assert line.endswith("(tracefix explain torch-six-missing)")


def test_the_line_tells_the_release_that_dropped_a_name(run):
    *_, line = run(PY, "-c", RAISES).stderr.splitlines()

    assert "torch 2.0.0 removed `torch._six` from `torch`; 1.13.1 still has it." in line


def test_an_unknown_failure_gets_no_line(run):
    done = run(PY, "-c", "raise RuntimeError('the frobnicator is out of plasma')")

    assert done.returncode == 1
    assert "tracefix:" not in done.stderr


def test_a_success_gets_no_line_whatever_it_printed(run):
    assert (
        run(PY, "-c", f"print({RAISES!r})\nprint('ModuleNotFoundError: No module named \\'torch._six\\'')").stderr == ""
    )


def test_the_options_of_the_command_are_its_own(tracefix):
    done = tracefix("run", PY, "-c", "import sys; print(sys.argv[1:])", "--json", "--version", "-h")

    assert done.stdout == "['--json', '--version', '-h']\n"


def test_off_switches_it_off(run):
    assert "tracefix:" not in run(PY, "-c", RAISES, TRACEFIX="off").stderr


def test_a_command_that_does_not_exist_is_named_as_a_shell_does(run):
    done = run("no-such-command")

    assert (done.stderr, done.returncode) == ("tracefix: no-such-command: command not found\n", 127)


def test_a_file_that_is_no_program_is_named(run, tmp_path):
    (tmp_path / "data").write_text("x")
    done = run("./data")

    assert (done.stderr, done.returncode) == ("tracefix: ./data: Permission denied\n", 126)


def test_nothing_to_run_is_a_wrong_call(tracefix):
    done = tracefix("run", "--")

    assert done.returncode == 2
    assert "write the command to run" in done.stderr


@pytest.mark.parametrize("name", every(3, ["SIGKILL", "SIGSEGV", "SIGTERM"]))
def test_a_signal_that_ends_the_command_ends_us(run, name):
    done = run(
        PY,
        "-c",
        f"import os, signal, resource as r; r.setrlimit(r.RLIMIT_CORE, (0, 0)); os.kill(os.getpid(), signal.{name})",
    )

    assert done.returncode == -getattr(signal, name)


def test_a_command_that_was_killed_is_explained(run):
    done = run("sh", "-c", "echo step 1; kill -9 $$")

    assert done.stdout == "step 1\n"
    assert done.stderr.startswith("tracefix: sh was ended by signal 9 (SIGKILL) → ")
    assert "process-killed-host-oom" in done.stderr


def test_an_exit_status_of_a_signal_is_explained(run):
    done = run("sh", "-c", "exit 137")

    assert done.returncode == 137
    assert done.stderr.startswith("tracefix: sh ended with exit status 137 → ")


def test_an_interrupted_command_gets_no_line(run):
    assert run("sh", "-c", "echo KeyboardInterrupt; exit 130").stderr == ""


def test_binary_passes_through(start_tracefix):
    program = "import sys; sys.stdout.buffer.write(bytes(range(256)) * 500); sys.exit(1)"
    started = start_tracefix("run", "--", PY, "-c", program, stderr=subprocess.PIPE, text=False)

    assert started.communicate() == (bytes(range(256)) * 500, b"")
    assert started.returncode == 1


def test_nothing_printed_is_no_error_of_ours(run):
    done = run("false")

    assert (done.stdout, done.stderr, done.returncode) == ("", "", 1)


@pytest.mark.slow
@pytest.mark.parametrize(("status", "most"), [(0, 80), (1, 300)])  # megabytes; a failure is matched, too
def test_memory_stays_bounded_whatever_is_printed(python, status, most):
    """A hundred megabytes stand for any number, because four are kept."""
    program = textwrap.dedent(f"""
        import os, re, sys
        from tracefix.cli.run import run
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = run(["sh", "-c", "head -c 100000000 /dev/zero; echo; exit {status}"])
        highest = re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())
        print(status, int(highest[1]) // 1024, file=sys.stderr)
    """)
    said, megabytes = python("-c", program).stderr.splitlines()[-1].split()

    assert said == str(status)
    assert int(megabytes) < most


def test_lines_to_one_file_keep_their_order(start_tracefix, tmp_path):
    program = "import os\nfor n in range(200): os.write(1 + n % 2, b'%d\\n' % n)"
    with (tmp_path / "log").open("wb") as log:
        start_tracefix("run", PY, "-c", program, stdout=log, stderr=log).wait()

    assert (tmp_path / "log").read_text().split() == [str(number) for number in range(200)]


def test_what_the_command_leaves_running_goes_on_printing(start_tracefix, tmp_path):
    """We end when the command ends, as a shell's prompt returns then."""
    release = tmp_path / "release"
    os.mkfifo(release)
    started = start_tracefix("run", "sh", "-c", f"(read word < {release}; echo late $word) & echo now")
    assert started.stdout.readline() == "now\n"
    assert started.wait() == 0

    release.write_text("word\n")
    assert started.stdout.read() == "late word\n"


@pytest.mark.slow
def test_a_signal_for_us_is_sent_on(start_tracefix):
    program = "import signal, sys, time\nsignal.signal(signal.SIGUSR1, lambda *_: sys.exit(5))\nprint('ready', flush=True)\nwhile True: time.sleep(0.05)"
    started = start_tracefix("run", PY, "-c", program)
    assert started.stdout.readline() == "ready\n"
    started.send_signal(signal.SIGUSR1)

    assert started.wait() == 5


def test_signals_that_were_open_are_open_for_the_command(run):
    program = "import signal; print(signal.pthread_sigmask(signal.SIG_BLOCK, []) or 'none')"

    assert run(PY, "-c", program).stdout == "none\n"


def test_a_reader_that_has_enough_ends_the_command(led):
    assert led("| head -n 1", "run", "yes").stdout == "y\n"


def test_versions_decide_the_fix(run, tmp_path):
    """A traceback names the folder of the packages; their versions are read there, beside the reader's own words."""
    site = tmp_path / "env" / "lib" / "python3.11" / "site-packages"
    (site / "torch-2.7.1+cpu.dist-info").mkdir(parents=True)
    (site / "huggingface_hub-0.30.0.dist-info").mkdir()
    from tracefix.cli.installed_versions import versions_in

    printed = f'  File "{site}/torch/serialization.py", line 1524, in load\n'
    assert list(versions_in(["sh"], printed, {"torch", "huggingface-hub"})) == [
        "Python 3.11", "huggingface-hub==0.30.0", "torch==2.7.1+cpu",
    ]  # fmt: skip
    assert list(versions_in(["sh"], "", {"torch"})) == []


LONG = "import sys; print('x' * 1_000_000, flush=True); print('y', file=sys.stderr); sys.exit(4)"


def test_a_full_disk_does_not_end_the_command(led):
    done = led(">/dev/full", "run", PY, "-c", LONG)

    assert done.stderr == "y\ntracefix: some of its output could not be written: No space left on device\n"
    assert done.returncode == 4


@pytest.mark.slow
@pytest.mark.parametrize("streams", every(3, [">/dev/full 2>&1", "2>/dev/full", "2>/dev/full >/dev/null"]))
def test_nor_does_one_on_which_our_own_line_has_no_room(led, streams):
    assert led(streams, "run", PY, "-c", LONG).returncode == 4
    assert led(streams, "run", PY, "-c", RAISES).returncode == 1
    assert led(streams, "run", "sh", "-c", "kill -9 $$").returncode == 128 + signal.SIGKILL
    assert led(streams, "run", "no-such-command").returncode == 127


def failing(name, streams, command):
    """A program that runs a command under `tracefix run` where writing to these streams fails."""
    return textwrap.dedent(f"""
        import errno, os, sys
        from tracefix.cli.run import run
        write = os.write
        def fail(fd, data):
            if fd in {streams}:
                raise OSError(errno.{name}, "failed")
            return write(fd, data)
        os.write = fail
        sys.exit(run({command}))
    """)


@pytest.mark.parametrize("name", every(4, ["ENOSPC", "EDQUOT", "EIO", "EFBIG"]))
def test_what_cannot_be_written_is_kept_for_the_answer(python, name):
    done = python("-c", failing(name, {1, 2}, [PY, "-c", LONG.replace("sys.exit(4)", RAISES)]))

    lost, line = done.stderr.splitlines()
    assert lost == "tracefix: some of its output could not be written: failed"
    assert line.startswith(LINE)
    assert done.returncode == 1


@pytest.mark.parametrize("name", every(2, ["EPIPE", "EBADF"]))
def test_where_nobody_will_ever_read_the_command_notices(python, name):
    assert python("-c", failing(name, {1}, ["sh", "-c", "yes; exit 5"])).returncode == 5


def test_a_pipe_that_somebody_made_non_blocking_is_waited_for(start_tracefix):
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    started = start_tracefix("run", PY, "-c", LONG, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    while struct.unpack("i", fcntl.ioctl(reader, termios.FIONREAD, bytes(4)))[0] < 65536:  # until the pipe is full
        time.sleep(0.01)
    with os.fdopen(reader) as file:
        printed = file.read()

    assert printed == "x" * 1_000_000 + "\n"
    assert started.communicate()[1] == "y\n"
    assert started.returncode == 4


@pytest.mark.slow
def test_what_is_closed_is_closed_for_the_command(led):
    program = "import os\nfor n in (0, 1, 2):\n    try: os.fstat(n)\n    except OSError: pass\n    else: os.system(f'echo {n} >> open')"
    for streams, left in ((">&-", "0\n2\n"), ("2>&-", "0\n1\n"), (">&- 2>&-", "0\n"), ("<&- >&-", "2\n")):
        done = led(streams + "; cat open; rm open", "run", PY, "-c", program)

        assert done.stdout == left


def test_our_line_never_goes_to_standard_output(led):
    done = led("2>&-", "run", PY, "-c", RAISES)

    assert (done.stdout, done.returncode) == ("", 1)
