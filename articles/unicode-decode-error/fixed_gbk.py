# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""The encoding of the file is named where it is read."""

import tempfile

path = f"{tempfile.mkdtemp()}/train.txt"
with open(path, "w", encoding="utf-8") as file:
    file.write("a caption with “quotes”\n")

with open(path, encoding="utf-8") as file:
    print(file.read())
