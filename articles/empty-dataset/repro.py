# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A data set lists its files with a pattern that fits none of them: it has no samples, and the loader says so."""

from pathlib import Path

import torch
from torch.utils.data import DataLoader, Dataset

Path("data/train").mkdir(parents=True)
for number in range(4):
    Path(f"data/train/{number}.JPG").write_bytes(b"image")


class Images(Dataset):
    def __init__(self, folder):
        self.files = sorted(Path(folder).glob("*.jpg"))

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        return torch.tensor(len(self.files[index].read_bytes()))


print(len(list(DataLoader(Images("data/train"), batch_size=2, shuffle=True))), "batches")
