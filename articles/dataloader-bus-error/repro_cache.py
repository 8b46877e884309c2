# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A dataset keeps its samples in Python's shared memory, and /dev/shm is as large as Docker makes it. Run as root, or
where unprivileged user namespaces are allowed: the small /dev/shm is mounted for this script only."""

import os
import sys

SHM_SIZE = "64m"

if sys.argv[1:] != ["inside"]:
    inside = 'mount -t tmpfs -o size="$1" tmpfs /dev/shm && exec "$2" "$3" inside'
    sh = ["sh", "-c", inside, "sh", SHM_SIZE, sys.executable, __file__]
    os.execvp("unshare", ["unshare", "--map-root-user", "--mount", *sh])

from multiprocessing import shared_memory

import torch


class Images(torch.utils.data.Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        block = shared_memory.SharedMemory(create=True, size=16 * 2**20)
        torch.frombuffer(block.buf, dtype=torch.uint8).fill_(1)
        return index


for batch in torch.utils.data.DataLoader(Images(), batch_size=8, num_workers=1):
    print("batch", batch)
