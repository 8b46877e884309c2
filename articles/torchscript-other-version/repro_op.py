# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A TorchScript model calls an operator of an extension, and the program that loads it has not imported the extension."""

import subprocess
import sys
from pathlib import Path

import torch

EXTENSION = '''
import torch

library = torch.library.Library("shop", "DEF")
library.define("twice(Tensor x) -> Tensor")
library.impl("twice", lambda x: 2 * x, "CPU")
'''
SAVE = '''
import shop_ops
import torch


@torch.jit.script
def price(x: torch.Tensor):
    return torch.ops.shop.twice(x)


price.save("price.pt")
'''

Path("shop_ops.py").write_text(EXTENSION)
Path("save.py").write_text(SAVE)
subprocess.run([sys.executable, "save.py"], check=True)

print("price", torch.jit.load("price.pt")(torch.ones(1)))
