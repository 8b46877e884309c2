"""Lint names an exception in symptoms that no program prints."""

import pytest

from tests.authoring.lint.tools import complaints, edit


def with_symptom(folder, text):
    edit(folder / "article.md", "created:", f"symptoms: [{text}]\ncreated:")
    return complaints(folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["RuntimeErorr", "RuntimeErrror", "AtributeError", "FuseFlowException"])
def test_a_class_that_nothing_prints_is_told(folder, name):
    (found,) = with_symptom(folder, f"training ends with {name} at night")

    assert found.startswith(
        f"boom/article.md:13: symptoms: no report and no history of ours has the exception {name!r}"
    )


def test_the_class_that_was_meant_is_said(folder):
    (found,) = with_symptom(folder, "an AtributeError at night")

    assert found.endswith("did you mean 'AttributeError'?")


@pytest.mark.parametrize(
    "text",
    ["KeyboardInterrupt", "ValueError and RuntimeError", "an HfHubHTTPError", "an error of the fuse", "FuseError"],
)
def test_classes_of_python_of_a_history_and_of_our_reports_pass(folder, text):
    (folder / "not" / "fuse.txt").write_text("FuseError: no boom here\n", encoding="utf-8")

    assert with_symptom(folder, f"it ends with {text} at night") == []


@pytest.mark.parametrize("name", ["RuntimeErorr", "fuse.blwon"])
def test_a_misspelt_class_of_the_front_matter_is_told(folder, name):
    (folder / "pastes").mkdir(exist_ok=True)
    (folder / "pastes" / "fuse.txt").write_text("fuse.blown: boom happened\n", encoding="utf-8")
    edit(folder / "article.md", "exception: [RuntimeError]", f"exception: [{name}, RuntimeError, FuseBoxError]")

    assert any(f"exception: no report of the article has {name!r}: did you mean" in told for told in complaints(folder))
    assert not any("FuseBoxError" in told for told in complaints(folder))
