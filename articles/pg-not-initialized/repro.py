# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A script asks for its rank, and was started as a single process without a group."""

import torch.distributed as dist

loss = 0.25
if dist.get_rank() == 0:
    print("loss", loss)
