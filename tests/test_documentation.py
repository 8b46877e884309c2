"""The documents name every setting, command, format, folder and class, and nothing that is gone; what they show is true."""

import json
import pkgutil
import re

import pytest
from django.conf import settings
from django.core.management import call_command, get_commands

from kb.api.match_endpoint import FORMATS
from kb.api.urls import api
from kb.library import get_library
from kb.server.program_version import VERSION
from tracefix.cli.main import main
from tracefix.projects.notes import load_notes

ROOT = settings.BASE_DIR
DOCUMENTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
}
README, CONTRIBUTING = DOCUMENTS["README.md"], DOCUMENTS["CONTRIBUTING.md"]
ARCHITECTURE, INTEGRATIONS = DOCUMENTS["docs/architecture.md"], DOCUMENTS["docs/integrations.md"]
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
    of_others = {"TRACEFIX_HOST", "TRACEFIX_URL"}  # of the proxy (container/nginx.conf), of workflows (examples/)

    assert set(re.findall(r"TRACEFIX_[A-Z_]*[A-Z]", "".join(DOCUMENTS.values()))) - of_others == set(SETTINGS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_a_table(name):
    assert re.search(rf"(?m)^\| `{name}\b", DOCUMENTS["docs/commands.md"])


def test_the_commands_of_the_client_are_those_in_the_table(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    names = re.findall(r"(?m)^    (\w+) ", capsys.readouterr().out)

    assert len(names) > 1
    assert re.findall(r"(?m)^\| `tracefix (\w+)", DOCUMENTS["docs/commands.md"]) == names


def test_every_format_and_every_address_of_the_api_is_in_a_table():
    addresses = {
        re.sub(r"\{(\w+)\}", lambda found: found[1].upper(), path) for path in api.get_openapi_schema()["paths"]
    }

    assert re.findall(r"(?m)^\| `(\w+)` \|", INTEGRATIONS) == ["json", *FORMATS]
    assert set(re.findall(r"/api/v1/[\w/]+\w", INTEGRATIONS)) - {"/api/v1/docs"} == {
        address for address in addresses if address.rpartition("/")[2] not in FORMATS
    }


def test_the_documents_have_no_command_that_is_gone():
    with_staff = {"createsuperuser"}  # a command of Django's where TRACEFIX_STAFF is on

    assert set(re.findall(r"manage\.py ([a-z_]+)", "".join(DOCUMENTS.values()))) <= set(get_commands()) | with_staff


def test_the_documents_name_targets_that_exist():
    assert {"serve", "install", "test", "lint", "verify", "bench"} <= set(TARGETS)
    assert set(re.findall(r"(?:`|    )make ([a-z]+)", "".join(DOCUMENTS.values()))) <= set(TARGETS)


@pytest.mark.parametrize("word", ["seen:", "{only: ", "{{"])
def test_writers_are_told_of_every_mark(word):
    template = (ROOT / "articles" / "_template" / "article.md").read_text(encoding="utf-8")

    assert word in DOCUMENTS["docs/writing-articles.md"]
    assert word in template


def test_every_wanted_article_is_still_a_note_and_its_thread_is_a_source_of_it():
    rows = re.findall(
        r"(?m)^\| `([\w-]+)/([\w-]+)` \| .+\]\((https://\S+/issues/\d+)\) \|$", DOCUMENTS["docs/wanted-articles.md"]
    )

    assert len(rows) == 10
    for project, note, thread in rows:
        notes = {one.article.slug: one.article for one in load_notes(ROOT / "projects" / project / "notes.yaml")}
        assert thread in {source.url for source in notes[f"{project}/{note}"].sources}


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


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name.startswith("docs/")])
def test_the_readme_leads_to_every_document(name):
    assert f"]({name})" in README


def test_what_the_program_says_of_a_document_names_one_that_exists():
    places = [*ROOT.glob("templates/kb/*"), *ROOT.glob("articles/_*/*.md"), *ROOT.glob("container/*")]
    places += [path for folder in ("tracefix", "kb", "authoring") for path in (ROOT / folder).rglob("*.py")]
    places += [path for path in ROOT.glob("examples/*/*") if path.is_file()]
    named = {
        name
        for path in places
        for name in re.findall(r"\b(?:docs/[\w-]+|[A-Z]{5,})\.md\b", path.read_text(encoding="utf-8"))
    }

    assert {"docs/writing-articles.md", "docs/integrations.md", "docs/settings.md", "CONTRIBUTING.md"} <= named
    assert named <= set(DOCUMENTS)


@pytest.mark.parametrize(
    "path",
    ["articles", "history", "templates", "static", "locale", "tests", "tools", "benchmarks", "fuzz", "examples",
     "container", "tracefix", "kb", "authoring", *PACKAGES],
)  # fmt: skip
def test_the_layout_shows_every_folder(path):
    assert re.search(rf"(?m)^\| (?:`\w+/`, )?`{path}/`", ARCHITECTURE)
    assert (ROOT / path).is_dir()


def test_the_glossary_has_every_word_once_and_names_classes_that_exist():
    rows = re.findall(r"(?m)^\| (\w+) \| .+ \| `([\w.]+)` \|$", ARCHITECTURE)
    words = [word for word, _ in rows]

    assert {"paste", "report", "evidence", "verdict", "diagnosis", "answer", "sketch", "bundle"} <= set(words)
    assert len(words) == len(set(words))
    for _, name in rows:
        assert isinstance(pkgutil.resolve_name(f"tracefix.{name}"), type), name


def test_the_readme_and_contributing_are_short():
    assert len(README.splitlines()) <= 95
    assert len(CONTRIBUTING.splitlines()) <= 150


def test_the_readme_says_within_the_first_screen_what_this_is_how_to_start_it_and_where_to_go_on():
    screen = README.partition("\n## ")[0]

    assert len(screen.splitlines()) <= 40
    assert all(words in screen for words in ("troubleshooting knowledge base", "    make serve", "    make test"))
    assert "](docs/screenshot.png)" in screen
    assert len(re.findall(r"(?m)^- \[.+\]\(docs/", screen)) == 3


@pytest.mark.slow
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


@pytest.mark.slow
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
    unseen, labelled = words.split("**On reports ")[1:]

    assert f"{fresh['reports']} reports" in unseen
    assert f"commit {fresh['commit']}" in unseen
    assert all(f"{value} %" in unseen for value in fresh["figures"].values())
    assert f"Measured on {measured['reports']} labelled" in labelled
    for figures in measured["figures"].values():
        assert f"{figures['covered_right']} %" in labelled
        assert f"{figures['wrong']} %" in labelled
        assert f"{figures['false_exact']:g} %" in labelled


def test_the_version_is_said_alike_everywhere():
    assert f'version = "{VERSION}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
