# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The start method is set for a second loader after a first one has started its workers."""

import torch

if __name__ == "__main__":
    train = torch.utils.data.DataLoader(range(4), num_workers=1)
    print("first loader", len(list(train)))

    torch.multiprocessing.set_start_method("spawn")
    test = torch.utils.data.DataLoader(range(4), num_workers=1)
    print("second loader", len(list(test)))
