# /// script
# requires-python = ">=3.8,<3.12"
# dependencies = []
# ///
"""The recursion limit was raised beyond what the stack holds, and a deep structure runs over its end."""

import faulthandler
import sys

faulthandler.enable()
sys.setrecursionlimit(1_000_000)


class Node:
    def __init__(self, child):
        self.child = child

    def __str__(self):
        return "(" + str(self.child) + ")"


tree = ""
for _ in range(100_000):
    tree = Node(tree)
print("a text of", len(str(tree)), "characters")
