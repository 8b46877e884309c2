# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A loop keeps a copy of every batch, and the batch with its open file goes."""

import resource

import torch

resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))  # the usual 1024, made smaller to be quick


class Rows(torch.utils.data.Dataset):
    def __len__(self):
        return 500

    def __getitem__(self, index):
        return torch.zeros(1)


rows = []
for batch in torch.utils.data.DataLoader(Rows(), num_workers=1):
    rows.append(batch.clone())
print(len(rows), "rows")
