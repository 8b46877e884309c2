# /// script
# requires-python = ">=3.8"
# dependencies = ["torch", "numpy"]
# ///
"""Long samples, then shorter ones, then one long one: what is free lies in three pieces, each of them too small."""

import torch


def tensor(units):
    return torch.empty(units * unit, dtype=torch.uint8, device="cuda")


if __name__ == "__main__":
    unit = torch.cuda.mem_get_info()[0] // 31
    long = [tensor(8) for _ in range(3)]
    del long
    short = [tensor(5) for _ in range(3)]
    gap = torch.cuda.memory_reserved() - torch.cuda.memory_allocated()
    print(f"reserved but unallocated: {gap / 2**30:.2f} GiB")
    tensor(10)
    print("the long sample fits")
