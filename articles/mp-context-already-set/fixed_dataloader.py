# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The second loader is told its own start method; the first keeps the default."""

import torch

if __name__ == "__main__":
    train = torch.utils.data.DataLoader(range(4), num_workers=1)
    print("first loader", len(list(train)))

    test = torch.utils.data.DataLoader(range(4), num_workers=1, multiprocessing_context="spawn")
    print("second loader", len(list(test)))
