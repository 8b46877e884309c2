"""A stand-in for a GPU is compiled once, loaded first, and named."""

import pytest

from authoring.repros.stand_in import with_stand_in
from tests.tracefix.repros.tools import script
from tracefix.repros.environments import PreparationError
from tracefix.repros.running import run


def test_a_stand_in_for_a_gpu_is_loaded_before_the_real_library_and_named_in_the_record(environment, tmp_path):
    source = tmp_path / "gpu.c"
    source.write_text("int stand_in_says(void) { static int n = 40; return ++n; }\n", encoding="utf-8")

    with_gpu = with_stand_in(environment, source, root=tmp_path / "envs")

    read = "import ctypes\nfor name in (None, 'libcuda.so.1', 'libnvidia-ml.so.1'):\n"
    outcome = run(script(f"{read}    print(ctypes.CDLL(name).stand_in_says())\n"), with_gpu, timeout_s=30)
    assert outcome.output == "41\n42\n43\n"  # it is loaded once
    assert with_gpu.platform == f"{environment.platform}, no GPU: gpu.c stands in for one"


def test_a_stand_in_that_does_not_compile_is_refused(environment, tmp_path):
    source = tmp_path / "gpu.c"
    source.write_text("int broken(\n", encoding="utf-8")

    with pytest.raises(PreparationError, match="cannot be compiled"):
        with_stand_in(environment, source, root=tmp_path / "envs")
