# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A file was pickled when its class stood in shapes.graph; today's release has it in shapes.heterograph."""

import os
import pickle
import sys

sys.path.insert(0, os.getcwd())
os.mkdir("shapes")
open("shapes/__init__.py", "w").close()
with open("shapes/graph.py", "w") as file:
    file.write("class Graph:\n    pass\n")

import shapes.graph  # the old release writes the file

with open("data.pkl", "wb") as file:
    pickle.dump(shapes.graph.Graph(), file)

os.rename("shapes/graph.py", "shapes/heterograph.py")  # the new release is installed
del shapes.graph, sys.modules["shapes.graph"]

import shapes.heterograph

with open("data.pkl", "rb") as file:
    print("loaded a", type(pickle.load(file)).__name__)
