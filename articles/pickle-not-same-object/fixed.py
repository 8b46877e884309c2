# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A module is reloaded, and a model made before that is saved."""

import importlib
import pickle
import sys
from pathlib import Path

sys.path.insert(0, ".")
Path("models.py").write_text("class Net:\n    depth = 3\n")

models = importlib.import_module("models")
net = models.Net()
importlib.reload(models)
net = models.Net()
print("saved", len(pickle.dumps(net)), "bytes")
