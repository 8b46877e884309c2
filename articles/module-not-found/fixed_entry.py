# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A project keeps its package below src/, and is started with `python -m` without being installed."""

import os
import subprocess
import sys

os.makedirs("src/trainer/cli")
for name in ("src/trainer/__init__.py", "src/trainer/cli/__init__.py"):
    open(name, "w").close()
with open("src/trainer/cli/train.py", "w") as file:
    file.write("print('the training starts')\n")

environment = dict(os.environ, PYTHONPATH="src")
sys.exit(subprocess.call([sys.executable, "-m", "trainer.cli.train"], env=environment))
