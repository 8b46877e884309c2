# /// script
# requires-python = ">=3.9,<3.12"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A dataset of deep trees walks them in a loop: the stack stays shallow."""

import torch


class Node:
    def __init__(self, child):
        self.child = child

    def __str__(self):
        depth, node = 0, self
        while isinstance(node, Node):
            depth, node = depth + 1, node.child
        return "(" * depth + node + ")" * depth


class Trees(torch.utils.data.Dataset):
    def __len__(self):
        return 1

    def __getitem__(self, index):
        tree = ""
        for _ in range(100_000):
            tree = Node(tree)
        return len(str(tree))


for length in torch.utils.data.DataLoader(Trees(), num_workers=1):
    print("a text of", length, "characters")
