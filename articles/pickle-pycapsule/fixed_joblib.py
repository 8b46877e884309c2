# /// script
# requires-python = ">=3.10,<3.14"
# dependencies = ["contourpy==1.3.1", "joblib==1.5.3"]
# ///
"""A Python function is sent instead; the worker looks the C++ function up by itself."""

import contourpy
from joblib import Parallel, delayed


def max_threads():
    return contourpy.max_threads()


print(len(Parallel(n_jobs=2)(delayed(max_threads)() for _ in range(2))))
