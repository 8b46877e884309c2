# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A list of images and labels, in which one line has no label."""

LINES = ["cat.jpg 0", "dog.jpg 1", "bird.jpg"]

for line in LINES:
    print(line.split()[0], int(line.split()[1]))
