"""The wheel: what is in it, what it needs, and that its code is the site's."""

import zipfile

import pytest

from tests.settings import BASE_DIR
from tools.client_wheel import shipped_modules

UNWANTED = ("django", "whoosh", "markdown", "pygments", "nh3", "PIL", "ninja")


def test_it_installs_one_package_and_no_kb(wheel):
    with zipfile.ZipFile(wheel) as file:
        tops = {name.partition("/")[0] for name in file.namelist()}

    assert {top for top in tops if not top.endswith(".dist-info")} == {"tracefix"}


def test_it_has_all_articles_in_one_file_known_distributions_and_the_histories_of_packages(unpacked):
    files = [path for path in (unpacked / "tracefix").rglob("*") if path.is_file()]
    histories = sorted(path.name for path in (BASE_DIR / "history").glob("*.tsv"))

    assert histories
    assert sorted(path.name for path in files if path.suffix not in (".py", ".pyc")) == sorted(
        ["articles.dat", "distributions.txt", *histories]
    )


@pytest.mark.thorough
def test_its_modules_are_those_of_the_repository_under_another_name(unpacked):
    modules = shipped_modules()
    assert len(modules) > 90
    for name, path in modules.items():
        core = name.startswith("kb.core")
        start = BASE_DIR / "kb" / "core" if core else BASE_DIR / "tracefix"
        shipped = unpacked / "tracefix" / ("core" if core else "") / path.relative_to(start)

        assert shipped.read_text().replace("tracefix.core", "kb.core") == path.read_text()


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

    assert "'tracefix.core.matching.diagnosis'" in loaded
    assert not [name for name in ("yaml", "kb", "django", "rapidfuzz", "tracefix.relay") if f"'{name}'" in loaded]


def test_it_says_its_version(tracefix):
    assert tracefix("--version").stdout == "tracefix 0.1.0\n"
