# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy", "ninja==1.13.2", "setuptools==84.2.1"]
# ///
"""ninja is installed in the environment, and the environment is not activated: its programs are not on PATH."""

import os
import sys
from pathlib import Path

from torch.utils.cpp_extension import verify_ninja_availability

os.environ["PATH"] = "/usr/local/sbin:/sbin-of-the-system"  # as a service or a notebook may have it
os.environ["PATH"] += os.pathsep + str(Path(sys.executable).parent)  # what activating does

verify_ninja_availability()  # the first thing that torch does before it compiles
print("ninja is there")
