"""A name as people type it, searched in all packages (tracefix/versions/everywhere.py)."""

import pytest

from tracefix.versions.everywhere import MOST_PACKAGES, find_everywhere, missing_name_errors


def names(typed):
    return {found.history.package: [lives[0][0].name for lives in found.groups] for found in find_everywhere(typed)}


@pytest.mark.parametrize(
    ("typed", "package", "name"),
    [
        ("np.bool", "numpy", "numpy.bool"),
        ("pd.Panel", "pandas", "pandas.Panel"),
        ("pandas.append", "pandas", "pandas.DataFrame.append"),
        ("DataFrame.append", "pandas", "pandas.DataFrame.append"),
        ("ANTIALIAS", "pillow", "PIL.Image.ANTIALIAS"),
        ("Image.ANTIALIAS", "pillow", "PIL.Image.ANTIALIAS"),
        ("scipy.misc.imread", "scipy", "scipy.misc.imread"),
        ("torch._six", "torch", "torch._six"),
        ("Trainer(tokenizer)", "transformers", "transformers.Trainer.__init__(tokenizer)"),
    ],
)
def test_a_name_is_found_as_it_is_typed_in_any_package(typed, package, name):
    found = names(typed)

    assert next(iter(found)) == package
    assert found[package][0] == name


def test_packages_from_which_it_has_gone_come_first():
    found = find_everywhere("cached_download")

    over = [each.groups[0][0][0].is_over for each in found]
    assert over == sorted(over, reverse=True)
    assert len(found) <= MOST_PACKAGES


def test_another_class_is_not_what_was_asked_for():
    assert names("requests.structures.CaseInsensitiveDict.update") == {}  # RequestsCookieJar has one
    assert list(names("requests.RequestsCookieJar.update")) == ["requests"]


@pytest.mark.parametrize(
    "typed", ["nothing_of_this_name", "tf.contrib", "numpy.nothing_of_this_name", "forward", "x" * 300]
)
def test_what_no_package_has_or_each_has_is_not_found(typed):
    assert "transformers" not in names(typed)
    assert "numpy" not in names(typed)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("DataFrame.append", "AttributeError: 'DataFrame' object has no attribute 'append'"),
        ("np.bool", "AttributeError: module 'numpy' has no attribute 'bool'"),
        ("Trainer(tokenizer)", "TypeError: Trainer.__init__() got an unexpected keyword argument 'tokenizer'"),
    ],
)
def test_python_says_that_a_name_is_missing(typed, said):
    life = find_everywhere(typed)[0].groups[0][0][0]

    assert missing_name_errors(typed, life)[0] == said


def test_what_no_history_has_is_missing_from_a_class_or_a_module_as_it_is_written():
    assert missing_name_errors("pd.DataFrame.ix") == ("AttributeError: 'DataFrame' object has no attribute 'ix'",)
    assert missing_name_errors("tf.contrib")[0] == "AttributeError: module 'tensorflow' has no attribute 'contrib'"


def test_a_bare_name_that_nothing_has_is_in_no_error():
    assert missing_name_errors("contrib") == ()
