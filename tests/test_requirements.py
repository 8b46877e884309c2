"""SECURITY.md says what is pinned and what is not: each of its rows is so."""

import json
import re

import pytest

from tests.settings import BASE_DIR

PINNED = sorted([*BASE_DIR.glob("requirements*.txt"), BASE_DIR / "playground" / "requirements.txt"])
SAID = (BASE_DIR / "SECURITY.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PINNED, ids=lambda path: str(path.relative_to(BASE_DIR)))
def test_every_package_has_one_version_and_the_hashes_of_its_files(path):
    entries = re.findall(r"(?m)^[^\s#][^\n]*(?:\n[ \t][^\n]*)*", path.read_text(encoding="utf-8"))

    assert entries
    assert not [
        entry for entry in entries if not re.match(r"[\w.\[\]-]+==[^\s;]+", entry) or "--hash=sha256:" not in entry
    ]


def test_whoever_installs_them_asks_for_the_hashes():
    files = [
        BASE_DIR / "Makefile",
        BASE_DIR / "playground" / "install",
        BASE_DIR / "container" / "Containerfile",
        *(BASE_DIR / "docs").glob("*.md"),
    ]
    installs = [
        line
        for path in files
        for line in path.read_text().replace("\\\n", "").splitlines()
        if re.search(r"-r (?:\S*requirements|\$<)", line)
    ]

    assert installs
    assert not [line for line in installs if "--require-hashes" not in line and "$(PIP_INSTALL)" not in line]


def test_pyodide_has_one_version_and_the_hash_of_its_files():
    folder = BASE_DIR / "playground"
    lock = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))
    wanted = json.loads((folder / "package.json").read_text(encoding="utf-8"))["dependencies"]
    packages = {name: values for name, values in lock["packages"].items() if name}

    assert lock["packages"][""]["dependencies"] == wanted
    assert packages["node_modules/pyodide"]["version"] == wanted["pyodide"]
    assert all(values["integrity"].startswith("sha512-") for values in packages.values())
    assert not [
        values for values in packages.values() if "resolved" in values
    ]  # npm asks the registry that it is set to


def test_every_article_was_tried_with_this_pyodide():
    version = json.loads((BASE_DIR / "playground" / "package.json").read_text(encoding="utf-8"))["dependencies"][
        "pyodide"
    ]
    records = sorted((BASE_DIR / "articles").glob("*/browser.txt"))

    assert records
    assert {path.read_text(encoding="utf-8").partition("\n")[0] for path in records} == {f"pyodide: {version}"}


def test_the_wheel_of_the_client_has_lower_bounds_only():
    wheel = (BASE_DIR / "tracefix" / "pyproject.toml").read_text(encoding="utf-8")
    needs = re.findall(r'"([\w.-]+)>=[\d.]+(?:; [^"]+)?"', wheel)

    assert {"google-re2", "packaging", "rapidfuzz", "tomli", "whoosh3", "PyYAML", "setuptools"} == set(needs)
    assert "==" not in wheel
    assert "<=" not in wheel
    assert "The client's wheel | **not pinned**: lower bounds only" in SAID
    assert "any setuptools from 77 on" in SAID
    assert '"setuptools>=77"' in wheel


def test_images_and_actions_are_named_by_tags_as_it_says():
    compose = (BASE_DIR / "container" / "compose.yaml").read_text(encoding="utf-8")
    uses = [
        name
        for path in (BASE_DIR / "examples" / "github-actions").glob("*.yml")
        for name in re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8"))
    ]

    assert uses
    assert all(re.search(r"@v\d+$", name) for name in uses)
    assert "sha256" not in compose
    assert "replaces it with a digest" in SAID
    assert "**a tag**, which its owner can move" in SAID


def test_there_is_no_copy_of_the_advisories():
    """`make audit` fails where nobody can be asked; `make lint` says that nothing was checked."""
    assert "--strict" in (BASE_DIR / "Makefile").read_text()
    assert "NOT CHECKED" in (BASE_DIR / ".ci" / "audit.py").read_text()
    assert "no copy of the advisories" in SAID
