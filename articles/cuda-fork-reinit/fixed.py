# /// script
# requires-python = ">=3.10,<3.14"
# dependencies = ["torch==2.7.1", "numpy"]
# ///
"""A training script that looks for a GPU and reads its samples with a DataLoader worker."""

import torch
from torch.utils.data import DataLoader, Dataset


class Samples(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.tensor([float(index)])


if __name__ == "__main__":
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = torch.nn.Linear(1, 1).to(device)
    for batch in DataLoader(Samples(), batch_size=2, num_workers=1):
        print("trained on", tuple(model(batch.to(device)).shape))
