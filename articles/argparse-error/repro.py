# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""The command spells an option with an underscore, and the program knows it with a hyphen only."""

import argparse
import shlex

parser = argparse.ArgumentParser(prog="train.py")
parser.add_argument("--learning-rate", type=float, default=1e-3)
options = parser.parse_args(shlex.split("--learning_rate 3e-4"))
print("the learning rate is", options.learning_rate)
