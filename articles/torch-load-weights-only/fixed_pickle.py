# /// script
# requires-python = ">=3.9"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""A file that pickle.dump wrote is opened with pickle.load, since it is our own."""

import pickle

with open("statistics.pkl", "wb") as file:
    pickle.dump({"mean": 0.5, "std": 0.25}, file)

with open("statistics.pkl", "rb") as file:
    print("loaded", pickle.load(file))
