"""Lint of Chinese words: no half sentence in English, Chinese stops, and the releases that the English names.

Whether the words say the same is for a reader to judge.
"""

import re
from collections.abc import Iterator

from tracefix.chinese import is_chinese

FEWEST_WORDS = 5  # of a line that must not stay in English; a link or a name may

# These run on our own files only, never on a paste of a reader.
_PRINTED = re.compile(r"`[^`]+`|\]\([^()]*\)|^    .*")  # what no translation changes
_QUOTED = re.compile(  # … and what may stand in English among Chinese words
    r"``.+?``|`[^`]+`|\{\{[^{}]*\}\}|“[^”]*”|\"[^\"]*\"|'[^']*'|\*[^*]+\*|\[[^\]]*\]\([^()]*\)"
)
_WORDS = re.compile(r"[A-Za-z]{2,}")
_SENTENCE = re.compile(r"[A-Z][A-Za-z0-9'’,;:()/ -]*[A-Za-z0-9)][.?!](?!\w)")
_ENGLISH_RUN = re.compile(r"[A-Za-z][A-Za-z'’.-]*(?:,? [A-Za-z][A-Za-z'’.-]*){3,}")
_SMALL_WORDS = frozenset(
    "a an and are as at be by can cannot do does for from has have if in is it its no not of on or that the this to "  # noqa: SIM905
    "was were when will with you your".split()
)
_BRACKETS = re.compile(r"（[^（）]*）|\([^()]*\)|\[[^\[\]]*\]")  # `(高, 宽, 3)` is a notation
_ENGLISH_STOP = re.compile(r"[\u4e00-\u9fff”」》][.,;:?!](?=[\u4e00-\u9fff\s]|$)|[.,;]$")
_RELEASE = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+)+)(?!\w|\.\d)")


def is_english(line: str) -> bool:
    """Whether a line that should be Chinese says something in English words: all of it, or a sentence."""
    if not any(map(is_chinese, line)):
        return len(_WORDS.findall(_PRINTED.sub("", line))) >= FEWEST_WORDS
    said = _QUOTED.sub("`", line)  # names and quoted errors stay
    return any(len(_WORDS.findall(sentence)) >= FEWEST_WORDS for sentence in _SENTENCE.findall(said))


def find_slips(text: str, english: str = "") -> Iterator[str]:
    """What is wrong with a Chinese text and, where it is given, beside the English one.

    >>> list(find_slips("升级到 2.4.1 即可.", "Upgrade."))
    ["ends with '.': write the Chinese stop", 'says 2.4.1, which the English does not: name the same releases']
    >>> list(find_slips("如果 you install it from the source，就升级"))
    ['has English words: translate them, and put what is printed between “ and ”']
    """
    for line in filter(None, map(str.rstrip, text.split("\n"))):
        if any(map(is_chinese, line)):
            yield from _english_in(line)
    if english:
        yield from other_releases(text, english)


def _english_in(line: str) -> Iterator[str]:
    said = _QUOTED.sub("`", line)
    if is_english(line) or any(len(_SMALL_WORDS & {*run.lower().split()}) > 1 for run in _ENGLISH_RUN.findall(said)):
        yield "has English words: translate them, and put what is printed between “ and ”"
    if found := _ENGLISH_STOP.search(_BRACKETS.sub("", said)):
        where = "ends with" if found.end() == len(found.string) else "has"
        yield f"{where} {found[0][-1]!r}: write the Chinese stop"


def other_releases(text: str, english: str) -> Iterator[str]:
    """The numbers of releases that only one of two texts has."""
    theirs, ours = (set(_RELEASE.findall(each)) for each in (text, english))
    for number in sorted(theirs - ours):
        yield f"says {number}, which the English does not: name the same releases"
    for number in sorted(ours - theirs):
        yield f"lacks {number}, which the English says: name the same releases"
