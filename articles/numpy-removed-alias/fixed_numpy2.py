# /// script
# requires-python = ">=3.10"
# dependencies = ["numpy==2.2.6"]
# ///
"""Code written for NumPy 1 asks for a name that NumPy 2 removed."""

import numpy as np

best = np.inf
print("any loss is better than", best)
