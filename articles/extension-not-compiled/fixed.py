# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy", "ninja==1.13.2", "setuptools==84.2.1"]
# ///
"""A project compiles its C++ when it starts, and its code is older than the PyTorch that is installed."""

import tempfile

import torch
from torch.utils.cpp_extension import load_inline

SOURCE = """
torch::Tensor stir(torch::Tensor cup) {
  TORCH_CHECK(cup.dim() == 2, "a cup has two dimensions");
  return cup.roll(1, 1);
}
"""

with tempfile.TemporaryDirectory() as folder:
    spoons = load_inline("spoons", SOURCE, functions=["stir"], build_directory=folder)
    print("stirred", spoons.stir(torch.eye(3))[0].tolist())
