"""What took the place of a name that is gone."""

import pytest

from tracefix.explaining.replaced import restate_replaced
from tracefix.reading.report import Error
from tracefix.versions.answers import NameVersions


def told(type_, message, versions=()):
    return restate_replaced(Error(type_, message, 1), versions)


@pytest.mark.parametrize(
    ("type_", "message", "now"),
    [
        (
            "ImportError",
            "cannot import name 'compare_ssim' from 'skimage.measure'",
            "skimage.metrics.structural_similarity",
        ),
        ("AttributeError", "module 'librosa' has no attribute 'output'", "soundfile"),
        ("ModuleNotFoundError", "No module named 'numba.decorators'", "numba.core.decorators"),
        ("ImportError", "cannot import name 'interp' from 'scipy'", "numpy.interp"),
        ("AttributeError", "'Rotation' object has no attribute 'as_dcm'", "as_matrix"),
        ("AttributeError", "'VideoFileClip' object has no attribute 'subclip'", "subclipped"),
        ("AttributeError", "'CompositeVideoClip' object has no attribute 'set_audio'", "with_audio"),
    ],
)
def test_the_name_that_took_its_place_is_told(type_, message, now):
    remedy = told(type_, message)

    assert f"`{now}` is in its place" in remedy.finding
    assert remedy.steps[0].do.startswith(f"Write `{now}` instead of `")


@pytest.mark.parametrize(
    "message",
    [
        "cannot import name 'compare_soup' from 'skimage.measure'",
        "'Rotation' object has no attribute 'as_soup'",
        "'Clipboard' object has no attribute 'subclip'",
        "'DataFrame' object has no attribute 'as_dcm'",
        "No module named 'decorators'",
        "a soup without a name",
    ],
)
def test_of_another_name_nothing_is_told(message):
    assert told("AttributeError", message) is None


def test_what_a_history_says_is_not_said_twice():
    history = NameVersions("scikit-image", "skimage.measure.compare_ssim", "function", replacement="x")

    assert told("ImportError", "cannot import name 'compare_ssim' from 'skimage.measure'", (history,)) is None
