# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""A job was stopped while it wrote its results, and the next one reads the empty file."""

import json
import tempfile

path = f"{tempfile.mkdtemp()}/results.json"
open(path, "w").close()  # opened for writing, and stopped before json.dump

with open(path) as file:
    print(json.load(file))
