# /// script
# requires-python = ">=3.10,<3.14"
# dependencies = ["contourpy==1.3.1", "joblib==1.5.3"]
# ///
"""A function written in C++ (pybind11 2) is sent to a worker: its `__self__` is a PyCapsule."""

from contourpy import max_threads
from joblib import Parallel, delayed

print(len(Parallel(n_jobs=2)(delayed(max_threads)() for _ in range(2))))
