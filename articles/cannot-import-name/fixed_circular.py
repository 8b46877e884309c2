# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""Two modules import names from each other, and neither can be finished first."""

import os
import sys

with open("trainer.py", "w") as file:
    file.write("from losses import focal_loss\n\n\ndef train():\n    return focal_loss()\n\n\ndevice = 'cpu'\n")
with open("losses.py", "w") as file:
    file.write("def focal_loss():\n    from trainer import device\n\n    return 'a loss on ' + device\n")
sys.path.insert(0, os.getcwd())

from trainer import train

print(train())
