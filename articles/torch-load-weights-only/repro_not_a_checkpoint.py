# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""What was downloaded is a web page under the name of a checkpoint. The message speaks of weights_only all the same."""

from pathlib import Path

import torch

file = Path("model.pt")
file.write_text("<!DOCTYPE html><html><body>Sign in to download this file</body></html>")

weights = torch.load(file)
print("loaded", weights)
