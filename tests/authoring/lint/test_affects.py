"""Lint: `affects` names packages that exist, and agrees with what the runs show of their versions."""

import pytest

from tests.authoring.lint.tools import REPORT, complaints, edit, write_run


def affect(folder, *items):
    edit(folder / "article.md", "created:", "affects:\n" + "".join(f"  - {item}\n" for item in items) + "created:")


def record(folder, packages, **fields):
    write_run(folder, name="py3.11.7-other", **({"output": REPORT} | fields))
    edit(folder / "runs" / "py3.11.7-other.txt", "packages: ", f"packages: {packages}")


def test_a_run_with_a_version_that_is_not_affected_is_told(folder):
    affect(folder, '{package: Torch, versions: ">=2.0"}')
    record(folder, "torch==1.13.1+cpu")

    assert complaints(folder) == [
        "boom/article.md:13: affects says torch “>=2.0”, and py3.11.7-other.txt shows the error with 1.13.1+cpu: "
        "add that version"
    ]


def test_a_run_under_a_python_that_is_not_affected_is_told(folder):
    affect(folder, '{package: python, versions: ">=3.12"}')

    assert [line.partition(": add")[0].split(": ", 1)[1] for line in complaints(folder)] == [
        "affects says python “>=3.12”, and py3.11.7.txt shows the error with 3.11.7"
    ]


@pytest.mark.parametrize("version", ["2.13.0", "2.0.0+cpu", "2.1.0.dev20260101", "1.13.1"])
def test_several_items_of_a_package_add_up(folder, version):
    affect(folder, '{package: torch, versions: ">=2.0"}', '{package: torch, versions: "<1.14"}')
    record(folder, f"torch=={version}")

    assert complaints(folder) == []


def test_a_run_of_the_error_does_not_speak_of_other_packages(folder):
    affect(folder, '{package: torch, versions: ">=2.0"}')
    record(folder, "numpy==1.26.4")

    assert complaints(folder) == []


def test_a_run_without_the_error_may_have_any_version(folder):
    affect(folder, '{package: torch, versions: ">=2.0"}')
    record(folder, "torch==1.13.1", output="all is well\n", reproduced="no", exit=0)

    assert complaints(folder) == []


FREE = {"output": "all is well\n", "reproduced": "no", "exit": 0}


def test_a_version_that_is_affected_and_ran_without_the_error_is_told(folder):
    affect(folder, '{package: Torch, versions: ">=1.13"}')
    record(folder, "torch==1.13.1+cpu", **FREE)
    again = (folder / "runs" / "py3.11.7-other.txt").read_text()
    (folder / "runs" / "py3.11.7-third.txt").write_text(again)

    assert complaints(folder) == [
        "boom/article.md:13: affects says torch “>=1.13”, and py3.11.7-other.txt ran without the error with 1.13.1+cpu: "
        "leave it out, or say why in the `note`"
    ]


def test_a_note_that_names_it_as_run_does_not_say_why(folder):
    affect(folder, '{package: torch, versions: ">=1.13", note: "run with 1.13.1, which only warns"}')
    edit(folder / "runs" / "py3.11.7.txt", "packages: ", "packages: torch==2.0.0")
    record(folder, "torch==1.13.1+cpu", **FREE)

    assert [line.partition("ran without")[1] for line in complaints(folder)] == ["ran without"]


def test_it_does_of_one_between_others_that_fail(folder):
    affect(folder, '{package: torch, versions: ">=1.13", note: "not 2.0.0, which only warns"}')
    edit(folder / "runs" / "py3.11.7.txt", "packages: ", "packages: torch==2.1.0")
    record(folder, "torch==1.13.1")
    write_run(folder, "all is well\n", name="py3.11.7-free", reproduced="no", exit=0)
    edit(folder / "runs" / "py3.11.7-free.txt", "packages: ", "packages: torch==2.0.0")

    assert complaints(folder) == []


@pytest.mark.parametrize(
    ("items", "packages"),
    [
        (['{package: torch, versions: ">=1.13", note: "1.13 only on Windows"}'], "torch==1.13.1"),
        (['{package: torch, versions: ">=1.13"}', '{package: numpy, versions: ">=2"}'], "torch==1.13.1 numpy==1.26.4"),
        (['{package: torch, versions: ">=1.13"}'], "numpy==1.26.4"),
    ],
    ids=["a note says where", "the other package is not affected", "another package"],
)
def test_one_of_which_a_note_or_another_package_tells_why_is_not(folder, items, packages):
    affect(folder, *items)
    record(folder, packages, **FREE)

    assert complaints(folder) == []


def test_one_with_which_another_run_shows_the_error_is_not(folder):
    affect(folder, '{package: torch, versions: ">=1.13"}')
    edit(folder / "runs" / "py3.11.7.txt", "packages: ", "packages: torch==1.13.1")
    record(folder, "torch==1.13.1", **FREE)

    assert complaints(folder) == []


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("trnasformers", "did you mean 'transformers'?"),
        ("pytroch-lightning", "did you mean 'pytorch-lightning'?"),
        ("pyhton", "did you mean 'python'?"),
        ("qqq-fuse", "correct it"),
    ],
)
def test_a_package_that_nobody_knows_is_told(folder, name, remedy):
    affect(folder, f'{{package: {name}, versions: ">=1.0"}}')

    assert complaints(folder) == [
        f"boom/article.md:13: affects names the package {name!r}, which no run has and nothing else names: {remedy}"
    ]


@pytest.mark.parametrize("name", ["torch", "Flash_Attn", "scikit-learn"])
def test_a_known_package_may_be_written_in_any_way(folder, name):
    affect(folder, f'{{package: {name}, versions: ">=1.0"}}')

    assert complaints(folder) == []


def test_a_release_that_never_was_is_told(folder):
    affect(folder, '{package: torch, versions: ">=2.99,<2.5.7"}')

    (complaint,) = complaints(folder)
    assert "torch has no release 2.99: correct it" in complaint


def test_a_package_of_ones_own_is_known_by_a_run(folder):
    affect(folder, '{package: acme_fuse, versions: ">=1.0"}')
    record(folder, "acme-fuse==1.2")

    assert complaints(folder) == []


def test_a_package_that_the_article_speaks_of_is_known(folder):
    affect(folder, '{package: libacme, versions: ">=1.0"}')
    edit(folder / "article.md", "The fuse burnt.", "The fuse of libacme burnt.")

    assert complaints(folder) == []


def test_a_module_of_python_itself_is_no_package(folder):
    affect(folder, '{package: struct, versions: ">=3.0", note: "run with 3.11"}')

    assert complaints(folder) == [
        "boom/article.md:13: affects names 'struct', which is a module of Python itself: write `package: python`"
    ]


@pytest.mark.parametrize(("free", "is_told"), [(True, False), (False, True)])
def test_a_script_that_fails_whatever_the_release_does_not_speak_of_it(folder, free, is_told):
    affect(folder, '{package: torch, versions: ">=2.0"}')
    edit(folder / "runs" / "py3.11.7.txt", "packages: ", "packages: torch==2.0.0")
    record(folder, "torch==1.13.1", **FREE) if free else None
    for name in ("repro", "fixed"):
        (folder / f"{name}_numpy.py").write_text((folder / f"{name}.py").read_text("utf-8"), "utf-8")
    write_run(folder, REPORT, script="repro_numpy.py", name="numpy-py3.11.7")
    edit(folder / "runs" / "numpy-py3.11.7.txt", "packages: ", "packages: torch==1.13.1")

    found = [line for line in complaints(folder) if "affects says" in line]

    assert ["numpy-py3.11.7.txt shows the error with 1.13.1: add that version" in line for line in found] == (
        [True] if is_told else []
    )
