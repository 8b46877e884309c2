# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""An option that nobody gave is None, and the arithmetic with it fails far from the command line."""

import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--gpus", type=int, required=True)  # argparse now says that it is missing
options = parser.parse_args(["--gpus", "2"])
print("the global batch is", 16 * options.gpus)
