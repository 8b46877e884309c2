# /// script
# requires-python = ">=3.8"
# dependencies = ["torch", "numpy"]
# ///
"""A batch that is too big is tried again at half its size, inside the except block."""

import torch


def step(size):
    batch = torch.empty(size, dtype=torch.uint8, device="cuda")
    return batch + 1  # as much again


if __name__ == "__main__":
    size = int(torch.cuda.mem_get_info()[0] * 0.7)
    try:
        step(size)
    except RuntimeError:
        torch.cuda.empty_cache()
        step(size // 2)
    print("trained with a smaller batch")
