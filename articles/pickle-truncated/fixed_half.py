# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A job is killed while it writes its checkpoint, and resumes from it."""

import pickle
from pathlib import Path

checkpoint = pickle.dumps({"epoch": 3, "weights": b"0" * 100000})
with open("last.pkl.part", "wb") as file:
    file.write(checkpoint)
Path("last.pkl.part").replace("last.pkl")  # all of it is there, or the old file is

with open("last.pkl", "rb") as file:
    print("resumed at epoch", pickle.load(file)["epoch"])
