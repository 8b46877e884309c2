# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""One script trains a model and pickles it whole; another one, this one, loads it."""

import pickle
import subprocess
import sys
from pathlib import Path

Path("models.py").write_text("""
class Net:
    weight = 3
""")
Path("train.py").write_text("""
import pickle
from models import Net

with open("net.pkl", "wb") as file:
    pickle.dump(Net(), file)
""")
subprocess.run([sys.executable, "train.py"], check=True)

with open("net.pkl", "rb") as file:
    net = pickle.load(file)
print("loaded, weight", net.weight)
