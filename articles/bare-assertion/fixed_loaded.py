# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A loader answers None for a file that is not there, and the next line only asserts that it is not None."""

import os


def load(path):
    return open(path, "rb").read() if os.path.exists(path) else None


with open("model.gguf", "wb") as file:
    file.write(b"GGUF")

path = "model.gguf"  # the message named the path, which was another one
weights = load(path)
assert weights is not None, "not loaded: %r" % os.path.abspath(path)
print(len(weights), "bytes")
