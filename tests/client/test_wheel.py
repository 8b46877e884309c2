"""The wheel: what is in it, what it needs, and that its code is the site's."""

import zipfile

from tests.settings import BASE_DIR

UNWANTED = ("django", "ninja", "PIL")
# What reads folders of articles, renders them, or keeps the index of the site: optional, and loaded by no match.
OPTIONAL = ("yaml", "whoosh", "markdown", "pygments", "nh3")


def test_it_installs_one_package_and_no_kb(wheel):
    with zipfile.ZipFile(wheel) as file:
        tops = {name.partition("/")[0] for name in file.namelist()}

    assert {top for top in tops if not top.endswith(".dist-info")} == {"tracefix"}


def test_it_has_all_articles_in_one_file_known_distributions_and_the_histories_of_packages(unpacked):
    files = [path for path in (unpacked / "tracefix").rglob("*") if path.is_file()]
    histories = sorted(path.name for path in (BASE_DIR / "history").glob("*.tsv"))
    tables = ["articles.dat", "distributions.txt", "import_names.tsv"]

    assert histories
    assert sorted(path.name for path in files if path.suffix not in (".py", ".pyc")) == sorted([*tables, *histories])


def test_its_modules_are_those_of_the_repository_as_they_stand(unpacked):
    modules = sources(BASE_DIR / "tracefix")

    assert len(modules) > 90
    assert sources(unpacked / "tracefix") == modules


def sources(folder):
    """The text of each module below a folder, by its path."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.py")}


def test_it_needs_few_packages_and_python_3_10(unpacked):
    metadata = next(unpacked.glob("*.dist-info/METADATA")).read_text()
    needed = [line.split(": ")[1] for line in metadata.splitlines() if line.startswith("Requires-Dist: ")]

    assert "Requires-Python: >=3.10" in metadata
    assert [need.partition(">=")[0] for need in needed if "extra ==" not in need] == [
        "google-re2", "packaging", "rapidfuzz", "tomli",
    ]  # fmt: skip
    assert [need.partition(">=")[0] for need in needed if "extra ==" in need] == ["PyYAML"]


def test_no_module_of_it_imports_what_it_does_not_need(unpacked):
    sources = {path.name: path.read_text() for path in unpacked.rglob("*.py")}

    assert not [
        (name, library)
        for name, source in sources.items()
        for library in UNWANTED
        for line in source.splitlines()
        if line.strip().startswith((f"import {library}", f"from {library}"))
    ]


def test_a_match_loads_only_what_it_needs(python):
    """PyYAML is optional, and what is not loaded takes no time."""
    program = "import sys, tracefix; tracefix.match('Killed'); print(sorted(sys.modules))"
    loaded = python("-c", program).stdout

    assert "'tracefix.matching.diagnosis'" in loaded
    assert not [
        name for name in (*OPTIONAL, *UNWANTED, "kb", "rapidfuzz", "tracefix.cli.relay") if f"'{name}'" in loaded
    ]


def test_it_says_its_version(tracefix):
    assert tracefix("--version").stdout == "tracefix 0.1.0\n"
