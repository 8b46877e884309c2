"""`pytest --processes N`: collect the tests once, then run them in N forks of the process that collected them.

Each worker of pytest-xdist collects all tests for itself, which takes six seconds, and sends every report as text. A
fork starts with all test modules imported and compiled. It runs one file after the other, so that a fixture of a
module is set up once. tests/spread.py decides which files go to the same fork and which come first.

To the tests, a fork looks like a worker of pytest-xdist: PYTEST_XDIST_WORKER holds its name.
"""

import os
import pickle
import selectors
import signal
import struct
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

_SIZE = struct.Struct("!I")
_NUMBER = struct.Struct("!H")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--processes", type=int, default=0, help="run the tests in so many forks of this process")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("processes") > 1 and not config.getoption("collectonly") and not config.getoption("usepdb"):
        config.pluginmanager.register(Forks(config), "forks")


def group_of(nodeid: str) -> str:
    """The default rule: all tests of a file run in the same fork."""
    return nodeid.partition("::")[0]


class Forks:
    """Plug-in of the parent process: starts the forks, receives their reports and passes them to pytest."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._forks: dict[int, Fork] = {}  # by the pipe that the fork writes its messages to
        self._count = config.getoption("processes")
        self.group_of: Callable[[str], str] = group_of
        self.begin: Callable[[Path], None] = lambda folder: None  # called in each fork, with its temporary folder
        self.prepare: Callable[[Path], None] | None = None  # called in a helper fork, during the collection
        self.share: Callable[[], None] = lambda: None  # called in the parent, before it forks

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        prepare, base = self.prepare, self._base()  # made before the first fork, so that all forks share it
        if prepare:
            self._fork(lambda pipe: prepare(base), is_helper=True)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed:  # a module could not be collected: by default, pytest then runs no test
            return None
        groups: dict[str, list[int]] = {}
        for number, item in enumerate(session.items):
            groups.setdefault(self.group_of(item.nodeid), []).append(number)
        queue = _queue(len(groups))
        self.share()
        base = self._base()
        for number in range(self._count):

            def work(pipe: int, name: str = f"gw{number}") -> None:
                Worker(session, pipe, queue, list(groups.values())).run(name, base / f"popen-{name}")

            self._fork(work)
        os.close(queue)
        try:
            self._hear(session)
        except (KeyboardInterrupt, session.Failed):
            for fork in self._forks.values():
                os.kill(fork.pid, signal.SIGINT)
            self._wait()
            raise
        return True

    def _base(self) -> Path:
        """The temporary folder of this run. Each fork gets a folder below it."""
        folder: Path = self._config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        return folder

    def _fork(self, work: Callable[[int], None], *, is_helper: bool = False) -> None:
        ours, theirs = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid:
            os.close(theirs)
            self._forks[ours] = Fork(pid, is_helper)
            return
        status = 1
        try:
            os.close(ours)
            os.setpgid(0, 0)  # so that Ctrl-C reaches only the parent, which passes it on once
            _capture_apart(self._config)
            work(theirs)
            status = 0
        finally:
            os._exit(status)

    def _hear(self, session: pytest.Session) -> None:
        with selectors.DefaultSelector() as selector:
            for pipe in self._forks:
                selector.register(pipe, selectors.EVENT_READ)
            while self._forks:
                for key, _ in selector.select():
                    fork = self._forks[key.fd]
                    said = os.read(key.fd, 1 << 16)
                    for message in fork.messages(said):
                        self._report(session, fork, *message)
                    if not said:
                        selector.unregister(key.fd)
                        del self._forks[key.fd]
                        os.close(key.fd)
                        self._bury(session, fork)
                    if session.shouldfail or session.shouldstop:
                        raise session.Failed(session.shouldfail or session.shouldstop)

    def _wait(self) -> None:
        """Wait until all forks have torn down their fixtures."""
        for pipe, fork in self._forks.items():
            while os.read(pipe, 1 << 16):
                pass
            os.waitpid(fork.pid, 0)

    def _report(self, session: pytest.Session, fork: "Fork", kind: str, number: int, said: Any) -> None:
        hook = session.config.hook
        if kind == "begun":
            fork.at = number
            hook.pytest_runtest_logstart(nodeid=session.items[number].nodeid, location=session.items[number].location)
        elif kind == "passed":
            item = session.items[number]
            when, duration, start, stop = said
            report = pytest.TestReport(
                item.nodeid, item.location, {}, "passed", None, when, (), duration, start, stop
            )  # fmt: skip
            hook.pytest_runtest_logreport(report=report)
        elif kind == "report":
            report = hook.pytest_report_from_serializable(config=session.config, data=said)
            hook.pytest_runtest_logreport(report=report)
        elif kind == "warning":
            text, path, line, nodeid = said
            message = warnings.WarningMessage(UserWarning(text), UserWarning, path, line)
            told = {"when": "runtest", "nodeid": nodeid, "location": None}
            hook.pytest_warning_recorded.call_historic(kwargs={"warning_message": message, **told})
        elif kind == "ended":
            fork.at = None

    def _bury(self, session: pytest.Session, fork: "Fork") -> None:
        status = os.waitstatus_to_exitcode(os.waitpid(fork.pid, 0)[1])
        if fork.at is None and (fork.is_helper or not status):
            return
        item = session.items[fork.at or 0]
        said = f"The process that ran this, and would have run more, ended with {status}."
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", said, "call")
        session.config.hook.pytest_runtest_logreport(report=report)


class Fork:
    """What the parent knows about a fork."""

    def __init__(self, pid: int, is_helper: bool) -> None:
        self.pid = pid
        self.is_helper = is_helper  # a helper runs no tests
        self.at: int | None = None  # the number of the test that it is running
        self._unread = b""

    def messages(self, said: bytes) -> Iterator[Any]:
        """Add these bytes to those received before, and yield each message that is now complete."""
        self._unread += said
        while len(self._unread) >= _SIZE.size:
            (size,) = _SIZE.unpack_from(self._unread)
            if len(self._unread) < _SIZE.size + size:
                return
            message, self._unread = self._unread[_SIZE.size : _SIZE.size + size], self._unread[_SIZE.size + size :]
            yield pickle.loads(message)


class Worker:
    """Plug-in of a fork: runs one group of tests after the other, and sends their reports to the parent."""

    def __init__(self, session: pytest.Session, pipe: int, queue: int, groups: list[list[int]]) -> None:
        self._session = session
        self._pipe = pipe
        self._queue = queue
        self._groups = groups
        self._at = 0
        self._unsent = bytearray()

    def run(self, name: str, folder: Path) -> None:
        config: Any = self._session.config
        folder.mkdir()
        config._tmp_path_factory._basetemp = folder
        config.workerinput = {"workerid": name}  # plug-ins look for it, as they do under pytest-xdist
        os.environ["PYTEST_XDIST_WORKER"] = name
        config.pluginmanager.unregister(name="terminalreporter")
        config.pluginmanager.getplugin("forks").begin(folder)
        config.pluginmanager.register(self, "fork")
        try:
            self._run_all(config)
        finally:  # also after Ctrl-C: tear down the fixtures that are still set up
            self._send()
            self._session._setupstate.teardown_exact(None)

    def _run_all(self, config: Any) -> None:
        items = self._session.items
        number = next(numbers := self._numbers(), None)
        while number is not None and not (self._session.shouldfail or self._session.shouldstop):
            following = next(numbers, None)
            self._at = number
            self._tell("begun", None)
            self._send()
            next_item = None if following is None else items[following]
            config.hook.pytest_runtest_protocol(item=items[number], nextitem=next_item)
            number = following
        self._tell("ended", None)  # run() sends it

    def _numbers(self) -> Iterator[int]:
        """The numbers of the tests to run: take the next group that no fork has taken yet, until none is left."""
        while taken := os.read(self._queue, _NUMBER.size):
            yield from self._groups[_NUMBER.unpack(taken)[0]]

    def _tell(self, kind: str, said: Any) -> None:
        message = pickle.dumps((kind, self._at, said))
        self._unsent += _SIZE.pack(len(message)) + message

    def _send(self) -> None:
        """Write the pending messages, once per test: to wake the parent for every phase would cost both CPU time."""
        while self._unsent:
            del self._unsent[: os.write(self._pipe, self._unsent)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome == "passed" and not (
            report.sections or report.user_properties or hasattr(report, "wasxfail")
        ):
            self._tell("passed", (report.when, report.duration, report.start, report.stop))
            return
        config = self._session.config
        self._tell("report", config.hook.pytest_report_to_serializable(config=config, report=report))

    def pytest_warning_recorded(self, warning_message: warnings.WarningMessage, nodeid: str) -> None:
        text = f"{warning_message.category.__name__}: {warning_message.message}"
        self._tell("warning", (text, warning_message.filename, warning_message.lineno, nodeid))


def _capture_apart(config: Any) -> None:
    """Give this fork its own capture files. They replace the parent's by dup2, as many objects hold the streams."""
    catching = getattr(config.pluginmanager.getplugin("capturemanager"), "_global_capturing", None)
    for stream in filter(None, (getattr(catching, "out", None), getattr(catching, "err", None))):
        if hasattr(stream, "targetfd"):
            with tempfile.TemporaryFile() as file:
                os.dup2(file.fileno(), stream.tmpfile.fileno())
                os.dup2(file.fileno(), stream.targetfd)


def _queue(count: int) -> int:
    """A pipe with the numbers of all groups. Each fork reads the next number; after the last one, it reads the end."""
    ours, theirs = os.pipe()
    os.write(theirs, b"".join(map(_NUMBER.pack, range(count))))
    os.close(theirs)
    return ours
