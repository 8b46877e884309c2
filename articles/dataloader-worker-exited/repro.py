# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A dataset ends the program where it should have raised: only its worker ends."""

import sys
from pathlib import Path

import torch


class Images(torch.utils.data.Dataset):
    def __init__(self):
        self.paths = [Path("image0.png"), Path("image1.png")]

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        if not self.paths[index].exists():
            sys.exit(-1)
        return len(self.paths[index].read_bytes())


Path("image1.png").write_bytes(b"pixels")
for size in torch.utils.data.DataLoader(Images(), num_workers=1):
    print("image of", size, "bytes")
