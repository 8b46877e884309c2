"""The picture of two shapes that do not fit (tracefix/answers/shape_picture.py)."""

import pytest

from tracefix.answers.shape_picture import draw_shapes


def drawn(message):
    """Each row in one line: the sizes, those at fault in brackets, a dot where nothing stands."""
    rows = draw_shapes(message)
    if rows is None:
        return None
    words = [
        " ".join("." if box.is_padding else f"[{box.size}]" if box.is_wrong else box.size for box in row.boxes)
        for row in rows
    ]
    return [f"{row.name}: {line}" for row, line in zip(rows, words, strict=True)]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x512 and 256x10)",
            ["input: 32 [512]", "weight: [256] 10"],
        ),
        ("size mismatch, m1: [4 x 9], m2: [8 x 2] at /pytorch/a.c:13", ["input: 4 [9]", "weight: [8] 2"]),
        ("shapes (3,4) and (5,) not aligned: 4 (dim 1) != 5 (dim 0)", ["first: 3 [4]", "second: [5]"]),
        (
            "Given groups=1, weight of size [64, 3, 7, 7], expected input[8, 4, 224, 224] to have 3 channels, but got 4",
            ["input: 8 [4] 224 224", "weight: 64 [3] 7 7"],
        ),
        (
            "operands could not be broadcast together with shapes (8,3,1) (4,5) ",
            ["first: 8 [3] 1", "second: . [4] 5"],
        ),
        (
            "could not broadcast input array from shape (224,224,4) into shape (224,224,3)",
            ["array: 224 224 [4]", "its place: 224 224 [3]"],
        ),
        (
            "output with shape [1, 28, 28] doesn't match the broadcast shape [3, 28, 28]",
            ["result: [3] 28 28", "its place: [1] 28 28"],
        ),
        (
            "Target size (torch.Size([16])) must be the same as input size (torch.Size([16, 1]))",
            ["target: 16", "input: 16 [1]"],
        ),
        (
            "stack expects each tensor to be equal size, but got [3, 224, 224] at entry 0 and [3, 200, 224] at entry 1",
            ["first: 3 [224] 224", "second: 3 [200] 224"],
        ),
        (
            "size mismatch for fc.weight: copying a param with shape torch.Size([1000, 512]) from checkpoint,\n"
            "\tthe shape in current model is torch.Size([10, 512]).",
            ["checkpoint: [1000] 512", "model: [10] 512"],
        ),
    ],
)
def test_the_sizes_at_fault_are_marked(message, expected):
    assert drawn(message) == expected


@pytest.mark.parametrize(
    "message",
    [
        "",
        "mat1 and mat2 shapes cannot be multiplied",
        "The size of tensor a (5) must match the size of tensor b (3) at non-singleton dimension 1",
        "mat1 and mat2 shapes cannot be multiplied (32x512 and 512x10)",  # they fit
        "operands could not be broadcast together with shapes (8,3,1) (3,5) ",
        "Given groups=2, weight of size [64, 3, 7, 7], expected input[8, 4, 224, 224] to have 6 channels, but got 4",
        f"operands could not be broadcast together with shapes ({'2,' * 9}) (3,)",  # too many for a picture
    ],
)
def test_what_names_no_two_shapes_that_differ_is_not_drawn(message):
    assert draw_shapes(message) is None
