# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A file of a repository that was cloned without Git LFS is loaded: it is a pointer to the real one."""

import pickle
from pathlib import Path

Path("model.pkl").write_bytes(pickle.dumps({"epoch": 3}))  # as `git lfs pull` puts it there

with open("model.pkl", "rb") as file:
    print("loaded", pickle.load(file))
