"""The Porter stemmer (https://tartarus.org/martin/PorterStemmer/): an English word without its endings.

Implemented here, in 70 lines, so that the client can rank results as the site does without a search engine installed.
"""

import re
from collections.abc import Iterable

_CONSONANT, _VOWEL, _CONSONANTS, _VOWELS = "[^aeiou]", "[aeiouy]", "[^aeiouy]+", "[aeiou]+"
# A stem's measure is the number of its vowel-consonant groups. These run on single words of an article or a query.
_START = f"(?:{_CONSONANTS})?{_VOWELS}{_CONSONANTS}"
_MEASURE_OVER_0 = re.compile(_START)
_MEASURE_1 = re.compile(f"{_START}(?:{_VOWELS})?$")
_MEASURE_OVER_1 = re.compile(f"{_START}{_VOWELS}{_CONSONANTS}")
_HAS_VOWEL = re.compile(f"(?:{_CONSONANTS})?{_VOWEL}")
_SHORT = re.compile(f"{_CONSONANTS}{_VOWEL}[^aeiouwxy]$")

_STEP_2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble", "alli": "al",
    "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al",
    "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble",
    "logi": "log",
}  # fmt: skip
_STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
_STEP_4 = "al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize".split()  # noqa: SIM905


def _ending(endings: Iterable[str]) -> re.Pattern[str]:
    """An expression that splits a word into a stem and the longest of these endings that it has."""
    return re.compile(f"(.+?)({'|'.join(endings)})$")


_HAS_STEP_2, _HAS_STEP_3, _HAS_STEP_4 = _ending(_STEP_2), _ending(_STEP_3), _ending(_STEP_4)
_HAS_ION = re.compile("(.+?[st])(ion)$")


def stem(word: str) -> str:
    """The stem of a word in lower case.

    >>> stem("loading"), stem("quantization"), stem("relational")
    ('load', 'quantiz', 'relat')
    """
    if len(word) < 3:
        return word
    begins_with_y = word[0] == "y"  # an initial y is a consonant
    if begins_with_y:
        word = "Y" + word[1:]
    for step in (_plural, _past, _final_y, _step_2, _step_3, _step_4, _final_e, _double_l):
        word = step(word)
    return "y" + word[1:] if begins_with_y else word


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and word[-2] != "s" else word


def _past(word: str) -> str:
    """Remove `ed` and `ing`. Unlike Porter's rule, keep a doubled letter (`stopp`): the ranking was tuned to that."""
    if word.endswith("eed"):
        return word[:-1] if _MEASURE_OVER_0.match(word[:-3]) else word
    rest = word[:-3] if word.endswith("ing") else word[:-2] if word.endswith("ed") else ""
    if not _HAS_VOWEL.match(rest):
        return word
    return rest + "e" if _SHORT.match(rest) or rest in ("at", "iz") else rest


def _final_y(word: str) -> str:
    return word[:-1] + "i" if word.endswith("y") and _HAS_VOWEL.match(word[:-1]) else word


def _step_2(word: str) -> str:
    found = _HAS_STEP_2.match(word)
    return found[1] + _STEP_2[found[2]] if found and _MEASURE_OVER_0.match(found[1]) else word


def _step_3(word: str) -> str:
    found = _HAS_STEP_3.match(word)
    return found[1] + _STEP_3[found[2]] if found and _MEASURE_OVER_0.match(found[1]) else word


def _step_4(word: str) -> str:
    found = _HAS_STEP_4.match(word) or _HAS_ION.match(word)
    return found[1] if found and _MEASURE_OVER_1.match(found[1]) else word


def _final_e(word: str) -> str:
    rest = word[:-1]
    if not rest or not word.endswith("e"):
        return word
    is_long = _MEASURE_OVER_1.match(rest) or (_MEASURE_1.match(rest) and not _SHORT.match(rest))
    return rest if is_long else word


def _double_l(word: str) -> str:
    return word[:-1] if word.endswith("ll") and _MEASURE_OVER_1.match(word) else word
