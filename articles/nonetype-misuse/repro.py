# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A function that finds nothing answers None, and the next line works with the answer."""

import re

LOG = ["epoch 1 loss 0.71", "epoch 2 loss 0.64", "saving checkpoint"]


def loss(line):
    return re.match(r"epoch \d+ loss (.+)", line)


for line in LOG:
    print(loss(line).group(1))
