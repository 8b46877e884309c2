# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""What was downloaded is looked at before it is loaded: this one must be downloaded again."""

from pathlib import Path

import torch

file = Path("model.pt")
file.write_text("<!DOCTYPE html><html><body>Sign in to download this file</body></html>")

if file.read_bytes()[:2] not in (b"PK", b"\x80\x02"):
    print(file, "is no checkpoint, it begins with", file.read_bytes()[:15])
else:
    weights = torch.load(file)
    print("loaded", weights)
