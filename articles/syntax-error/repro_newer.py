# /// script
# requires-python = ">=3.6, <3.12"
# dependencies = []
# ///
"""An f-string with its own quotes inside: Python reads that from 3.12 on."""

import pathlib
import sys
import tempfile

SOURCE = r'''
def summarize(config):
    return f"model {config["name"]}, {config["width"]} channels"
'''

folder = pathlib.Path(tempfile.gettempdir(), "project")
folder.mkdir(exist_ok=True)
pathlib.Path(folder, "summary.py").write_text(SOURCE)
sys.path.insert(0, str(folder))

import summary

print(summary.summarize({"name": "resnet50", "width": 64}))
