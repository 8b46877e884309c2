"""The wheel: what is in it, what it needs, and that its code is the site's."""

import os
import subprocess
import sys
import tomllib
import zipfile
from hashlib import sha256

import pytest

from tests.settings import BASE_DIR
from tools.client_wheel import _urls, _with_whole_links
from tracefix.explaining.shapes import read_shapes
from tracefix.explaining.table_files import read_table
from tracefix.matching.required_texts import texts_of_pattern
from tracefix.versions.history import FOLDER
from tracefix.versions.history_files import packed_name, stored_packages, text_of

UNWANTED = ("django", "ninja", "PIL")
MOST_BYTES = 12_000_000
# What reads folders of articles or renders them: optional, and loaded by no match.
OPTIONAL = ("yaml", "markdown", "pygments", "nh3")


def test_it_installs_one_package_and_no_kb(wheel):
    with zipfile.ZipFile(wheel) as file:
        tops = {name.partition("/")[0] for name in file.namelist()}

    assert {top for top in tops if not top.endswith(".dist-info")} == {"tracefix"}


def test_it_has_all_articles_in_one_file_known_distributions_and_the_histories_of_packages(unpacked):
    files = [path for path in (unpacked / "tracefix").rglob("*") if path.is_file()]
    histories = [packed_name(path.stem) for path in (BASE_DIR / "history").glob("*.tsv")]
    requirements = [path.name for path in (BASE_DIR / "history" / "requires").iterdir()]
    tables = ["articles.dat", "distributions.txt", "import_names.tsv"]
    tables += [path.name for path in (BASE_DIR / "tracefix" / "search").glob("*.txt")]
    tables += [f"{path.stem}.json" for path in (BASE_DIR / "tracefix" / "explaining").rglob("*.toml")]
    tables += ["replacements.tsv", *(path.name for path in (BASE_DIR / "locale").rglob("*.mo"))]

    assert histories
    assert sorted(path.name for path in files if path.suffix not in (".py", ".pyc")) == sorted(
        [*tables, *histories, *requirements]
    )


@pytest.mark.parametrize("package", stored_packages(FOLDER))
def test_a_history_reads_as_in_the_repository(unpacked, package):
    assert text_of(package, unpacked / "tracefix" / "history") == text_of(package, FOLDER)


@pytest.mark.parametrize(
    "path", sorted((BASE_DIR / "tracefix" / "explaining").rglob("*.toml")), ids=lambda path: path.stem
)
def test_a_table_reads_as_in_the_repository(unpacked, path):
    packed = read_table(unpacked / path.relative_to(BASE_DIR))

    if path.parent.name == "shapes":
        shapes = [shape._replace(says=texts_of_pattern(shape.pattern)) for shape in read_shapes(path)]
        assert list(read_shapes(unpacked / path.relative_to(BASE_DIR))) == shapes
        assert any(row["says"] for row in packed["row"])
    else:
        assert packed == read_table(path)


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
        "google-re2", "packaging", "rapidfuzz", "tomli", "whoosh3",
    ]  # fmt: skip
    assert [need.partition(">=")[0] for need in needed if "extra ==" in need] == ["PyYAML"]


@pytest.mark.slow
def test_it_stays_small(wheel):
    """With all articles, cards, notes and histories, as it is released."""
    assert wheel.stat().st_size <= MOST_BYTES


@pytest.mark.slow
def test_the_same_source_makes_the_same_wheel(wheel, shipped, shipped_projects, tmp_path):
    """Another process, day, order of sets and umask; so anybody can build a released wheel again and compare the hash."""
    program = (
        "import os, sys, pathlib; os.umask(0o077); from tools.client_wheel import build; "
        "build(*map(pathlib.Path, sys.argv[1:]))"
    )
    command = [sys.executable, "-c", program, tmp_path, shipped, shipped_projects]
    subprocess.run(command, cwd=BASE_DIR, env={**os.environ, "PYTHONHASHSEED": "7"}, check=True)

    assert sha256(next(tmp_path.glob("*.whl")).read_bytes()).digest() == sha256(wheel.read_bytes()).digest()


def test_its_metadata_lead_to_the_source(tmp_path):
    repository = "https://git.example/owner/tracefix"
    urls = tomllib.loads(_urls(repository))["project"]["urls"]

    assert urls["Source"] == repository
    assert _with_whole_links("[a](commands.md#b), [c](../articles/d.md), [e](#f)", repository) == (
        f"[a]({repository}/blob/main/docs/commands.md#b), [c]({repository}/blob/main/articles/d.md), [e](#f)"
    )
    assert (_urls(""), _with_whole_links("[a](commands.md#b), [e](#f)", "")) == ("", "a, [e](#f)")


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
    """PyYAML is optional, only a search needs the stemmer of Whoosh, and what is not loaded takes no time."""
    paste = "ModuleNotFoundError: No module named 'torch._six'"
    program = f"import sys, tracefix; print(tracefix.match({paste!r})['verdict'], sorted(sys.modules))"
    loaded = python("-c", program).stdout

    assert loaded.startswith("exact ")
    assert "'tracefix.matching.diagnosis'" in loaded
    assert not [
        name
        for name in (*OPTIONAL, *UNWANTED, "kb", "rapidfuzz", "whoosh", "tracefix.cli.relay")
        if f"'{name}'" in loaded
    ]


def test_a_match_of_an_error_that_lacks_no_name_reads_no_history(python):
    paste = "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"
    program = f"import sys, io; sys.stdin = io.TextIOWrapper(io.BytesIO({paste.encode()!r}))\n"
    program += "from tracefix.cli.main import main; main(['match']); print(sorted(sys.modules))"
    loaded = python("-c", program).stdout

    assert "tracefix explain cuda-oom" in loaded
    assert not [
        name
        for name in ("tracefix.versions.answers", "packaging.requirements", "gzip", "html")
        if f"'{name}'" in loaded
    ]


def test_a_search_reads_the_index_of_the_wheel_and_writes_nothing(python, unpacked, tmp_path):
    """Nothing is indexed anew, and no folder need be writable."""
    program = (
        "import sys; from tracefix.bundle import bundled_index; bundled_index.make_files = None\n"
        "from tracefix.cli.main import main; sys.exit(main(['search', 'gpu out of memory']))"
    )
    before = {path: path.stat().st_mtime_ns for path in unpacked.rglob("*")}
    done = python("-c", program, PYTHONDONTWRITEBYTECODE="1", HOME=str(tmp_path), TMPDIR=str(tmp_path))

    assert "tracefix explain cuda-oom" in done.stdout
    assert done.stderr == ""
    assert {path: path.stat().st_mtime_ns for path in unpacked.rglob("*")} == before
    assert not list(tmp_path.iterdir())


def test_it_says_its_version(tracefix):
    assert tracefix("--version").stdout == "tracefix 0.1.0\n"
