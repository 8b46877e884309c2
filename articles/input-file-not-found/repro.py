# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""An earlier step wrote a file beside the script; the program that reads it runs in another directory."""

import json
import os
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "train_infos.json"), "w") as file:
    file.write('["scene-1", "scene-2"]')

os.chdir(tempfile.mkdtemp())  # as cron, a notebook, a launcher or Hydra up to 1.1 does
with open("train_infos.json") as file:
    print(json.load(file))
