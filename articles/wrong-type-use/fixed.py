# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""A request holds one object where the code expects a list of them, so the loop walks over its keys."""

import json

body = '[{"text": "a fine day"}]'  # a list, as predict() expects


def predict(requests):
    return [request["text"].upper() for request in requests]


print(predict(json.loads(body)))
