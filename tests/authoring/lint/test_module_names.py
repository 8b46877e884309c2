"""Lint tells a module that nobody has, where a command runs it or code imports it, and no other."""

import pytest

from authoring.lint.module_names import find_unknown_modules
from tests.authoring.lint.tools import complaints, edit


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("python -m troch.utils.collect_env", "the module 'troch': did you mean 'torch'? Else add a source"),
        (
            "CUDA_VISIBLE_DEVICES=0 python3.12 -u -m fusetools.run",
            "the module 'fusetools': correct it, or add a source",
        ),
        ("torchrun --nproc-per-node 2 -m fusetools.run", "the module 'fusetools'"),
        ("python -c 'import enops; print(enops.__version__)'", "the module 'enops': did you mean 'einops'?"),
        ("from trnasformers import AutoModel", "did you mean 'transformers'?"),
        ("python -m torch.utils.colect_env", "torch.utils has no 'colect_env': did you mean 'collect_env'?"),
        ("import pickel", "did you mean 'pickle'?"),
        ("x = torch.utils.data.DataLaoder(data)", "torch.utils.data has no 'DataLaoder': did you mean 'DataLoader'?"),
        ("from torch.utils.data import DataLaoder", "torch.utils.data has no 'DataLaoder': did you mean 'DataLoader'?"),
        ("array = array.astype(np.unit8)", "numpy has no 'unit8': did you mean 'uint8'?"),
        ("import numpy as n; n.fill(3, -1, n.uint8)", "numpy has no 'fill': did you mean 'full'?"),
        ("from torch import nn as layers\nlayers.Liner(2, 3)", "torch.nn has no 'Liner': did you mean 'Linear'?"),
    ],
)
def test_a_module_that_nobody_has_is_told(code, told):
    (message,) = find_unknown_modules([code])

    assert told in message


@pytest.mark.parametrize(
    "code",
    [
        "python -m torch.utils.collect_env && python -m json.tool a.json",
        "python -m cv2.typing; import skimage.metrics",
        "import cv2, flash_attn, os.path",
        "from my_model import Net",  # the reader's own
        "from .trnasformers import AutoModel",
        "from torch import something_new",
        "torch.something_new(1); tensor.torch.DataLaoder; mine.utils.DataLaoder()",
        "np.float; np.uint8(3).unit8; np.something_new; n.unit8",  # a name that was there; of a value; of nothing known
        "python -m MODULE",
        "python -m {{module|MODULE}}",
        "git commit -m fusetools; pytest -m fusetools",
        "python -m pytest -m fusetools",
        "python train.py | grep -m fusetools",
    ],
)
def test_known_ones_and_the_readers_own_are_not(code):
    assert list(find_unknown_modules([code])) == []


def test_one_of_ours_or_of_a_source_is_known():
    code = "python -m fusetools.run"

    assert list(find_unknown_modules([code], ["fusetools"])) == []
    assert list(find_unknown_modules([code], text="https://example.org/fusetools/run.py")) == []


def test_lint_reports_it_with_the_line_and_knows_what_the_scripts_import(folder):
    edit(
        folder / "article.md", "fix: The fix of boom.", "fix: Run `python -m fuse.check`, then `python -m fuze.check`."
    )

    assert complaints(folder) == [
        "boom/article.md:5: nothing of ours knows the module 'fuze': correct it, or add a source that names it"
    ]


def test_the_names_of_a_module_are_known_by_what_a_script_imports_it_as(folder):
    edit(folder / "repro.py", "import fuse", "import fuse\nimport numpy as n")
    edit(folder / "fixed.py", "import fuse", "import fuse\nimport numpy as n")
    edit(folder / "article.md", "fix: The fix of boom.", "fix: Run `n.zeros(3, n.unit8)`.")
    edit(folder / "article.md", "summary: The cause", "summary: The `n.int46` and the cause")

    assert complaints(folder) == [
        "boom/article.md:4: numpy has no 'int46': did you mean 'int16'?",
        "boom/article.md:5: numpy has no 'unit8': did you mean 'uint8'?",
    ]
