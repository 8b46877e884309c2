# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A module that was written for Python 2, where print was a statement, is imported by Python 3."""

import pathlib
import sys
import tempfile

SOURCE = r'''
def report(epoch, loss):
    print "epoch", epoch, "loss", loss
'''

folder = pathlib.Path(tempfile.gettempdir(), "project")
folder.mkdir(exist_ok=True)
pathlib.Path(folder, "progress.py").write_text(SOURCE)
sys.path.insert(0, str(folder))

import progress

progress.report(1, 0.5)
