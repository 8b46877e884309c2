# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""The accuracy over the split, under the name that it has in the data."""

import json

lines = ['{"split": "validation", "right": true}', '{"split": "validation", "right": false}']
rows = [json.loads(line) for line in lines]
rows = [row for row in rows if row["split"] == "validation"]

right = sum(row["right"] for row in rows)
print("accuracy", right / len(rows))
