# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A dataset reads from a loader without workers, and is itself read by a loader with workers."""

from torch.utils.data import DataLoader, Dataset


class Mixed(Dataset):
    def __len__(self):
        return 2

    def __getitem__(self, index):
        return sum(int(number) for number in DataLoader(range(index + 3), num_workers=0))


if __name__ == "__main__":
    for batch in DataLoader(Mixed(), num_workers=2):
        print("batch", batch)
