# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A class overrides a method of a library, and the library calls it with more than the override takes."""

import json


class Encoder(json.JSONEncoder):
    def default(self, value):
        return "a value of another type"


print(json.dumps({"value": object()}, cls=Encoder))
