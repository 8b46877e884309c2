"""What people retell with a slip of the keyboard, or without its end, leads to its article, and is weak evidence."""

import pytest

from tests.tracefix.matching.known import article
from tracefix.articles.signatures import Signature
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

FORK = article("fork", Signature(message="Cannot re-initialize CUDA in forked subprocess"))
KEYS = article("keys", Signature(message="cannot pickle '{type}' object", where={"type": ("dict_keys", "dict_items")}))
PORT = article("port", Signature(message="[Errno 10048] only one usage of each socket address"))
BUILD = article(
    "build", Signature(message="the settings of {module} have been moved to the package {package} since 2.0")
)
FILE = article("file", Signature(message="No such file: {path}", general=True))
CONFIG = article("config", Signature(message="Could not find config file {file}", exceptions=("ValueError",)))
CATALOGUE = Catalogue([CONFIG, FORK, KEYS, PORT, BUILD, FILE])


def found(text):
    """(verdict, slugs in order)"""
    diagnosis = diagnose(text, CATALOGUE)
    return diagnosis.verdict.value, [match.article.slug for match in diagnosis.matches]


@pytest.mark.parametrize(
    "text",
    [
        "Cannot re-initialise CUDA in forked subprocess",
        "RuntimeError: cannot re-initialize cuda in froked subprocess",
        "I get Cannot re-initialize CUDA in forked subproccess when I train",
        "Cannot re-intialize CUDA in forked subprocess",
        "Cannot re-initialize CUDA in forked…",
        "[Bug] Cannot re-initialize CUDA in forked subpro...",
    ],
)
def test_a_slip_or_a_missing_end_leads_to_the_article_and_is_never_exact(text):
    assert found(text) == ("likely", ["fork"])


def test_a_warning_is_none_of_the_exceptions_that_a_message_is_for():
    line = "save.py:230: UserWarning: Could not find a config file in org/model - will assume the defaults"
    assert found(line) == ("none", [])
    assert found("ValueError: Could not find a config file x.yaml") == ("likely", ["config"])


def test_an_article_for_other_pastes_does_not_hide_a_slip():
    """Its message fits, and its condition does not: as if it were not there."""
    other = article("other", Signature(message="RuntimeError"), when=("paste has *solve*",))
    text = "RuntimeError: cannot re-initialize cuda in froked subprocess"
    matches = diagnose(text, Catalogue([FORK, other])).matches
    assert [match.article.slug for match in matches] == ["fork"]


def test_a_slip_beside_a_value_is_forgiven_and_the_value_is_not():
    assert found("canot pickle 'dict_keys' object") == ("likely", ["keys"])
    assert found("canot pickle 'dict_kys' object") == ("none", [])
    assert found("cannot pickle 'dict_kys' object") == ("none", [])


@pytest.mark.parametrize(
    "text",
    [
        "Cannot re-initialize the network",  # less than half of it
        "Cannot re-initialize the GPU in another subprocess",  # more than one slip
        "OSError: [Errno 10049] only one usage of each socket address",  # digits tell errors apart
        "libfoo.so: cannot open shared object file: No such file",  # too little is left
        "the settings of app.db have been moved to another place",  # it goes on as something else
    ],
)
def test_what_is_only_similar_is_not_found(text):
    assert found(text) == ("none", [])


def test_a_placeholder_within_what_is_left_stands_for_anything():
    assert found("the settings of app.db have been moved to the pack…") == ("likely", ["build"])


def test_a_long_log_is_copied_and_not_retold():
    assert found("all is well\n" * 200 + "Cannot re-initialise CUDA in forked subprocess") == ("none", [])


def test_nothing_is_read_so_where_something_fits():
    assert found("cannot pickle 'dict_keys' object\nCannot re-initialise CUDA in forked subprocess")[1] == ["keys"]


def test_nothing_is_read_so_beside_an_exception_that_tells_what_went_wrong():
    other = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nZorkError: the zork is gone'

    assert found(f"{other}\n\nI once had Cannot re-initialise CUDA in forked subprocess") == ("none", [])
