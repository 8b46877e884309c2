# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""The results appear under their name only when they are complete."""

import json
import os
import tempfile

path = f"{tempfile.mkdtemp()}/results.json"
with open(path + ".part", "w") as file:
    json.dump({"accuracy": 0.91}, file)
os.replace(path + ".part", path)

with open(path) as file:
    print(json.load(file))
