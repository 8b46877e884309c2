# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A worker hands over a batch of 96 MB where /dev/shm has room for it. Run as root, or where
unprivileged user namespaces are allowed: the small /dev/shm is mounted for this script only."""

import os
import sys

SHM_SIZE = "1g"

if sys.argv[1:] != ["inside"]:
    inside = 'mount -t tmpfs -o size="$1" tmpfs /dev/shm && exec "$2" "$3" inside'
    sh = ["sh", "-c", inside, "sh", SHM_SIZE, sys.executable, __file__]
    os.execvp("unshare", ["unshare", "--map-root-user", "--mount", *sh])

import torch


class Images(torch.utils.data.Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, index):
        return torch.ones(3, 1024, 1024)


for batch in torch.utils.data.DataLoader(Images(), batch_size=8, num_workers=1):
    print("batch", tuple(batch.shape))
