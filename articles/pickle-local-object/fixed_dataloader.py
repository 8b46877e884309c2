# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A collate function that needs a table is defined inside main(), and goes to the workers of a DataLoader."""

from functools import partial

from torch.utils.data import DataLoader


def collate(lengths, batch):
    return [lengths[word] for word in batch]


def main():
    lengths = {"short": 1, "longer": 2}
    collate_fn = partial(collate, lengths)
    loader = DataLoader(["short", "longer"], 2, num_workers=1, collate_fn=collate_fn, multiprocessing_context="spawn")
    print(list(loader))


if __name__ == "__main__":
    main()
