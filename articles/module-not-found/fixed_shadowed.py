# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A file of one's own has the name of a package, and Python finds it first."""

import os
import sys

own = "concurrency.py"
with open(own, "w") as file:
    file.write("# helpers for running things at the same time\n")
sys.path.insert(0, os.getcwd())

from concurrent.futures import ThreadPoolExecutor

print("imported", ThreadPoolExecutor.__name__)
