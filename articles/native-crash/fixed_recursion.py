# /// script
# requires-python = ">=3.8,<3.12"
# dependencies = []
# ///
"""The recursion limit was raised beyond what the stack holds, and a deep structure runs over its end."""

import faulthandler

faulthandler.enable()


class Node:
    def __init__(self, child):
        self.child = child

    def __str__(self):
        node, depth = self, 0
        while isinstance(node, Node):  # a loop needs no stack, however deep the tree
            node, depth = node.child, depth + 1
        return "(" * depth + node + ")" * depth


tree = ""
for _ in range(100_000):
    tree = Node(tree)
print("a text of", len(str(tree)), "characters")
