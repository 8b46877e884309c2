"""Imports go one way: the core knows nothing of Django or of the pages, and of the rest each package only some others."""

import ast
from pathlib import Path

import pytest

KB = Path(__file__).resolve().parents[2] / "kb"
CORE = KB / "core"
PACKAGES = {  # package: which others it may import from, beside the core
    "store": set(),
    "server": {"store"},
    "pages": {"server", "store"},
    "api": {"server", "pages"},
}
LAYERS = {  # module: what it may import from the core
    "expressions": set(),
    "paste": {"expressions"},
    "environment": {"expressions"},
    "signatures": {"expressions"},
    "tracebacks": {"expressions", "paste"},
    "advice": {"signatures"},
    "files": set(),
    "nesting": set(),
    "articles": {"files", "nesting", "phrases", "signatures"},
    "matching": {"advice", "articles", "environment", "expressions", "paste", "phrases", "signatures", "tracebacks"},
    "rendering": {"articles"},
    "sealed": set(),
    "phrases": set(),
    "words": set(),
    "lexicon": set(),
    "weights": {"articles", "lexicon", "signatures", "words"},
    "ranking": {"articles", "lexicon", "weights", "words"},
    "index": {"articles", "lexicon", "ranking", "sealed", "weights"},
    "postgres": set(),
    "postgres_build": {"articles", "lexicon", "postgres", "ranking", "weights"},
    "postgres_index": {"articles", "lexicon", "postgres", "postgres_build", "ranking", "weights"},
    "search": {"matching", "paste", "phrases", "ranking", "words"},
    "cards": {"articles", "rendering"},
    "cures": {"phrases", "rendering"},
    "permanence": {"articles"},
    "repros": {"articles"},
    "honesty": {"articles", "matching", "signatures"},
    "translations": {"articles", "rendering"},
    "lint": {"articles", "honesty", "matching", "rendering", "repros", "signatures", "translations"},
    "payloads": {"articles", "matching", "rendering", "search", "signatures", "tracebacks"},
    "answers": set(),
    "redaction": set(),
    "generalising": {"redaction"},
    "drafts": {"signatures", "wanted"},
    "wanted": {"generalising", "matching", "redaction", "signatures", "tracebacks"},
}
ONE_HOME = {  # third-party library: the modules that may import it
    "yaml": {"articles"},
    "markdown": {"rendering"},
    "pygments": {"rendering"},
    "nh3": {"rendering"},
    "PIL": {"cards"},
    "whoosh": {"index", "words"},
    "rapidfuzz": {"lexicon"},
    "psycopg": {"postgres", "postgres_build", "postgres_index"},
    "subprocess": {"repros"},
    "re2": {"expressions", "generalising", "matching", "paste", "redaction", "signatures", "wanted"},
    "django": set(),
    "ninja": set(),
}


def imported_names(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            yield from ([f"kb.core.{alias.name}" for alias in node.names] if module == "kb.core" else [module])


def modules():
    return sorted(path for path in CORE.glob("*.py") if path.stem != "__init__")


def test_every_module_of_the_core_has_a_layer():
    assert {path.stem for path in modules()} <= set(LAYERS)


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.stem)
def test_a_module_imports_only_what_lies_below_it(path):
    own = {name.split(".")[2] for name in imported_names(path) if name.startswith("kb.core.")}

    assert own <= LAYERS[path.stem]


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.stem)
def test_the_core_imports_nothing_else_of_the_project(path):
    assert not [
        name for name in imported_names(path) if name == "kb" or (name.startswith("kb.") and "core" not in name)
    ]


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.stem)
def test_a_library_is_imported_in_its_home_only(path):
    strangers = {
        library
        for library in ONE_HOME
        for name in imported_names(path)
        if name.split(".")[0] == library and path.stem not in ONE_HOME[library]
    }

    assert not strangers


@pytest.mark.parametrize("stem", ["paste", "tracebacks", "environment", "redaction", "generalising", "wanted"])
def test_what_reads_a_paste_never_uses_the_backtracking_engine(stem):
    assert "re" not in set(imported_names(CORE / f"{stem}.py"))


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_from_those_below_it(package):
    paths = list((KB / package).glob("*.py"))
    names = {name for path in paths for name in imported_names(path) if name.startswith("kb.")}

    assert len(paths) > 3
    assert {name.split(".")[1] for name in names} & set(PACKAGES) <= PACKAGES[package] | {package}
