# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""The interpreter that runs this script does not have the package that it imports."""

import einops

print("einops is loaded from the package " + einops.__name__)
