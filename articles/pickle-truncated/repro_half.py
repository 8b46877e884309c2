# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A job is killed while it writes its checkpoint, and resumes from it."""

import io

import torch

buffer = io.BytesIO()
torch.save({"epoch": 3, "weights": torch.zeros(200, 200)}, buffer)
with open("last.pt", "wb") as file:
    file.write(buffer.getvalue()[:80000])  # the job is killed here

print("resumed at epoch", torch.load("last.pt")["epoch"])
