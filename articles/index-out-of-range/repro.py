# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""The first file that fits a pattern is taken, and no file fits."""

import glob
import os

os.mkdir("checkpoints")
open("checkpoints/last.pt", "w").close()

weights = glob.glob("checkpoint/*.pt")[0]
print("loading", weights)
