# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""A plain file is written to a device that is always full."""

import json

with open("/dev/full", "w") as file:
    json.dump({"loss": [0.1] * 10_000}, file)
print("written")
