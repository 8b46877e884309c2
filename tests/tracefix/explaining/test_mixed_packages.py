"""Two Kerases in one stack, and packages that lack a part of their own."""

import pytest

from tests.factories import make_article
from tracefix.explaining.explanation import explain
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

CATALOGUE = Catalogue([make_article("boom", message="boom happened in '{place}'")])
PACKAGES = "/home/u/env/lib/python3.10/site-packages"


def explained(*files, error):
    frames = "".join(f'  File "{file}", line 7, in stir\n    stir()\n' for file in files)
    return explain(diagnose(f"Traceback (most recent call last):\n{frames}{error}\n", CATALOGUE))


RUN_EAGERLY = "AttributeError: 'Model' object has no attribute 'run_eagerly'"
STANDALONE = f"{PACKAGES}/keras/callbacks/callbacks.py"
OF_TENSORFLOW = f"{PACKAGES}/tensorflow_core/python/keras/callbacks.py"


def test_two_kerases_in_one_stack_are_named():
    found = explained("train.py", STANDALONE, OF_TENSORFLOW, error=RUN_EAGERLY).detail

    assert found.finding == (
        "Two Kerases are mixed: `keras` was handed something that was made with `tensorflow.keras`"
    )
    assert "`tensorflow.keras` alone" in str(found.steps[0].do)


def test_the_old_keras_beside_keras_3_may_be_chosen_by_a_variable():
    found = explained(f"{PACKAGES}/keras/src/trainer.py", f"{PACKAGES}/tf_keras/src/layer.py", error=RUN_EAGERLY).detail

    assert "`tf_keras` alone" in str(found.steps[0].do)
    assert "TF_USE_LEGACY_KERAS" in str(found.steps[1].do)


@pytest.mark.parametrize(
    "files",
    [
        (STANDALONE,),
        (STANDALONE, f"{PACKAGES}/tensorflow/python/framework/ops.py"),
        # Keras 2.3 calls the backend of TensorFlow itself
        (f"{PACKAGES}/keras/backend/tensorflow_backend.py", f"{PACKAGES}/tensorflow_core/python/keras/backend.py"),
        ("/home/u/keras/train.py", "/home/u/keras/model.py"),
    ],
)
def test_one_keras_is_no_mixture(files):
    assert explained(*files, error=RUN_EAGERLY).detail is None


IMPORT = "ImportError: cannot import name 'is_path' from 'PIL._util'"


def test_a_package_that_lacks_its_own_part_is_half_old():
    found = explained("train.py", f"{PACKAGES}/PIL/ImageFile.py", error=IMPORT)

    assert found.detail.finding == "pillow is half old and half new: its own `PIL._util` lacks `is_path`"
    assert [step.commands for step in found.detail.steps] == [("python -m pip uninstall -y pillow",)]
    assert found.versions == ()
    assert found.pair is None


def test_in_a_notebook_the_kernel_is_restarted_first():
    found = explained("<ipython-input-3-1a2b>", f"{PACKAGES}/PIL/ImageFile.py", error=IMPORT).detail

    assert ["Restart the kernel" in str(step.do) for step in found.steps] == [True, False]
    assert found.steps[1].condition == "it stays so after a restart"
    assert len(explained("<stdin>", f"{PACKAGES}/PIL/ImageFile.py", error=IMPORT).detail.steps) == 1  # no kernel


@pytest.mark.parametrize(
    ("file", "error"),
    [
        (f"{PACKAGES}/torchvision/io.py", IMPORT),  # another package asks
        ("/home/u/PIL/ImageFile.py", IMPORT),  # a clone
        (f"{PACKAGES}/PIL/Image.py", "ImportError: cannot import name '_imaging' from 'PIL'"),  # a compiled part
        (f"{PACKAGES}/splats/cuda/_backend.py", "ImportError: cannot import name 'csrc' from 'splats'"),
        (f"{PACKAGES}/knn/ops.py", "ImportError: cannot import name 'knn_cuda' from 'knn'"),
        (f"{PACKAGES}/knn/ops.py", "ImportError: cannot import name 'points_ext' from 'knn'"),
        (f"{PACKAGES}/knn/ops.py", "ImportError: cannot import name 'flash_C' from 'knn'"),
        (f"{PACKAGES}/spoons/_meta.py", "AttributeError: module 'spoons' has no attribute 'extension'"),
        (f"{PACKAGES}/google/x_pb2.py", "ImportError: cannot import name 'builder' from 'google.protobuf.internal'"),
        (f"{PACKAGES}/PIL/Image.py", IMPORT.replace("'PIL._util'", "partially initialized module 'PIL._util'")),
        (f"{PACKAGES}/PIL/Image.py", "ModuleNotFoundError: No module named 'PIL._soup'"),
    ],
)
def test_other_imports_are_no_half_package(file, error):
    assert explained("train.py", file, error=error).detail is None
