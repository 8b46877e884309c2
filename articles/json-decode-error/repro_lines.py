# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""JSON Lines has a document in each line, and json.load() wants one in the whole file."""

import json
import tempfile

path = f"{tempfile.mkdtemp()}/train.jsonl"
with open(path, "w") as file:
    file.write('{"text": "good", "label": 1}\n{"text": "bad", "label": 0}\n')

with open(path) as file:
    print(json.load(file))
