"""The library knows no framework and nothing of ours, the site knows the library, and nobody knows the workshop."""

import ast
import subprocess
import sys
from functools import cache

import pytest

from tests.settings import BASE_DIR

PACKAGES = ("tracefix", "kb", "authoring")
OUTSIDE = {"tools", "benchmarks", "tests", "fuzz"}  # what helps to develop the three
MAY_IMPORT = {"tracefix": set(), "kb": {"tracefix"}, "authoring": {"tracefix", "kb"}}  # of what is ours, beside itself
FRAMEWORKS = {"django", "ninja", "mcp"}  # which the library must not know
ONE_HOME = {  # third-party library: the modules that may import it
    "yaml": {"tracefix/articles/front_matter", "authoring/translation_draft"},  # reads; writes
    "markdown": {"tracefix/articles/rendering"},
    "pygments": {"tracefix/articles/rendering"},
    "nh3": {"tracefix/articles/rendering"},
    "PIL": {"kb/cards/card", "kb/cards/font_pairs"},
    "whoosh": {"tracefix/search/whoosh_index", "tracefix/search/words"},  # the store; the stemmer
    "rapidfuzz": {"tracefix/search/spelling", "tracefix/articles/distributions"},
    "granian": set(),
}
BACKTRACKING_IS_SAFE = (  # modules of the library that read articles, queries or scripts of our own, never a paste
    "tracefix/articles/", "tracefix/search/", "tracefix/answers/", "tracefix/repros/",
    "tracefix/projects/loading", "tracefix/projects/model",  # cards
    "tracefix/versions/history_reader",  # our own histories
    "tracefix/versions/everywhere",  # a name as it is typed: word characters alone
    "tracefix/lazy_pattern",  # compiles those of the others
    "tracefix/cli/installed_versions",  # names of folders
    "tracefix/cli/failures",  # one pattern without choices, in a program that may lack google-re2
)  # fmt: skip
NO_PASTE_TOUCHES = {"subprocess", "os", "socket", "tempfile", "shutil"}  # in what reads, matches or redacts a paste
READERS = (
    "tracefix/reading/", "tracefix/matching/", "tracefix/redaction/", "tracefix/explaining/", "tracefix/projects/shown",
)  # fmt: skip


@cache
def modules():
    """Every module of the three packages by its path, without the ending."""
    return {
        path.relative_to(BASE_DIR).with_suffix("").as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for package in PACKAGES
        for path in sorted((BASE_DIR / package).rglob("*.py"))
    }


@cache
def imports(name):
    """The full names of the modules that a module imports: `from tracefix import phrases` is tracefix.phrases."""
    return frozenset(read_imports(name))


def read_imports(name):
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole.replace(".", "/") in modules() else node.module or ""


def top(name):
    """The package at the top of a module's path or full name."""
    return name.partition("/")[0].partition(".")[0]


def modules_of(package):
    return [name for name in modules() if top(name) == package]


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_between_packages_go_one_way(package):
    """Three rules: the library imports nothing of ours, the site imports the library, nobody imports the workshop."""
    forbidden = {*PACKAGES, *OUTSIDE} - {package} - MAY_IMPORT[package]

    assert modules_of(package)
    assert not [(name, other) for name in modules_of(package) for other in imports(name) if top(other) in forbidden]


def test_the_library_knows_no_framework():
    library = modules_of("tracefix")

    assert not [(name, other) for name in library for other in imports(name) if top(other) in FRAMEWORKS]


def test_no_two_modules_import_each_other():
    assert not in_circles({name: {each.replace(".", "/") for each in imports(name)} for name in modules()})


def test_no_two_packages_of_the_site_import_each_other():
    """Modules beside the packages, such as kb/library.py, count as packages of their own."""
    rooms = {}
    for name in modules_of("kb"):
        others = {room_of(each.replace(".", "/")) for each in imports(name) if each.replace(".", "/") in modules()}
        rooms.setdefault(room_of(name), set()).update(others - {room_of(name)})

    assert len(rooms) > 10
    assert not in_circles(rooms)


def room_of(name):
    """The package of the site that holds a module, or the module itself."""
    return "/".join(name.split("/")[:2])


def in_circles(imported):
    """What is left after taking away, again and again, all that imports nothing that is left."""
    left = dict(imported)
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    return left


@pytest.mark.parametrize("library", ONE_HOME)
def test_a_library_has_one_home(library):
    users = {name for name in modules() for other in imports(name) if top(other) == library}

    assert users <= ONE_HOME[library]


def test_what_reads_a_paste_never_uses_the_backtracking_engine():
    users = [name for name in modules_of("tracefix") if imports(name) & {"re", "tracefix.lazy_pattern"}]

    assert not [name for name in users if not name.startswith(BACKTRACKING_IS_SAFE)]


def test_what_reads_a_paste_touches_neither_files_nor_the_network():
    readers = [name for name in modules() if name.startswith(READERS)]

    assert len(readers) > 40
    assert not [(name, other) for name in readers for other in imports(name) if other in NO_PASTE_TOUCHES]


def test_the_linter_reads_every_module_and_no_script_of_an_article():
    listed = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--show-files", "--no-cache"],
        cwd=BASE_DIR, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip

    assert {str(path) for package in PACKAGES for path in (BASE_DIR / package).rglob("*.py")} <= set(listed)
    assert not [path for path in listed if path.startswith(f"{BASE_DIR}/articles/")]
