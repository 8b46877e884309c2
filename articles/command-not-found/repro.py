# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""torchrun is installed, beside this Python; the shell gets the short PATH that cron and sudo give."""

import subprocess
import sys

launcher = "torchrun"
sys.exit(subprocess.call(["bash", "-c", f"{launcher} --help"], env={"PATH": "/usr/bin:/bin"}))
