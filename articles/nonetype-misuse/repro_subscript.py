# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A sample that cannot be read is answered with None, and the augmentation takes it for an array."""

LABELS = {"cat.jpg": [0, 0.5, 0.5, 0.2, 0.2]}


def targets(path):
    return LABELS.get(path)


for path in ["cat.jpg", "dog.jpg"]:
    print(path, targets(path)[1:])
