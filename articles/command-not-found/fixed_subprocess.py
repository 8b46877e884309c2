# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""The same package, which looks for the program before it starts it."""

import shutil
import subprocess

compiler = "nvcc"
if shutil.which(compiler, path="/usr/bin:/bin"):
    subprocess.check_call([compiler, "--version"], env={"PATH": "/usr/bin:/bin"})
else:
    print("no nvcc here: it comes with the CUDA toolkit")
