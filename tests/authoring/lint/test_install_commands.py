"""Lint names the packages of commands that nobody knows, whose names may be misspelt, and no others."""

import pytest
from packaging.specifiers import SpecifierSet

from authoring.lint.install_commands import commands_in, find_unknown, find_wrong_needs, find_wrong_releases
from tests.authoring.lint.tools import complaints, edit
from tracefix.articles.model import Source


def unknown(text, *others, supports="", printed=""):
    found = find_unknown(
        commands_in(text), [Source("A thread", "https://example.org/1", supports)], others, printed=printed
    )
    return [message.split("'")[1] for message in found]


@pytest.mark.parametrize(
    "command",
    [
        "pip install fusetools",
        "python -m pip install -U 'fusetools[all]>=2'",
        "pip install --index-url https://example.org/simple fusetools",
        "pip install numpy fusetools",
        "uv add fusetools",
        "pip download fusetools -d wheels",
    ],
)
def test_a_package_that_nobody_knows_is_named(command):
    assert unknown(f"Run `{command}`.") == ["fusetools"]
    assert unknown(f"Run this:\n\n```bash\n{command}\n```\n") == ["fusetools"]


@pytest.mark.parametrize(
    "text",
    [
        "Run `pip install numpy torch==2.1 opencv-python-headless`.",
        "Run `pip install PACKAGE`, `pip install -e .` or `pip install -e fusetools`.",
        "Run `pip install {{module|MODULE}}` or `pip install ./fusetools`.",
        "Run `pip install -r requirements.txt -c fusetools.txt`, `pip install fusetools-1.0-py3-none-any.whl`.",
        "Run `pip install -v numpy > fusetools 2>&1` or `pip install numpy && fusetools`.",
        "A `pip install` of fusetools is no command.",
        "```text\nERROR: pip install fusetools failed\n```",
    ],
)
def test_known_packages_files_and_what_is_to_be_filled_in_are_not(text):
    assert unknown(text) == []


def test_a_package_of_ours_or_of_a_source_or_of_the_message_itself_is_known():
    command = "`pip install Fuse_Tools`"

    assert unknown(command, "fuse-tools") == []
    assert unknown(command, supports="the package fuse_tools mends it") == []
    assert unknown(command, printed="Install it with: pip install fuse_tools") == []


@pytest.mark.parametrize(
    "told", ["pip install", "pip show", "pip uninstall -y", "conda install -c conda-forge", "mamba install"]
)
def test_the_name_that_was_meant_is_said(told):
    (message,) = find_unknown([f"{told} trnasformers"], [])

    assert "did you mean 'transformers'? Else add a source that names it" in message


def test_what_a_reader_or_another_index_may_have_need_not_be_known():
    assert unknown("Run `pip show fusetools`, `pip uninstall fusetools` or `conda install fusetools`.") == []


def test_lint_reports_it_with_the_line(folder):
    edit(folder / "article.md", "fix: The fix of boom.", "fix: Run `pip install fusetools`.")

    assert complaints(folder) == [
        "boom/article.md:5: a command names 'fusetools', which nothing of ours knows: correct it, or add a source "
        "that names it"
    ]


def test_what_a_script_of_ours_needs_is_known(folder):
    edit(folder / "article.md", "fix: The fix of boom.", "fix: Run `pip install fusetools`.")
    for name in ("repro.py", "fixed.py"):
        edit(folder / name, "dependencies = []", 'dependencies = ["fusetools==1.0"]')

    assert not any("a command names" in line for line in complaints(folder))


def test_in_a_body_the_line_is_that_of_the_command(folder):
    path = folder / "article.md"
    edit(path, "## Background", "Run `pip install fusetools`.\n\n## Background")
    line = 1 + path.read_text().split("\n").index("Run `pip install fusetools`.")

    assert [each.partition(": ")[0] for each in complaints(folder)] == [f"boom/article.md:{line}"]


def test_a_command_that_pip_does_not_have_is_named():
    assert list(find_unknown(["python -m pip instal numpy"], [])) == [
        "pip has no command 'instal': did you mean 'install'?"
    ]


@pytest.mark.parametrize(
    "command", ["pip list", "pip lock", "pip takes the newest one", "pip installs it", "the old pip instal", "pip"]
)
def test_what_pip_has_and_words_about_it_are_not(command):
    assert list(find_unknown([command], [])) == []


@pytest.mark.parametrize(
    "pin",
    [
        "transformers==4.83.2",
        "Transformers[torch]==4.83.2",
        "'torch==2.5.7'",
        "'numpy>=11.3'",
        "transformers==999.1",
        "torch>=2.99",
        "torch~=2.5.7",
        "opencv-python==4.7.0",
        "opencv-python>=4.7.1",
    ],
)
def test_a_release_that_never_was_is_named(pin):
    (message,) = find_wrong_releases(f"pip install {pin}")

    assert message.endswith("has those that there are)")


@pytest.mark.parametrize(
    "pin",
    [
        "transformers==4.38.2",
        "torch==2.5.1+cu121",
        "torch==2.5.*",
        "transformers==4.38.0.dev0",
        "transformers<4.83.2",
        "transformers<=4.83.2",
        "keras>=2.13",  # 2.13.1
        "opencv-python>=4.7.0",  # 4.7.0.72
        "transformers==6.1",
        "fusetools==4.83.2",
    ],
)
def test_releases_that_exist_or_may_since_and_packages_without_a_history_are_not(pin):
    assert list(find_wrong_releases(f"pip install {pin}")) == []


@pytest.mark.parametrize("versions", [">1.26,<1.26.1", "<0.1", ">1.26.4,<2.0.0"])
def test_bounds_between_which_there_is_no_release_are_told(versions):
    (told,) = find_wrong_needs("NumPy", SpecifierSet(versions))

    assert told.endswith(": correct a bound (history/numpy.tsv has those that there are)")


@pytest.mark.parametrize("versions", [">=1.26,<1.27", "<1.20", ">=2", "==1.26.*", ">99", "!=1.26.4"])
def test_bounds_that_hold_a_release_or_one_to_come_are_not(versions):
    assert not [told for told in find_wrong_needs("numpy", SpecifierSet(versions)) if "correct a bound" in told]
