# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A sample that cannot be read is answered with None, and the augmentation takes it for an array."""

LABELS = {"cat.jpg": [0, 0.5, 0.5, 0.2, 0.2], "dog.jpg": [1, 0.3, 0.6, 0.1, 0.4]}  # the label that was missing


def targets(path):
    if path not in LABELS:
        raise ValueError("no label for the image %r" % path)
    return LABELS[path]


for path in ["cat.jpg", "dog.jpg"]:
    print(path, targets(path)[1:])
