"""Lint tells what the shell or pip reads otherwise than an author means, and no requirement that is well written."""

import pytest

from authoring.lint.requirement_words import find_misread
from tests.authoring.lint.tools import complaints, edit


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("pip install einops>=0.5", "the shell takes the sign in einops>=0.5 for a file to write: quote it"),
        ("python -m pip install -U numpy<2 torch", "the shell takes the sign in numpy<2 for a file to write: quote it"),
        ("uv pip install 'a>=1' x[b]>2", "the shell takes the sign in x[b]>2 for a file to write: quote it"),
        ("pip install einops=0.8.1", "pip cannot read 'einops=0.8.1': write 'einops==0.8.1'"),
        ('pip install "einops>=0.5<0.8"', "pip cannot read 'einops>=0.5<0.8': put a comma between bounds"),
        ("uv add 'numpy=1.26'", "pip cannot read 'numpy=1.26': write 'numpy==1.26'"),
    ],
)
def test_an_unquoted_sign_a_single_equals_and_a_missing_comma_are_told(command, told):
    assert list(find_misread(command)) == [told]


@pytest.mark.parametrize(
    "command",
    [
        "pip install 'einops>=0.5,<0.8' \"numpy~=1.26\" torch==2.1.0+cu118 timm==0.9.*",
        "pip install -v numpy > log.txt 2>&1",
        "pip install dgl==VERSION 'protobuf~=VERSION' \"{{package|PACKAGE}}=={{found|1.0}}\"",
        "pip install -e . --config-settings editable_mode=compat",
        "pip install 'x @ git+https://example.org/x?a=1' torch --index-url=https://example.org/whl",
        "pip install numpy==1.26.4  # not numpy>2",
        "conda install numpy=1.26",
        "pip install 'open",
        "CC=gcc pip install x",
    ],
)
def test_what_pip_and_the_shell_read_as_it_is_meant_is_not(command):
    assert list(find_misread(command)) == []


def test_what_the_program_prints_stands_as_it_is():
    printed = "Using 4-bit needs it: `pip install -U bitsandbytes>=0.46.1`"

    assert list(find_misread("pip install -U bitsandbytes>=0.46.1", printed=printed)) == []
    assert list(find_misread("pip install -U bitsandbytes>=0.47", printed=printed)) != []


def test_the_commands_of_an_article_are_read(folder):
    edit(folder / "article.md", "\n## Why", "\nRun `pip install numpy>=1.26`.\n\n## Why")

    assert [line.partition(": ")[2] for line in complaints(folder)] == [
        "the shell takes the sign in numpy>=1.26 for a file to write: quote it"
    ]
