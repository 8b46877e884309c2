# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A command for the shell stands in a Python file, copied from a notebook or a README."""

import pathlib
import sys
import tempfile

SOURCE = r'''
!pip install numpy
import json

STATE = json.dumps({"ready": True})
'''

folder = pathlib.Path(tempfile.gettempdir(), "project")
folder.mkdir(exist_ok=True)
pathlib.Path(folder, "ready.py").write_text(SOURCE)
sys.path.insert(0, str(folder))

import ready

print(ready.STATE)
