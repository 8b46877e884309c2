# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""The accuracy over a split that has another name in the data, so that no row is left."""

import json

lines = ['{"split": "validation", "right": true}', '{"split": "validation", "right": false}']
rows = [json.loads(line) for line in lines]
rows = [row for row in rows if row["split"] == "valid"]

right = sum(row["right"] for row in rows)
print("accuracy", right / len(rows))
