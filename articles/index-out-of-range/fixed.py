# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""The first file that fits a pattern is taken, and no file fits."""

import glob
import os

os.mkdir("checkpoints")
open("checkpoints/last.pt", "w").close()

pattern = "checkpoints/*.pt"  # the error named the pattern, in which a letter was missing
found = glob.glob(pattern)
if not found:
    raise FileNotFoundError("no file fits %r in %r" % (pattern, os.getcwd()))
weights = found[0]
print("loading", weights)
