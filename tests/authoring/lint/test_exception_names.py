"""Lint names an exception in symptoms that no program prints."""

import re

import pytest

from authoring.lint.exception_names import find_unshown
from tests.authoring.lint.tools import MESSAGE, complaints, edit


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


@pytest.mark.parametrize(
    ("name", "meant"),
    [("ValueErorr", "ValueError"), ("AttributeEror", "AttributeError"), ("FuseOptinError", "FuseOptionError")],
)
def test_a_misspelt_class_in_the_body_is_told(folder, name, meant):
    (folder / "not" / "fuse.txt").write_text("FuseOptionError: no boom here\n", encoding="utf-8")
    edit(folder / "article.md", "Fuses burn.", f"Fuses burn with `{name}`.")

    (told,) = [line for line in complaints(folder) if "no report has" in line]
    assert told.endswith(f"no report has the exception {name!r}: did you mean {meant!r}?")


@pytest.mark.parametrize(
    "text", ["`ValueError`", "`StopFuseError`", "ValueErorr", "`FuseOptionError: no`", "`OSError`"]
)
def test_classes_of_python_of_others_and_words_are_not(folder, text):
    (folder / "not" / "fuse.txt").write_text("FuseOptionError: no boom here\n", encoding="utf-8")
    edit(folder / "article.md", "Fuses burn.", f"Fuses burn with {text}.")

    assert complaints(folder) == []


@pytest.mark.parametrize("name", ["ShardDirft", "KeyError", "SecretError"])
def test_a_class_that_no_report_shows_is_told_in_head_and_signature(folder, name):
    path = folder / "article.md"
    edit(path, "exception: [RuntimeError]", f"exception: [{name}]")
    edit(path, f'message: "{MESSAGE}"', f'message: "{MESSAGE}"\n    exception: {name}')

    told = [line for line in complaints(folder) if f"no report of the article has {name!r}, but RuntimeError" in line]
    assert len(told) == 2


def test_a_class_of_a_wording_that_was_seen_elsewhere_needs_no_report(folder):
    path = folder / "article.md"
    edit(path, "exception: [RuntimeError]", "exception: [SecretError]")
    edit(
        path,
        "signatures:",
        'signatures:\n  - {message: "SecretError: a fuse of another house", seen: "https://a.example/1"}',
    )

    assert not any("no report of the article" in line for line in complaints(folder))


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["ValueError"], "TypeError: a list"),
        (["RuntimeErorr", "*RuntimeError"], "Traceback (most recent call last):\nRuntimeError: boom"),
        (["Boom"], "house.BigBoom: it burns\nTypeError: a list"),
    ],
)
def test_other_classes_than_those_shown_are_named(names, text):
    assert find_unshown(names, [text]).endswith(text.rpartition("\n")[2].partition(":")[0])


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["TypeError"], "TypeError: a list"),
        (["house.Boom"], "my.own.Boom: it burns"),
        (["ValueError", "TypeError"], "TypeError: a list"),
        (["IOError"], "FileNotFoundError: a.txt"),  # OSError under an earlier name, and its base
        (["Exception"], "RuntimeError: boom"),
        (["ValueError"], "the fuse burns"),
        ([], "TypeError: a list"),
    ],
)
def test_a_class_that_is_shown_its_base_and_one_beside_no_other_are_right(names, text):
    assert find_unshown(names, [text]) == ""


@pytest.mark.parametrize(
    ("title", "told"),
    [
        (
            "RuntimeErorr: boom",
            ["boom/article.md:3: title has 'RuntimeErorr', the reports 'RuntimeError': write it as it is printed"],
        ),
        ("SomeOtherThing: boom", []),
        ("RuntimeError: boom", []),
    ],
)
def test_a_class_of_the_title_is_that_of_the_reports(folder, title, told):
    path = folder / "article.md"
    path.write_text(re.sub("(?m)^title: .*$", f'title: "{title}"', path.read_text(encoding="utf-8"), count=1))

    assert [line for line in complaints(folder) if ": title " in line] == told
