# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A checkpoint is written to a full disk. On Linux, every write to /dev/full ends as it does there."""

import pathlib
import tempfile

elsewhere = pathlib.Path(tempfile.mkdtemp())
checkpoint = pathlib.Path("/dev/full")

with checkpoint.open("wb") as file:
    file.write(bytes(1_000_000))
print("saved")
