# /// script
# requires-python = ">=3.10"
# dependencies = ["Pillow==10.4.0"]
# ///
"""A call that the installed version of a library no longer has."""

from PIL import Image

image = Image.new("RGB", (640, 480))
print("resized to", image.resize((224, 224), Image.LANCZOS).size)
