# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A loop over a dictionary gives its keys, and a key of three letters is not two values."""

losses = {"box": 0.3, "cls": 0.1}
for name, value in losses:
    print(name, value)
