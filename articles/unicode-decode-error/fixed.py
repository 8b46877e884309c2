# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""The checkpoint is read as bytes."""

import pickle
import tempfile

path = f"{tempfile.mkdtemp()}/model.pt"
with open(path, "wb") as file:
    pickle.dump({"weights": [1.0, 2.0]}, file)

with open(path, "rb") as file:
    print(pickle.load(file))
