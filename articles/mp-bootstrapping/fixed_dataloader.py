# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A loader with a worker, read under the main guard, where workers are started as on Windows and macOS."""

import torch

loader = torch.utils.data.DataLoader(range(4), num_workers=1, multiprocessing_context="spawn")
if __name__ == "__main__":
    for batch in loader:
        print("batch", batch)
