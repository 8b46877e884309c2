# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A worker runs into a limit of the machine, here of processor time (`ulimit -t`), and the kernel kills it."""

import resource

import torch


class Rows(torch.utils.data.Dataset):
    def __len__(self):
        return 2

    def __getitem__(self, index):
        return sum(range(2 * 10**8))


def limit(worker):
    resource.setrlimit(resource.RLIMIT_CPU, (2, 2))


for batch in torch.utils.data.DataLoader(Rows(), num_workers=1, worker_init_fn=limit):
    print("batch", batch)
