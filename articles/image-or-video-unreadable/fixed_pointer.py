# /// script
# requires-python = ">=3.10"
# dependencies = ["pillow==13.0.0"]
# ///
"""The file is the image itself."""

import tempfile

from PIL import Image

folder = tempfile.mkdtemp()
Image.new("RGB", (8, 8)).save(f"{folder}/cat.png")

print(Image.open(f"{folder}/cat.png").size)
