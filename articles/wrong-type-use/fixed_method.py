# /// script
# requires-python = ">=3.8"
# dependencies = []
# ///
"""Square brackets stand where a call was meant, so the method itself is indexed."""

shapes = [(3, 224, 224), (3, 512, 512)]
sizes = dict(enumerate(shapes))
print(sizes.get(1))
