# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A data set asserts that each image has its mask, and one mask is missing."""

import os

FILES = ["images/1.png", "images/2.png", "masks/1.png", "masks/2.png"]  # the file that was missing
for path in FILES:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    open(path, "w").close()


class Pairs:
    def __init__(self, folder):
        self.images = sorted(os.listdir(os.path.join(folder, "images")))
        self.masks = sorted(os.listdir(os.path.join(folder, "masks")))
        alone = set(self.images) ^ set(self.masks)
        assert not alone, "without a partner: %s" % sorted(alone)


print(len(Pairs(".").images), "pairs")
