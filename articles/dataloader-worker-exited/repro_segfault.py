# /// script
# requires-python = ">=3.9,<3.12"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A dataset of deep trees raises the recursion limit beyond what the stack holds, and a worker crashes."""

import sys

import torch


class Node:
    def __init__(self, child):
        self.child = child

    def __str__(self):
        return "(" + str(self.child) + ")"


class Trees(torch.utils.data.Dataset):
    def __len__(self):
        return 1

    def __getitem__(self, index):
        tree = ""
        for _ in range(100_000):
            tree = Node(tree)
        return len(str(tree))


sys.setrecursionlimit(1_000_000)
for length in torch.utils.data.DataLoader(Trees(), num_workers=1):
    print("a text of", length, "characters")
