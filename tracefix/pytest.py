"""A plug-in for pytest, `-p tracefix.pytest`: one line below each failure that is a known error."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from tracefix.cli.failures import explain_failure


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    """Add a section to the report. The outcome of the test stays as it is."""
    outcome = yield
    report = outcome.get_result()
    if not report.failed or call.excinfo is None or isinstance(call.excinfo.value, AssertionError):
        return
    lines = explain_failure(call.excinfo.value)
    if not lines:
        return
    text = "\n".join(lines)
    if hasattr(report.longrepr, "addsection"):
        report.longrepr.addsection("tracefix", text)
    else:
        report.sections.append(("tracefix", text))
