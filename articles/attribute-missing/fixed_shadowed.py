# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A script of one's own has the name of the module that it imports, and so it imports itself."""

import subprocess
import sys

own = "mean_loss.py"
with open(own, "w") as file:
    file.write("import statistics\n\nprint('the mean loss is', statistics.mean([1, 2, 3]))\n")
sys.exit(subprocess.call([sys.executable, own]))
