"""Lint names an argument that is nearly one of the function's, and no other."""

import pytest

from authoring.lint.argument_names import find_misspelt
from tests.authoring.lint.tools import complaints, edit


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("torch.load(path, weights_onyl=False)", ("torch.load", "weights_onyl", "weights_only")),
        (
            "from torch.utils.data import DataLoader\nDataLoader(data, num_workes=2)",
            ("DataLoader", "num_workes", "num_workers"),
        ),
        ("import numpy as n\nn.load(path, alow_pickle=True)", ("n.load", "alow_pickle", "allow_pickle")),
        ("def light(length):\n    pass\n\nlight(lenght=9)", ("light", "lenght", "length")),
    ],
)
def test_a_misspelt_argument_is_told_with_the_one_that_was_meant(code, told):
    assert list(find_misspelt(code)) == [told]


@pytest.mark.parametrize(
    "code",
    [
        "torch.load(path, weights_only=False, anything=1)",
        "light(lenght=9)",
        "model.fit(weights_onyl=False)",
        "pip install torch",
        "import plop\nplop.load(weights_onyl=False)",
        "from .torch import load\nload(weights_onyl=False)",
    ],
)
def test_what_is_right_and_what_nobody_knows_is_not(code):
    assert list(find_misspelt(code)) == []


def test_lint_reads_the_body_the_fix_and_the_functions_of_the_scripts(folder):
    for name in ("repro.py", "fixed.py"):
        edit(folder / name, "fuse.open()", "def light(length):\n    fuse.light(length)\n\n\nfuse.open()")
    edit(folder / "article.md", "Fuses burn.", "This one burns:\n\n```python\nlight(lenght=9)\n```")
    edit(folder / "article.md", "fix: The fix of boom.", "fix: Write `torch.load(path, weights_onyl=False)`.")

    assert complaints(folder) == [
        "boom/article.md:5: torch.load() has no argument 'weights_onyl': did you mean 'weights_only'?",
        "boom/article.md:41: light() has no argument 'lenght': did you mean 'length'?",
    ]
