# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""An option of the main program stands behind the subcommand, which does not know it."""

import argparse
import shlex

parser = argparse.ArgumentParser(prog="tool")
parser.add_argument("--device", default="cpu")
commands = parser.add_subparsers(dest="command", required=True)
commands.add_parser("train")
options = parser.parse_args(shlex.split("train --device cuda:0"))
print(options.command, "on", options.device)
