# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""A checkpoint is read as text. Its bytes are no text in any encoding."""

import pickle
import tempfile

path = f"{tempfile.mkdtemp()}/model.pt"
with open(path, "wb") as file:
    pickle.dump({"weights": [1.0, 2.0]}, file)

with open(path, encoding="utf-8") as file:
    print(len(file.read()))
