# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A configuration in Python imports a module, all its names are kept, and the whole is copied."""

import copy
import runpy
from pathlib import Path

Path("config.py").write_text("import os\nlr = 0.1\nwork_dir = os.path.join('runs', 'base')\n")

config = {name: value for name, value in runpy.run_path("config.py").items() if not name.startswith("__")}
trial = copy.deepcopy(config)
print("the copy has", trial)
