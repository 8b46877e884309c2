"""Lint: one spelling a project."""

from tests.authoring.lint.tools import REPORT, complaints, edit, write_article


def write_other(root, slug):
    return write_article(
        root, slug, f"{slug} is on fire in '{{place}}'", report=REPORT.replace("boom happened", f"{slug} is on fire")
    )


def spell(folder, name):
    edit(folder / "article.md", "projects: [PyTorch]", f"projects: [{name}]")


def test_a_project_that_differs_only_in_case_is_named(root, folder):
    others = [write_other(root, slug) for slug in ("bang", "fizz")]
    spell(folder, "pytorch")

    assert complaints(folder, *others) == [
        "boom/article.md:6: projects has 'pytorch', other articles 'PyTorch': write 'PyTorch', or correct them all"
    ]


def test_of_two_that_are_as_common_the_one_with_capitals_is_right(root, folder):
    other = write_other(root, "bang")
    spell(other, "pytorch")

    assert [line.partition(":")[0] for line in complaints(folder, other)] == ["bang/article.md"]


def test_other_names_are_other_projects(root, folder):
    other = write_other(root, "bang")
    spell(other, "PyTorch3D")

    assert complaints(folder, other) == []


def test_a_project_that_is_misspelt_is_named(root, folder):
    others = [write_other(root, slug) for slug in ("bang", "fizz")]
    spell(folder, "PyTroch")

    assert complaints(folder, *others) == [
        "boom/article.md:6: projects has 'PyTroch', which no other article has: did you mean 'PyTorch'?"
    ]


def test_a_package_that_only_looks_like_a_common_project_is_one_of_its_own(root, folder):
    others = [write_other(root, slug) for slug in ("bang", "fizz")]
    for other in others:
        spell(other, "FastAPI")
    spell(folder, "fastai")

    assert complaints(folder, *others) == []
