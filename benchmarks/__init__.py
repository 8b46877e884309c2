"""Benchmarks: speed beside peers, and what breaks a server. `python -m benchmarks.NAME --help` says what one does."""

import argparse


def read_no_options(told: str | None) -> None:
    """Print what a benchmark does and end, if `--help` asks for it. Any other word ends the process with status 2."""
    argparse.ArgumentParser(
        description=told, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    ).parse_args()
