# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Two lists that should go together are of different lengths."""

images = ["cat.jpg", "dog.jpg", "owl.jpg"]
labels = ["cat", "dog", "owl"]

for image, label in zip(images, labels, strict=True):
    print(image, label)
