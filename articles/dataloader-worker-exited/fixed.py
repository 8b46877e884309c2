# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A dataset knows before the first worker starts which files are there."""

from pathlib import Path

import torch


class Images(torch.utils.data.Dataset):
    def __init__(self):
        self.paths = [path for path in (Path("image0.png"), Path("image1.png")) if path.exists()]

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return len(self.paths[index].read_bytes())


Path("image1.png").write_bytes(b"pixels")
for size in torch.utils.data.DataLoader(Images(), num_workers=1):
    print("image of", size, "bytes")
