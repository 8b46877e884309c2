# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A data set asks for the rank inside a worker process, where there is no group."""

import torch.distributed as dist
from torch.utils.data import DataLoader, Dataset


class Shards(Dataset):
    def __init__(self):
        self.rank = dist.get_rank()

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return index + 10 * self.rank


if __name__ == "__main__":
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    loader = DataLoader(Shards(), num_workers=1, multiprocessing_context="spawn")
    print([batch.tolist() for batch in loader])
    dist.destroy_process_group()
