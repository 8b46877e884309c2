# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""Code for an older version passes an argument that the function no longer takes."""

import json

text = '{"hidden_size": 768}'
print(json.loads(text, encoding="utf-8"))
