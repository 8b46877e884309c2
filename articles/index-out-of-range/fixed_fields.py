# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A list of images and labels, in which one line has no label."""

LINES = ["cat.jpg 0", "dog.jpg 1", "bird.jpg 2"]  # the label that was missing

for number, line in enumerate(LINES, 1):
    fields = line.split()
    if len(fields) != 2:
        raise ValueError("line %d has %d fields: %r" % (number, len(fields), line))
    print(fields[0], int(fields[1]))
