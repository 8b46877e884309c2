# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A package that starts another program, which nobody installed: Python says "no such file", and means the program."""

import subprocess

compiler = "nvcc"
subprocess.check_call([compiler, "--version"], env={"PATH": "/usr/bin:/bin"})
