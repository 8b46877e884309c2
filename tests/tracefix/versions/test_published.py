"""Facts about real packages and the histories that are published.

The largest are written anew only with the slow tests: that takes seconds.
"""

import zlib

import pytest
from packaging.version import Version

from tests.examples import every
from tests.tables import read_tables
from tracefix.versions.history import FOLDER, find_history, packages
from tracefix.versions.history_format import FORMAT
from tracefix.versions.history_reader import parse_history
from tracefix.versions.history_writer import format_history

WHOLE = 150_000  # characters of a file that is written again to compare

TABLES = read_tables(__file__)
GONE = TABLES["gone"]
CAME = TABLES["came"]
STILL_THERE = TABLES["still_there"]
IN_NONE = [
    ("numpy", "numpy.flaot"),
    ("pillow", "PIL.Image.ANTI_ALIAS"),
    ("trl", "trl.SFTTrainer.__init__(tokeniser)"),
    ("huggingface-hub", "huggingface_hub.cache_download"),
]


@pytest.mark.parametrize(("package", "name", "last", "without"), every(6, map(tuple, GONE)))
def test_a_name_left_where_it_did(package, name, last, without):
    history = find_history(package)
    around = history.neighbours(history.life(name))[-1]

    assert (around.span.last, around.after, around.ends_exactly) == (last, without, True)


@pytest.mark.parametrize(("package", "name", "without", "first"), CAME)
def test_a_name_came_where_it_did(package, name, without, first):
    history = find_history(package)
    around = history.neighbours(history.life(name))[-1]

    assert (around.before, around.span.first, around.starts_exactly) == (without, first, True)


@pytest.mark.parametrize(("package", "name"), STILL_THERE)
def test_a_name_is_still_there(package, name):
    assert not find_history(package).life(name).is_over


@pytest.mark.parametrize(("package", "name"), IN_NONE)
def test_a_name_that_no_release_had(package, name):
    assert find_history(package).life(name) is None


def test_what_was_cut_is_not_known():
    history = find_history("transformers")

    assert history.accepts_anything("transformers.BertConfig")
    assert history.accepts_anything("transformers.models.bert.modeling_bert")


def test_numpy_took_bool_away_and_gave_it_back():
    history = find_history("numpy")
    first, second = history.neighbours(history.life("numpy.bool"))

    assert (first.span.last, first.after) == ("1.23.5", "1.24.0")
    assert (second.before, second.span.first, second.span.last) == ("1.26.4", "2.0.0", None)


def size_of(package):
    return (FOLDER / f"{package}.tsv").stat().st_size


LARGE = [pytest.param(package, marks=pytest.mark.slow) for package in packages() if size_of(package) > 450_000]
SMALL = [package for package in packages() if size_of(package) <= 450_000]


@pytest.mark.slow
@pytest.mark.parametrize("package", [*SMALL, *LARGE])
def test_a_published_history_is_in_order(package):
    """Every line reads as one of the format; small files are read whole and written again, which takes long of others."""
    text = (FOLDER / f"{package}.tsv").read_text(encoding="utf-8")
    lines = text.split("\n")
    below = next(place for place, line in enumerate(lines) if not line.startswith("#"))
    versions = [Version(release.version) for release in parse_history(text).releases]
    assert [lines[0], lines[1].lower()] == [FORMAT, f"# package {package}"]
    assert lines[-1] == ""
    assert versions == sorted(set(versions))
    assert all(line and not line.startswith("#") for line in lines[below:-1])
    if len(text) < WHOLE:
        assert format_history(parse_history(text)) == text


@pytest.mark.slow
def test_all_histories_fit_in_what_the_wheel_has_for_them_when_compressed():
    """As git and the wheel do: the files are plain, so that a change of them can be read."""
    assert sum(len(zlib.compress((FOLDER / f"{package}.tsv").read_bytes())) for package in packages()) <= 6_500_000
