"""The documents name every setting, command and folder, and nothing that is gone; the README's example is true."""

import json
import re

import pytest
from django.conf import settings
from django.core.management import call_command, get_commands

from kb.library import get_library
from kb.server.build import VERSION

ROOT = settings.BASE_DIR
DOCUMENTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
}
README, CONTRIBUTING = DOCUMENTS["README.md"], DOCUMENTS["CONTRIBUTING.md"]
COMMANDS = sorted(path.stem for path in ROOT.glob("*/management/commands/[!_]*.py"))
TARGETS = re.findall(r"(?m)^([a-z]+):.*  ## ", (ROOT / "Makefile").read_text(encoding="utf-8"))
SETTINGS = sorted(
    {name for path in (ROOT / "kb").rglob("*.py") for name in re.findall(r"TRACEFIX_[A-Z_]+", path.read_text("utf-8"))}
)


PACKAGES = sorted(
    path.parent.relative_to(ROOT).as_posix()
    for path in [
        *ROOT.glob("kb/*/__init__.py"),
        *ROOT.glob("tracefix/*/__init__.py"),
        *ROOT.glob("authoring/*/__init__.py"),
    ]
    if path.parent.name not in {"management", "migrations", "templatetags"}  # as Django names them
)


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_is_in_a_table(name):
    assert f"| `{name}` |" in DOCUMENTS["docs/settings.md"]


def test_the_documents_have_no_setting_that_is_gone():
    of_the_proxy = {"TRACEFIX_HOST"}  # container/nginx.conf

    assert set(re.findall(r"TRACEFIX_[A-Z_]*[A-Z]", "".join(DOCUMENTS.values()))) - of_the_proxy == set(SETTINGS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_readme_has_every_command(name):
    assert re.search(rf"(?m)^\| `{name}\b", README)


def test_the_documents_have_no_command_that_is_gone():
    with_staff = {"createsuperuser"}  # a command of Django's where TRACEFIX_STAFF is on

    assert set(re.findall(r"manage\.py ([a-z_]+)", "".join(DOCUMENTS.values()))) <= set(get_commands()) | with_staff


def test_the_documents_name_targets_that_exist():
    assert {"serve", "install", "test", "lint", "verify", "bench"} <= set(TARGETS)
    assert set(re.findall(r"(?:`|    )make ([a-z]+)", "".join(DOCUMENTS.values()))) <= set(TARGETS)


@pytest.mark.parametrize("word", ["seen:", "{only: ", "{{"])
def test_writers_are_told_of_every_mark(word):
    template = (ROOT / "articles" / "_template" / "article.md").read_text(encoding="utf-8")

    assert word in CONTRIBUTING
    assert word in template


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_to_files_lead_to_files_and_headings(name):
    for link in re.findall(r"\]\(([^):]+)\)", DOCUMENTS[name]):
        path, _, anchor = link.partition("#")
        target = (ROOT / name).parent / path if path else ROOT / name
        assert target.is_file(), link
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), link


def anchors(text):
    """The anchors that GitHub gives the headings of a document."""
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in re.findall(r"(?m)^#+ (.+)$", text)}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_that_are_named_are_there(name):
    folders = "tracefix|kb|authoring|tests|tools|benchmarks|fuzz|container|examples|docs|locale|templates|static"

    for path in re.findall(rf"`((?:{folders})/[\w./-]+)`", DOCUMENTS[name]):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize(
    "path", ["articles", "templates", "static", "locale", "tests", "tools", "benchmarks", *PACKAGES]
)
def test_the_readme_shows_the_layout(path):
    assert f"`{path}/" in README
    assert (ROOT / path).is_dir()


def test_the_readme_says_within_the_first_screen_what_this_is_and_how_to_start_it():
    screen = "\n".join(README.splitlines()[:25])

    assert all(words in screen for words in ("troubleshooting knowledge base", "    make serve", "    make test"))


def test_the_example_in_the_readme_is_true(tmp_path, capsys, use_articles):
    use_articles(ROOT / "articles")
    text, told = re.search(r'\$ echo "(.+)" \| \S+ manage\.py match\n((?: {4}.+\n)+)', README).groups()
    paste = tmp_path / "err.log"
    paste.write_text(text + "\n", encoding="utf-8")

    call_command("match", str(paste))

    printed = capsys.readouterr().out
    assert told.splitlines()
    for line in told.splitlines():
        assert line.strip("… ") in printed


def test_the_readme_claims_no_more_proof_than_there_is(use_articles):
    use_articles(ROOT / "articles")
    words = " ".join(README.split())
    total, run = map(int, re.search(r"Of (\d+) articles on [\w ]+, (\d+) were run", words).groups())
    simulated, sourced = map(int, re.search(r"(\d+) ran with a stand-in .+?, and (\d+) rest on", words).groups())
    proofs = get_library().proofs

    assert run + simulated + sourced == total <= proofs.total
    assert run <= proofs.run
    assert simulated + sourced >= proofs.simulated + proofs.sourced - (proofs.total - total)


def test_the_readme_has_the_figures_of_the_page_about():
    words = " ".join(README.split())
    measured = json.loads(settings.ACCURACY_FILE.read_text(encoding="utf-8"))
    fresh = measured["first_look"]

    assert f"{fresh['reports']} reports" in words
    assert f"commit {fresh['commit']}" in words
    assert all(f"{value} %" in words for value in fresh["figures"].values())
    assert f"Measured on {measured['reports']} labelled" in words


def test_the_version_is_said_alike_everywhere():
    assert f'version = "{VERSION}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
