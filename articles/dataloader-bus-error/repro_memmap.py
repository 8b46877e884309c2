# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The data file is written anew while a dataset has it mapped: there is no more file behind the rows."""

import numpy as np
import torch


class Rows(torch.utils.data.Dataset):
    def __init__(self):
        self.rows = np.memmap("rows.bin", dtype=np.uint8, mode="r", shape=(4, 2**20))

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return int(self.rows[index].sum())


np.ones((4, 2**20), dtype=np.uint8).tofile("rows.bin")
rows = Rows()
np.ones((1, 2**20), dtype=np.uint8).tofile("rows.bin")  # a preparation job, elsewhere

for batch in torch.utils.data.DataLoader(rows, num_workers=1):
    print("row", batch)
