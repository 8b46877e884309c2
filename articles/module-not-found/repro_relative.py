# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A module inside a package is started as a file, and then it is in no package."""

import os
import subprocess
import sys

os.mkdir("yolox")
open("yolox/__init__.py", "w").close()
with open("yolox/config.py", "w") as file:
    file.write("SIZE = 640\n")
with open("yolox/train.py", "w") as file:
    file.write("from .config import SIZE\n\nprint('training at', SIZE)\n")

sys.exit(subprocess.call([sys.executable, "yolox/train.py"]))
