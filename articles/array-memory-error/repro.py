# /// script
# requires-python = ">=3.10"
# dependencies = ["numpy==2.4.6"]
# ///
"""All images of a dataset in one array, in NumPy's default type."""

import numpy as np

images = np.empty((2_000_000, 512, 512, 3))
print(images.nbytes)
