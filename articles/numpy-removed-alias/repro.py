# /// script
# requires-python = ">=3.8"
# dependencies = ["numpy==1.26.4"]
# ///
"""Code written for NumPy before 1.24 asks for an alias of a built-in type."""

import numpy as np

print(np.array(["0.5", "1.5"]).astype(np.float))
