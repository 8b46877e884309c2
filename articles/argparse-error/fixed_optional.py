# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""The type of an option is an annotation, which cannot be called, so every value is refused."""

import argparse

parser = argparse.ArgumentParser(prog="train.py")
parser.add_argument("--max-tokens", type=int)  # without the option it is None all the same
options = parser.parse_args(["--max-tokens", "4096"])
print("a batch has", options.max_tokens, "tokens")
