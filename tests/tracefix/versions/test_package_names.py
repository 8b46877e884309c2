"""Whether a package has a class or a function of a name: asked once, and again, of a file and of a packed one."""

import gzip

import pytest

from tests.tracefix.versions.histories import TINY
from tracefix.versions.history_files import packed, packed_name
from tracefix.versions.package_names import PackageNames


@pytest.fixture(params=["file", "packed"])
def folder(request, tmp_path):
    if request.param == "file":
        (tmp_path / "tiny-lib.tsv").write_text(TINY, encoding="utf-8")
    else:
        (tmp_path / packed_name("tiny-lib")).write_bytes(gzip.compress(packed(TINY).encode()))
    return tmp_path


@pytest.mark.parametrize(
    ("name", "is_function", "has"),
    [
        ("Trainer", False, True),
        ("Trainer", True, False),
        ("rainer", False, False),
        ("Absent", False, False),
        ("play", True, True),
        ("play", False, False),
        ("pla", True, False),
        ("circle", True, True),  # in a module within the package
        ("halt", True, False),  # a method of Trainer
        ("\ud800", False, False),
    ],
)
def test_a_package_says_the_same_however_often_it_is_asked(folder, name, is_function, has):
    names = PackageNames("tiny-lib", folder)

    assert [names.has(name, is_function=is_function) for _ in range(3)] == [has] * 3


def test_a_package_that_has_the_name_nowhere_is_not_taken_apart(folder, monkeypatch):
    monkeypatch.setattr(
        "tracefix.versions.package_names.text_of", lambda *asked: pytest.fail("the file was taken apart")
    )

    assert not PackageNames("tiny-lib", folder).has("Absent", is_function=False)


def test_a_package_without_a_history_raises(tmp_path):
    with pytest.raises(OSError, match="none"):
        PackageNames("none", tmp_path).has("Trainer", is_function=False)
