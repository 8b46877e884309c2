"""Versions are read from the paste where it states them, and from nowhere else."""

import pytest

from tracefix.reading import printed_versions

CLUES = {
    "a path of linux": ('File "/usr/lib/python3.10/copy.py"', {"python": "3.10"}),
    "a path of windows": (r"C:\Users\user\AppData\Local\Programs\Python\Python310\lib\runpy.py", {"python": "3.10"}),
    "a path of conda": (
        "/home/user/miniconda3/envs/x/lib/python3.8/site-packages/torch/cuda/__init__.py",
        {"python": "3.8"},
    ),
    "an extension module": ("iou3d.cpython-38-x86_64-linux-gnu.so: undefined symbol", {"python": "3.8"}),
    "a statement": ("Python 3.11.7 (main)", {"python": "3.11.7"}),
    "the end of a sentence": ("I have Python 3.12.", {"python": "3.12"}),
    "a statement beats a path": ("Python version: 3.9.18\n/usr/lib/python3.8/x.py", {"python": "3.9.18"}),
    "pip freeze": ("torch==2.7.1+cu126\nnumpy==1.26.4", {"torch": "2.7.1+cu126", "numpy": "1.26.4"}),
    "pip list": (
        "pydantic                 2.8.2\nray                      2.47.1",
        {"pydantic": "2.8.2", "ray": "2.47.1"},
    ),
    "collect_env": ("PyTorch version: 2.1.0+cu121", {"torch": "2.1.0+cu121"}),
    "a sentence": ("I use torch 2.7.1 here", {"torch": "2.7.1"}),
    "nvidia-smi": ("CUDA Version: 12.2", {"cuda": "12.2"}),
    "a wheel's folder": ("/site-packages/litserve-0.2.3.dist-info/", {"litserve": "0.2.3"}),
}


@pytest.mark.parametrize(("text", "clues"), CLUES.values(), ids=CLUES)
def test_a_clue_is_read(text, clues):
    assert printed_versions.read(text) == clues


NO_CLUES = {
    "nothing": "",
    "a line number": 'File "copy.py", line 3.10',
    "a loss": "epoch 3  loss  0.1234",
    "an address": "torch.distributed listening on 127.0.0.1:29500",
    "a future version": "Python 3.14+ changed the default start method",
    "a comparison": "assert x==1",
}


@pytest.mark.parametrize("text", NO_CLUES.values(), ids=NO_CLUES)
def test_what_is_no_version_is_not_read_as_one(text):
    assert printed_versions.read(text) == {}
