# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""A dataset in UTF-8, read with the encoding that Chinese Windows takes where none is named."""

import tempfile

WINDOWS = "gbk"  # what open() takes there without encoding=

path = f"{tempfile.mkdtemp()}/train.txt"
with open(path, "w", encoding="utf-8") as file:
    file.write("a caption with “quotes”\n")

with open(path, encoding=WINDOWS) as file:
    print(file.read())
