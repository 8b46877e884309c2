# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A job is killed while it writes its checkpoint under another name, and resumes from the one before it."""

import io
import os

import torch


def save(checkpoint, path):
    torch.save(checkpoint, path + ".part")
    os.replace(path + ".part", path)  # all of it is there, or the old file is


save({"epoch": 2, "weights": torch.zeros(200, 200)}, "last.pt")
buffer = io.BytesIO()
torch.save({"epoch": 3, "weights": torch.zeros(200, 200)}, buffer)
with open("last.pt.part", "wb") as file:
    file.write(buffer.getvalue()[:80000])  # the job is killed here

print("resumed at epoch", torch.load("last.pt")["epoch"])
