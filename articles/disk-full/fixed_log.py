# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""The file goes to a folder that has room."""

import json
import pathlib
import tempfile

with open(pathlib.Path(tempfile.mkdtemp()) / "log.json", "w") as file:
    json.dump({"loss": [0.1] * 10_000}, file)
print("written")
