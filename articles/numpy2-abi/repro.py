# /// script
# requires-python = ">=3.10"
# dependencies = ["numpy==2.2.6", "bottleneck==1.3.7"]
# ///
"""A package that was compiled for NumPy 1 is imported under NumPy 2."""

import bottleneck

print("the mean without nan is", bottleneck.nanmean([1.0, 3.0, float("nan")]))
