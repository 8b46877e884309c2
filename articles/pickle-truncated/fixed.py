# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A file of a repository that was cloned without Git LFS is looked at before it is loaded: it is a pointer."""

import pickle
from pathlib import Path

Path("model.pkl").write_text(
    "version https://git-lfs.github.com/spec/v1\n"
    "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\n"
    "size 104857600\n"
)

with open("model.pkl", "rb") as file:
    if file.read(23) == b"version https://git-lfs":
        print("model.pkl is a Git LFS pointer: run `git lfs pull` here, then load it")
    else:
        file.seek(0)
        print("loaded", pickle.load(file))
