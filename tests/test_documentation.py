"""What is public is documented: settings, commands, targets; and the example in the README is true."""

import re

import pytest
from django.conf import settings
from django.core.management import call_command

from kb import __version__

ROOT = settings.BASE_DIR
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COMMANDS = sorted(path.stem for path in (ROOT / "kb" / "management" / "commands").glob("[!_]*.py"))
TARGETS = re.findall(r"(?m)^([a-z]+):.*  ## ", (ROOT / "Makefile").read_text(encoding="utf-8"))
SETTINGS = sorted(
    {name for path in (ROOT / "kb").rglob("*.py") for name in re.findall(r"TRACEFIX_[A-Z_]+", path.read_text("utf-8"))}
)


@pytest.mark.parametrize("name", SETTINGS)
def test_the_readme_has_every_setting(name):
    assert f"| `{name}` |" in README


def test_the_readme_has_no_setting_that_is_gone():
    assert set(re.findall(r"TRACEFIX_[A-Z_]+", README)) == set(SETTINGS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_readme_has_every_command(name):
    assert re.search(rf"(?m)^\| `{name}\b", README)


def test_the_readme_has_no_command_that_is_gone():
    assert set(re.findall(r"manage\.py ([a-z_]+)", README + CONTRIBUTING)) - {"collectstatic"} <= set(COMMANDS)


def test_the_documents_name_targets_that_exist():
    assert {"serve", "install", "test", "lint", "verify", "bench"} <= set(TARGETS)
    assert set(re.findall(r"(?:`|    )make ([a-z]+)", README + CONTRIBUTING)) <= set(TARGETS)


@pytest.mark.parametrize("word", ["seen:", "{only: ", "{{"])
def test_writers_are_told_of_every_mark(word):
    template = (ROOT / "articles" / "_template" / "article.md").read_text(encoding="utf-8")

    assert word in CONTRIBUTING
    assert word in template


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(([^):]+)\)", README + CONTRIBUTING))))
def test_links_to_files_lead_to_files(path):
    assert (ROOT / path).is_file()


@pytest.mark.parametrize("path", ["articles", "kb/core", "kb", "templates", "static", "tests", "benchmarks"])
def test_the_readme_shows_the_layout(path):
    assert f"`{path}/" in README
    assert (ROOT / path).is_dir()


def test_the_example_in_the_readme_is_true(tmp_path, capsys):
    text, told = re.search(r'\$ echo "(.+)" \| \S+ manage\.py match\n((?: {4}.+\n)+)', README).groups()
    paste = tmp_path / "err.log"
    paste.write_text(text + "\n", encoding="utf-8")

    call_command("match", str(paste))

    printed = capsys.readouterr().out
    assert told.splitlines()
    for line in told.splitlines():
        assert line.strip("… ") in printed


def test_the_version_is_said_alike_everywhere():
    assert f'version = "{__version__}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
