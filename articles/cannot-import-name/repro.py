# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A library written for an older Python imports a name that has moved."""

from collections import Mapping

print("a dictionary is a mapping:", isinstance({}, Mapping))
