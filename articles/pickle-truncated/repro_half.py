# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A job is killed while it writes its checkpoint, and resumes from it."""

import pickle

checkpoint = pickle.dumps({"epoch": 3, "weights": b"0" * 100000})
with open("last.pkl", "wb") as file:
    file.write(checkpoint[:50000])  # the job is killed here

with open("last.pkl", "rb") as file:
    print("resumed at epoch", pickle.load(file)["epoch"])
