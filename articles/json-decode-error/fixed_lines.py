# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""JSON Lines is read line by line."""

import json
import tempfile

path = f"{tempfile.mkdtemp()}/train.jsonl"
with open(path, "w") as file:
    file.write('{"text": "good", "label": 1}\n{"text": "bad", "label": 0}\n')

with open(path) as file:
    print([json.loads(line) for line in file if line.strip()])
