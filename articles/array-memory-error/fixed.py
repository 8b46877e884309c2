# /// script
# requires-python = ">=3.10"
# dependencies = ["numpy==2.4.6"]
# ///
"""One batch at a time, in the type that the images have."""

import numpy as np


def batches(count, size=64):
    for _start in range(0, count, size):
        yield np.empty((size, 512, 512, 3), dtype=np.uint8)


images = next(batches(2_000_000))
print(images.nbytes)
