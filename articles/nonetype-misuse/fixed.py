# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A function that finds nothing answers None, and the next line works with the answer."""

import re

LOG = ["epoch 1 loss 0.71", "epoch 2 loss 0.64", "saving checkpoint"]


def loss(line):
    found = re.match(r"epoch \d+ loss (.+)", line)
    if found is None:
        raise ValueError("no loss in this line of the log: %r" % line)
    return found


for line in LOG:
    if line.startswith("epoch "):  # the error named "saving checkpoint", which reports no loss
        print(loss(line).group(1))
