# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""The value belongs to a newer version of the program than the one that is installed."""

import argparse
import shlex

parser = argparse.ArgumentParser(prog="train.py")
parser.add_argument("--precision", choices=["fp32", "fp16", "bf16"], default="fp32")
options = parser.parse_args(shlex.split("--precision bf16"))
print("training in", options.precision)
