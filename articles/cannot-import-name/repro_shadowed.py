# /// script
# requires-python = ">=2.7"
# dependencies = ["einops==0.8.1"]
# ///
"""A folder of one's own has the name of a package, and Python finds it first."""

import os
import sys

own = "einops"
os.mkdir(own)
open(os.path.join(own, "__init__.py"), "w").close()
sys.path.insert(0, os.getcwd())

from einops import rearrange

print("imported", rearrange.__name__)
