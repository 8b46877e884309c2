"""A hint says what is wrong with the paste itself."""

from packaging.specifiers import SpecifierSet

from kb.core.articles.model import Affected
from kb.core.articles.signatures import Signature
from kb.core.matching.catalogue import Catalogue
from kb.core.matching.diagnosis import diagnose
from tests.core.matching.known import CATALOGUE, ERROR, article


def hints(text, catalogue=CATALOGUE):
    return [hint.code for hint in diagnose(text, catalogue).hints]


def test_a_cut_paste_is_told_so():
    assert hints('Traceback (most recent call last):\n  File "a.py", line 3, in f\n    run()') == ["cut"]


def test_a_cut_paste_whose_title_names_the_error_is_not():
    assert hints(f'{ERROR}\nTraceback (most recent call last):\n  File "a.py", line 3, in f\n    run()') == []


def test_a_wrapper_alone_is_told_so():
    assert hints("ChildFailedError: \n====\ntrain.py FAILED") == ["wrapper-only"]


def test_a_wrapper_with_its_cause_is_not():
    assert hints(f"{ERROR}\nChildFailedError: \n====") == []


def test_a_text_without_an_error_is_told_so():
    assert hints("loss 0.3\nloss 0.2") == ["no-error"]


def test_an_unknown_error_brings_no_hint():
    assert hints("ValueError: something new") == []


def test_a_version_that_has_the_fix_is_named():
    old = article("old", Signature(message="boom"), affects=(Affected("torch", SpecifierSet("<2.5")),))
    catalogue = Catalogue([old])

    assert hints("torch==2.7.1\nRuntimeError: boom", catalogue) == ["fixed-version"]
    assert hints("torch==2.4.0\nRuntimeError: boom", catalogue) == []
    assert hints("RuntimeError: boom", catalogue) == []
