# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A library written for an older Python imports a name that has moved."""

from collections.abc import Mapping

print("a dictionary is a mapping:", isinstance({}, Mapping))
