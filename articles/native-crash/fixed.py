# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A tensor shares the memory of a file that is mapped read-only, and writing to it crashes the process."""

import faulthandler
import tempfile
from pathlib import Path

import numpy as np
import torch

faulthandler.enable()


def normalise(images):
    images -= images.mean()
    return images


with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "images.npy"
    np.save(path, np.ones((4, 3), dtype=np.float32))
    images = torch.from_numpy(np.load(path, mmap_mode="r").copy())  # memory of its own, which may be written
    print(normalise(images).shape)
