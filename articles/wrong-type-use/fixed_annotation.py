# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""A function is annotated in the way of Python 3.9, and Python 3.8 looks the brackets up in the class."""

from __future__ import annotations


def batch(images: list[str], size: int):
    return [images[at : at + size] for at in range(0, len(images), size)]


print(batch(["cat.jpg", "dog.jpg", "cow.jpg"], 2))
