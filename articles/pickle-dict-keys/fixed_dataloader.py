# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A dataset that holds the keys of a dictionary goes to the workers of a DataLoader."""

from torch.utils.data import DataLoader, Dataset


class Boxes(Dataset):
    def __init__(self):
        self.class_range = {"car": 50, "truck": 50}
        self.class_names = self.class_range.keys()

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return index


if __name__ == "__main__":
    loader = DataLoader(Boxes(), batch_size=2, num_workers=1, multiprocessing_context="fork")
    print([batch.tolist() for batch in loader])
