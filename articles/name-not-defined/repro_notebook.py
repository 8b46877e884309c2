# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A notebook is started as a script: its JSON is read as Python."""

import json
import subprocess
import sys

cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": ["print('trained')"]}
with open("train.ipynb", "w") as file:
    json.dump({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, file, indent=1)

sys.exit(subprocess.call([sys.executable, "train.ipynb"]))
