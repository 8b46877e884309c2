# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A Windows path in ordinary quotes: a backslash and a U begin the number of a character."""

import pathlib
import sys
import tempfile

SOURCE = r'''
TRAIN = "C:\Users\me\data\train.csv"
'''

folder = pathlib.Path(tempfile.gettempdir(), "project")
folder.mkdir(exist_ok=True)
pathlib.Path(folder, "paths.py").write_text(SOURCE)
sys.path.insert(0, str(folder))

import paths

print(paths.TRAIN)
