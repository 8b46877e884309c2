"""Imports go down only: the core knows nothing of Django, the store nothing of pages, and nobody imports a page."""

import ast
import subprocess
import sys
from functools import cache

import pytest

from tests.settings import BASE_DIR

KB = BASE_DIR / "kb"
# Layer by layer, the lowest first: a module may import what lies below it, and its own package.
CORE_LAYERS = (
    {"phrases", "linear_re", "languages", "chinese", "compat"},
    {"reading", "articles", "versions"},  # a paste becomes a report; folders become articles; history becomes lives
    {"matching", "repros"},
    {"lint", "search", "unknown", "triage"},
    {"explaining", "answering"},
    {"output"},
)
SITE_LAYERS = (
    {"core", "__init__"},
    {"models", "migrations", "store", "server", "settings", "library"},
    {"apps", "admin", "pages", "templatetags"},
    {"api", "urls", "wsgi"},
    {"management"},
)
ONE_HOME = {  # third-party library: the modules that may import it, by path below kb/
    "yaml": {"core/articles/front_matter"},
    "markdown": {"core/articles/rendering"},
    "pygments": {"core/articles/rendering"},
    "nh3": {"core/articles/rendering"},
    "PIL": {"core/output/card", "core/output/faces"},
    "whoosh": {"core/search/whoosh_index"},
    "rapidfuzz": {"core/search/spelling", "core/articles/distributions"},
    "granian": set(),
}
BACKTRACKING_IS_SAFE = {  # modules of the core that read articles or queries of bounded length, never a paste
    "core/articles/*", "core/lint/*", "core/search/*", "core/output/*", "core/repros/*", "core/unknown/draft",
}  # fmt: skip
NO_PASTE_TOUCHES = ("subprocess", "os", "socket", "tempfile", "shutil")  # in what reads, matches or redacts a paste


@cache
def modules():
    """Every module of kb by its path below kb/, without the ending."""
    return {
        path.relative_to(KB).with_suffix("").as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(KB.rglob("*.py"))
    }


@cache
def imports(name):
    """The full names of the modules that a module imports: `from kb.core import phrases` is kb.core.phrases."""
    return frozenset(read_imports(name))


def read_imports(name):
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole.replace(".", "/").removeprefix("kb/") in modules() else node.module or ""


def own(name, below="kb"):
    """What a module imports from the project, by path below kb/."""
    return {each.replace(".", "/").removeprefix("kb/") for each in imports(name) if each.startswith(f"{below}.")}


def climbs(importer, imported, layers):
    """Whether an import goes up."""
    level = {package: number for number, layer in enumerate(layers) for package in layer}
    return importer != imported and level[imported] > level[importer]


def core_modules():
    return [name for name in modules() if name.startswith("core/") and name.count("/") > 0 and name != "core/__init__"]


def package(path, place):
    return path.split("/")[place]


def test_every_package_has_a_layer():
    assert {package(name, 0) for name in modules()} == set().union(*SITE_LAYERS)
    assert {package(name, 1) for name in core_modules()} == set().union(*CORE_LAYERS)


def test_imports_of_the_site_go_down():
    assert not [
        (name, other)
        for name in modules()
        for other in own(name)
        if climbs(package(name, 0), package(other, 0), SITE_LAYERS)
    ]


def test_imports_of_the_core_go_down_and_stay_in_it():
    assert not [(name, other) for name in core_modules() for other in own(name) if not other.startswith("core/")]
    assert not [
        (name, other)
        for name in core_modules()
        for other in own(name, "kb.core")
        if climbs(package(name, 1), package(other, 1), CORE_LAYERS)
    ]


def test_the_site_never_imports_the_client():
    assert not [name for name in modules() for other in imports(name) if other.split(".")[0] in ("tracefix", "tools")]


def test_no_two_modules_import_each_other():
    """Circles are found by taking away, again and again, what imports nothing that is left."""
    left = {name: own(name) & modules().keys() for name in modules()}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]

    assert not left


@pytest.mark.parametrize("library", ["django", "ninja", "mcp"])
def test_the_core_knows_no_framework(library):
    assert not [name for name in core_modules() for other in imports(name) if other.split(".")[0] == library]


@pytest.mark.parametrize("library", ONE_HOME)
def test_a_library_has_one_home(library):
    users = {name for name in modules() for other in imports(name) if other.split(".")[0] == library}

    assert users <= ONE_HOME[library]


def test_what_reads_a_paste_never_uses_the_backtracking_engine():
    safe = tuple(each.removesuffix("*") for each in BACKTRACKING_IS_SAFE)

    assert not [name for name in core_modules() if "re" in imports(name) and not name.startswith(safe)]


def test_what_reads_a_paste_touches_neither_files_nor_the_network():
    readers = [name for name in core_modules() if package(name, 1) in ("reading", "matching", "unknown", "explaining")]

    assert not [(name, other) for name in readers for other in imports(name) if other in NO_PASTE_TOUCHES]


def test_the_linter_reads_every_module_and_no_script_of_an_article():
    listed = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--show-files", "--no-cache"],
        cwd=BASE_DIR, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip

    assert {str(path) for path in KB.rglob("*.py")} <= set(listed)
    assert not [path for path in listed if path.startswith(f"{BASE_DIR}/articles/")]
