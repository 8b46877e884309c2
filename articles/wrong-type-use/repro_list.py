# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""A file of annotations begins with a list, and the code looks a name up in it."""

import json

annotations = json.loads('[{"images": ["cat.jpg", "dog.jpg"]}]')
for image in annotations["images"]:
    print(image)
