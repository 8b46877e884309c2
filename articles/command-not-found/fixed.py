# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""The same program, asked for through the Python that has it."""

import subprocess
import sys

launcher = f"'{sys.executable}' -m torch.distributed.run"
sys.exit(subprocess.call(["bash", "-c", f"{launcher} --help"], env={"PATH": "/usr/bin:/bin"}))
