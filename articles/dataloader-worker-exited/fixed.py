# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A dataset raises before the first worker starts, with the names of the files that are missing."""

from pathlib import Path

import torch


class Images(torch.utils.data.Dataset):
    def __init__(self):
        self.paths = [Path("image0.png"), Path("image1.png")]
        missing = [str(path) for path in self.paths if not path.exists()]
        if missing:
            raise FileNotFoundError(f"{len(missing)} of {len(self.paths)} images are missing, such as {missing[0]}")

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return len(self.paths[index].read_bytes())


for name in ("image0.png", "image1.png"):  # what the error above asked for
    Path(name).write_bytes(b"pixels")
for size in torch.utils.data.DataLoader(Images(), num_workers=1):
    print("image of", size, "bytes")
