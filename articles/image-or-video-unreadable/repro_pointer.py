# /// script
# requires-python = ">=3.10"
# dependencies = ["pillow==13.0.0"]
# ///
"""A clone without Git LFS has a few lines of text in the place of each image."""

import tempfile

from PIL import Image

folder = tempfile.mkdtemp()
with open(f"{folder}/cat.png", "w") as file:
    file.write("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 132735\n")

print(Image.open(f"{folder}/cat.png").size)
