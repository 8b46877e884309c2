"""Lint of repros: the real mechanism fails, and nothing makes its error by hand."""

import pytest

from tests.authoring.lint.tools import complaints, edit


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        pytest.param("raise RuntimeError", "raises RuntimeError itself", id="raise of a class"),
        pytest.param("raise builtins.RuntimeError('x')", "raises RuntimeError itself", id="raise of an instance"),
        pytest.param("print(\"boom happened in 'x'\")", "holds the error's text", id="print of the text"),
        pytest.param(
            "sys.exit(\"RuntimeError: boom happened in 'x'\")", "holds the error's text", id="exit with the text"
        ),
        pytest.param("fuse._is_lit = True", "sets fuse._is_lit, a private name", id="private name"),
        pytest.param("fuse.box._is_lit, x = 1, 2", "sets fuse.box._is_lit, a private name", id="private name, tuple"),
        pytest.param("fuse._count += 1", "sets fuse._count, a private name", id="private name, added to"),
        pytest.param("fuse._count: int = 1", "sets fuse._count, a private name", id="private name, annotated"),
        pytest.param("del fuse._guard", "sets fuse._guard, a private name", id="private name, deleted"),
        pytest.param("setattr(fuse, '_is_lit', True)", "sets fuse._is_lit, a private name", id="private name, setattr"),
        pytest.param("fuse.is_lit = lambda: True", "replaces fuse.is_lit by code of its own", id="lambda"),
        pytest.param("def lit(): pass\nfuse.is_lit = lit", "replaces fuse.is_lit by code of its own", id="function"),
        pytest.param("from unittest.mock import patch", "replaces parts by mocks", id="mock module"),
        pytest.param("from unittest import mock", "replaces parts by mocks", id="mock"),
    ],
)
def test_a_repro_lets_the_real_mechanism_fail(folder, statement, complaint):
    edit(folder / "repro.py", "fuse.open()", statement)
    edit(folder / "fixed.py", "fuse.open()", statement)

    (found,) = complaints(folder)

    assert found.startswith("boom/repro.py:")
    assert complaint in found


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("raise SystemExit(fuse.light())", id="exit status"),
        pytest.param("raise ValueError('other')", id="another error"),
        pytest.param("fuse.length = 3", id="public setting"),
        pytest.param("box = fuse.Box()\nbox._mine = 3", id="private name of a local"),
        pytest.param("class A:\n    def f(self):\n        self._x = 1", id="private name of its own"),
        pytest.param("fuse.options['_x'] = 3", id="item"),
    ],
)
def test_ordinary_statements_are_honest(folder, statement):
    edit(folder / "repro.py", "fuse.open()", statement)
    edit(folder / "fixed.py", "fuse.open()", statement)

    assert complaints(folder) == []


def test_a_docstring_may_quote_the_error(folder):
    edit(folder / "repro.py", "The fuse burns.", "Fails with: boom happened in 'attic'")

    assert complaints(folder) == []


def test_a_repro_that_python_cannot_read_is_told_with_its_line(folder):
    edit(folder / "repro.py", "fuse.open()", "fuse.open(")
    edit(folder / "fixed.py", "fuse.open()", "fuse.open(")

    (found,) = complaints(folder)

    assert "cannot be read as Python 3" in found
