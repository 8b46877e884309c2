# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""An annotation file of another layout than the reader expects."""

import json

# the file made again, with the converter of the version that reads it
annotations = json.loads('{"metadata": {"version": "v1.0-mini"}, "infos": [{"timestamp": 2}, {"timestamp": 1}]}')

if "infos" not in annotations:
    raise ValueError("a file of another version, with %s: run this project's converter" % sorted(annotations))
infos = sorted(annotations["infos"], key=lambda info: info["timestamp"])
print(len(infos))
