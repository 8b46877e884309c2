# /// script
# requires-python = ">=3.8"
# dependencies = ["einops==0.8.1"]
# ///
"""The interpreter that runs this script does not have the package that it imports."""

import einops

print("einops is loaded from the package " + einops.__name__)
