"""Lint tells a part of a path in `frames` that is nearly one that is known, and no other."""

import pytest

from authoring.lint.frame_globs import find_misspelt_frames
from tests.authoring.lint.tools import complaints, edit
from tracefix.articles.signatures import Signature

TEXT = "The soup of Stove: stove/burner/flame.py, set_fire.py, torch"


def told(*globs):
    return list(find_misspelt_frames([Signature("plop", frames=globs)], TEXT))


@pytest.mark.parametrize(
    ("glob", "part", "meant"),
    [
        ("*/stove/burner/falme.py", "falme", "flame"),
        ("*/stvoe/*", "stvoe", "stove"),
        ("*/troch/fx/graph.py", "troch", "torch"),  # below it, torch is asked
        ("*\\\\stove\\\\bruner\\\\*", "bruner", "burner"),
        ("*set_fier.py", "set_fier", "set_fire"),
        ("*burnre*", "burnre", "burner"),
        ("*/torch/utils/data/dataloder.py", "dataloder", "dataloader"),
        ("*/einops/enops.py", "enops", "einops"),
    ],
)
def test_a_part_that_is_nearly_known_is_told(glob, part, meant):
    assert told(glob) == [f"frames: {glob!r} has {part!r}: did you mean {meant!r}?"]


@pytest.mark.parametrize("glob", ["stove/burner/flame.py", "flame.py", "stove\\\\*", "torch/nn/*"])
def test_a_file_without_what_stands_before_it_fits_no_path(glob):
    assert told(glob) == [f"frames: {glob!r} fits a whole path alone: begin it with `*`"]


@pytest.mark.parametrize(
    "glob",
    [
        "/content/*",
        "C:\\*\\flame.py",
        "*/stove/burner/flame.py",
        "*/kettle/lid.py",  # nothing is near
        "*/stove/burners/_flame.py",  # a plural and an underscore are other names
        "*/torch/utils/data/dataloader.py",
        "*/multiprocessing/context.py",
        "<string>",
        "*/einops/*",
        "*flam*",
    ],
)
def test_what_is_known_and_what_is_like_nothing_known_is_not(glob):
    assert told(glob) == []


def test_the_frames_of_an_article_are_compared_with_its_reports(folder):
    edit(folder / "article.md", "sources:", '    frames: ["*/launhcer.py"]\nsources:')
    edit(folder / "not" / "whimper.txt", "RuntimeError", '  File "/home/user/launcher.py", line 1\nRuntimeError')

    assert complaints(folder) == [
        "boom/article.md:10: frames: '*/launhcer.py' has 'launhcer': did you mean 'launcher'?",
        "boom/article.md:10: frames: no run and no paste passes through */launhcer.py: correct it, or add a paste that does",
    ]


def test_frames_of_which_a_report_has_one_pass(folder):
    edit(folder / "article.md", "sources:", '    frames: ["*/launcher.py", "*a.py"]\nsources:')

    assert not [line for line in complaints(folder) if "frames" in line]
