# /// script
# requires-python = ">=2.7"
# dependencies = []
# ///
"""A renderer of another version gives two values, and the caller wants three."""


def rasterize(points):
    return [point * 2 for point in points], [1 for _ in points]


image, radii, depth = rasterize([1, 2])
print(len(image), "points")
