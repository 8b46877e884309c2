# /// script
# requires-python = ">=3.6, <3.13"
# dependencies = []
# ///
"""argparse asserts that it can put its own usage line together again, and a space behind a metavar breaks that."""

import argparse

parser = argparse.ArgumentParser(prog="train.py")
parser.add_argument("data", metavar="FOLDER")
parser.add_argument("output", metavar="FOLDER")
for name in ("learning-rate", "weight-decay", "warmup-steps", "gradient-accumulation"):
    parser.add_argument("--" + name)
print(parser.format_help())
