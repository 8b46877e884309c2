# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""The type of an option is an annotation, which cannot be called, so every value is refused."""

import argparse
from typing import Optional

parser = argparse.ArgumentParser(prog="train.py")
parser.add_argument("--max-tokens", type=Optional[int])  # noqa: UP045
options = parser.parse_args(["--max-tokens", "4096"])
print("a batch has", options.max_tokens, "tokens")
