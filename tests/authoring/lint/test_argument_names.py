"""Lint names an argument that is nearly one of the function's, and no other."""

import pytest

from authoring.lint.argument_names import find_misspelt, find_misspelt_modules
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
        (
            "import configparser\nconfigparser.ConfigParser(interpolaton=None)",
            ("configparser.ConfigParser", "interpolaton", "interpolation"),
        ),
        ("from json import dumps\ndumps(x, ensure_asci=False)", ("dumps", "ensure_asci", "ensure_ascii")),
        ("keras.layers.LSTM(3, return_sequence=True)", ("keras.layers.LSTM", "return_sequence", "return_sequences")),
        ("open(path, encodng='utf-8')", ("open", "encodng", "encoding")),
        ("def light(length):\n    pass\n\nlight(lenght=9)", ("light", "lenght", "length")),
    ],
)
def test_a_misspelt_argument_is_told_with_the_one_that_was_meant(code, told):
    function, argument, meant = told

    assert list(find_misspelt(code)) == [f"{function}() has no argument {argument!r}: did you mean {meant!r}?"]


@pytest.mark.parametrize(
    "code",
    [
        "torch.load(path, weights_only=False, anything=1)",
        "light(lenght=9)",
        "import json\njson.dumps(x, ensure_ascii=False, default=str)",
        "json.dumps(x, ensure_asci=False)",  # may be another json
        "import json\njson.plop(x, ensure_asci=False)",
        "import builtins\nbuiltins.iter(encodng=1)",
        "self.open(path, encodng='utf-8')",
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


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("configparsr.ConfigParser()", [("configparsr", "configparser")]),
        ("configparser.ConfigParser()", []),
        ("configparsr = load()\nconfigparsr.read()", []),
        ("import configparsr\nconfigparsr.read()", []),
        ("def f(configparsr):\n    configparsr.read()", []),
        ("toch.load()", []),  # `t` is a name that torch was given
        ("cfg.read()", []),
    ],
)
def test_a_misspelt_module_is_told_unless_it_is_a_name_of_the_code(code, told):
    assert list(find_misspelt_modules(code, {"configparser": "configparser", "t": "torch"})) == told
