"""Syntax that an older Python does not know."""

import pytest

from tests.factories import make_article
from tracefix.explaining.explanation import explain
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

CATALOGUE = Catalogue([make_article("boom", message="boom happened in '{place}'")])


def detail(line, error="SyntaxError: invalid syntax", file="train.py"):
    return explain(diagnose(f'  File "{file}", line 126\n    {line}\n     ^\n{error}\n', CATALOGUE)).detail


@pytest.mark.parametrize(
    ("line", "since"),
    [
        ("[*model_body.output, *y_true])", "3.5"),
        ('print(f"lid {lid}")', "3.6"),
        ("async def stir():", "3.5"),
        ("lid: int = 3", "3.6"),
        ("print(lid, end='')", "3"),
        ("raise PotError(lid) from error", "3"),
    ],
)
def test_the_python_that_a_line_needs_is_named(line, since):
    found = detail(line)

    assert f"from {since} on" in found.finding
    assert found.steps[0].commands == ("python --version", "python3 train.py")


@pytest.mark.parametrize("file", ["train.py;reboot", "$(reboot).py", "`reboot`.py", "-c.py"])
def test_a_name_that_a_shell_would_read_otherwise_stands_in_no_command(file):
    assert detail('print(f"lid {lid}")', file=file).steps[0].commands[1] == "python3 FILE.py"


@pytest.mark.parametrize(
    "line", ["def stir(pot, (lid, spoon), n=4):", "f = lambda (a, b): a", 'print "soup"', "if a <> b:"]
)
def test_a_line_of_python_2_is_told(line):
    assert "written for Python 2" in detail(line).finding


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("x = a * b, c * d", {}),
        ("stir(*args)", {}),
        ('print("lid {lid}")', {}),
        ("d = {'a': 1}", {}),
        ("else:", {}),
        ("def stir(pot=(1, 2)):", {}),
        ('print(f"lid {lid}")', {"error": "SyntaxError: EOL while scanning string literal"}),
        ('print(f"lid {lid}")', {"file": "/env/lib/python3.5/site-packages/soup/stir.py"}),  # the article knows it
    ],
)
def test_a_line_that_every_python_knows_tells_nothing(line, where):
    assert detail(line, **where) is None
