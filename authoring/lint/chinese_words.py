"""Lint of Chinese words: no half sentence in English, simplified characters, Chinese stops, the English's releases.

Whether the words say the same is for a reader to judge.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from tracefix.articles.distributions import nearest
from tracefix.chinese import drawn_characters, is_chinese

_FEWEST_WORDS = 5  # of a line that must not stay in English; a link or a name may
_FEWEST_OF_A_FIELD = 3  # the same, without what it quotes
_PRINTED_LINES = ("#", "    ")  # a heading may be an error as it is printed, and four spaces begin code

# These run on our own files only, never on a paste of a reader.
_PRINTED = re.compile(r"`[^`]+`|\]\([^()]*\)|^    .*")  # what no translation changes
_QUOTED = re.compile(  # … and what may stand in English among Chinese words
    r"``.+?``|`[^`]+`|\{\{[^{}]*\}\}|“[^”]*”|\"[^\"]*\"|'[^']*'|\*[^*]+\*|\[[^\]]*\]\([^()]*\)"
)
_WORDS = re.compile(r"[A-Za-z]{2,}")
_SENTENCE = re.compile(r"[A-Z][A-Za-z0-9'’,;:()/ -]*[A-Za-z0-9)][.?!](?!\w)")
_ENGLISH_RUN = re.compile(r"[A-Za-z][A-Za-z'’.-]*(?:,? [A-Za-z][A-Za-z'’.-]*){3,}")
_LONG_RUN = re.compile(r"[A-Za-z][A-Za-z'’-]*(?: [A-Za-z][A-Za-z'’-]*){3,}")
_OPENING = re.compile(  # of a short sentence; `Load CLIP Vision` is a name
    r"\b(?:It|This|That|These|The|They|You|We|There|If|When|See|Then)(?: [A-Za-z][A-Za-z'’-]*){2,}"
)
_WITH_ARTICLE = re.compile(r"\b(?:[Tt]he|an?) [a-z]+\b")  # `the axis 不是 16`
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_CLASS = re.compile(r"[A-Z]\w*(?:Error|Exception|Warning|Interrupt)")
_HAN = re.compile(r"[\u3400-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")  # a program may print Japanese
_IN_NAMES = frozenset("昇")  # 昇腾, Ascend
_LEFT_TO_DO = re.compile(r"待翻译|未翻译|待译|待补充|\b(?:TODO|TBD|FIXME)\b")
_STOPS = ("。", "？", "！", "：", "；", "…", "`", "）")
_SMALL_WORDS = frozenset(
    "a an and are as at be by can cannot do does for from has have if in is it its no not of on or that the this to "  # noqa: SIM905
    "was were when will with you your".split()
)
_BRACKETS = re.compile(r"（[^（）]*）|\([^()]*\)|\[[^\[\]]*\]")  # `(高, 宽, 3)` is a notation
_ENGLISH_STOP = re.compile(r"[\u4e00-\u9fff”」》][.,;:?!](?=[\u4e00-\u9fff\s]|$)|[.,;]$")
_DOUBLED_STOP = re.compile(r"[。，、；：！？][。，、；：]|[ \t][。，、；：！？]")
_RELEASE = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+)+)(?!\w|\.\d)")
_KEPT = re.compile(r"[a-z_][\w.-]*\w|\d[\d.]*\d", re.ASCII)  # names and numbers, which no translation changes
_VERBS = {  # what a step tells to do, and how the English says it
    "安装": r"install|reinstall|set up|take|add|need|bring",
    "升级": r"upgrad|updat|newer|newest|latest|move to|take|install|from [\d.]+ on",
    "重启": r"restart|again|reboot",
    "下载": r"download|fetch|get|pull",
    "登录": r"log ?in|logged|sign",
}
_NUMBER = re.compile(r"(?<![\w.])\d{2,}(?![\w.]*\d| ?[万亿月日])", re.ASCII)
_OF_A_NAME = re.compile(r"([A-Za-z][\w-]*) (\d)(?![\w.]*\d)", re.ASCII)


def is_english(line: str) -> bool:
    """Whether a line that should be Chinese says something in English words: all of it, or a sentence."""
    if not any(map(is_chinese, line)):
        return len(_WORDS.findall(_PRINTED.sub("", line))) >= _FEWEST_WORDS
    said = _QUOTED.sub("`", line)  # names and quoted errors stay
    return any(len(_WORDS.findall(sentence)) >= _FEWEST_WORDS for sentence in _SENTENCE.findall(said))


def find_slips(text: str, english: str = "") -> Iterator[str]:
    """What is wrong with a Chinese text and, where it is given, beside the English one.

    >>> list(find_slips("升级到 2.4.1 即可.", "Upgrade."))
    ["ends with '.': write the Chinese stop", 'says 2.4.1, which the English does not: name the same releases']
    >>> list(find_slips("如果 you install it from the source，就升级"))
    ['has English words: translate them, and put what is printed between “ and ”']
    """
    yield from find_untranslated(text)
    for line in filter(None, map(str.rstrip, text.split("\n"))):
        if any(map(is_chinese, line)):
            yield from _english_stops(line)
    if english:
        yield from other_releases(text, english)


def is_unwritten(text: str) -> bool:
    """Whether dots stand where a text should, as in the examples of the guides."""
    return bool(text.strip()) and not text.strip(".… \n")


def find_untranslated(text: str) -> Iterator[str]:
    """What no translator has finished: English words, a field that is to be translated, Traditional characters.

    >>> list(find_untranslated("取选项时才出错。It fails late:")), list(find_untranslated("Start its API."))
    (['has English words: translate them, and put what is printed between “ and ”'], ['is in English: translate it'])
    >>> list(find_untranslated("讀取“Address already in use”"))
    ["has '讀', which is no simplified character: write it as zh-hans does"]
    >>> list(find_untranslated("取 the axis 的长度")), list(find_untranslated("选 Save as 一项"))
    (['has English words: translate them, and put what is printed between “ and ”'], [])
    >>> list(find_untranslated("…")), list(find_untranslated("在 Native Tools Command Prompt 里运行"))
    (['is not written yet'], [])
    """
    if is_unwritten(text):
        yield "is not written yet"
    for line in filter(None, map(str.rstrip, text.split("\n"))):
        said = _QUOTED.sub("`", line)
        if not any(map(is_chinese, line)):
            if len(_WORDS.findall(said)) >= _FEWEST_OF_A_FIELD and not line.startswith(_PRINTED_LINES):
                yield "is in English: translate it"
        elif is_english(line) or _has_english(said):
            yield "has English words: translate them, and put what is printed between “ and ”"
        yield from _unfinished(said)


def find_open_end(text: str) -> Iterator[str]:
    """A Chinese sentence without a stop at its end.

    >>> list(find_open_end("升级")), list(find_open_end("升级。")), list(find_open_end("is told elsewhere"))
    (["ends without a stop: write '。'"], [], [])
    """
    if any(map(is_chinese, text)) and not text.rstrip().endswith(_STOPS):
        yield "ends without a stop: write '。'"


def find_title_slips(title: str, english: str, beside: str) -> Iterator[str]:
    """What is wrong with a Chinese title, which begins with the error as it is printed. `beside` is what goes with the
    English one: a word of neither that is nearly one of the English title is misspelt.

    >>> list(find_title_slips("KeyErorr: 'a'（没有这个键）", "KeyError: 'a'", "The dict has no such key."))
    ["has 'KeyErorr', the English title 'KeyError': write it as it is printed"]
    >>> list(find_title_slips("KeyError: 'a'（NumPy 里没有这个键）", "KeyError: 'a'", "NumPy has no such key."))
    []
    """
    ours = dict.fromkeys(_NAME.findall(english))
    for name in dict.fromkeys(_NAME.findall(title)):
        meant = "" if name in ours or name in beside else nearest(name, ours)
        if meant and meant.lower() != name.lower():
            yield f"has {name!r}, the English title {meant!r}: write it as it is printed"
        elif not meant and _CLASS.fullmatch(name) and name not in english and name not in beside:
            yield f"has {name!r}, which the English title has not: write the error as it is printed"
    yield from _unfinished(_QUOTED.sub("`", title))


def _unfinished(said: str) -> Iterator[str]:
    """A note of the translator's to himself, and the characters that are not simplified."""
    if found := _LEFT_TO_DO.search(said):
        yield f"has {found[0]!r}: finish it"
    for char in () if _KANA.search(said) else dict.fromkeys(_HAN.findall(said)):
        if char not in drawn_characters() and char not in _IN_NAMES:
            yield f"has {char!r}, which is no simplified character: write it as zh-hans does"


def _has_english(said: str) -> bool:
    """Whether a Chinese line, without what it quotes, has a run of English words that is no name."""
    few = any(len(_SMALL_WORDS & {*run.lower().split()}) > 1 for run in _ENGLISH_RUN.findall(said))
    begun = _OPENING.search(said) or _WITH_ARTICLE.search(_BRACKETS.sub("", said))
    return few or bool(begun) or not all(map(_is_name, _LONG_RUN.findall(said)))


def _is_name(run: str) -> bool:
    """Whether all words of a run but the small ones have a capital: `Add CMake to PATH`."""
    first, *others = run.split()
    return first[0].isupper() and all(not word[0].islower() or word in _SMALL_WORDS for word in others)


def _english_stops(line: str) -> Iterator[str]:
    said = _QUOTED.sub("`", line)
    if found := _ENGLISH_STOP.search(_BRACKETS.sub("", said)):
        where = "ends with" if found.end() == len(found.string) else "has"
        yield f"{where} {found[0][-1]!r}: write the Chinese stop"
    if found := _DOUBLED_STOP.search(said):
        yield f"has {found[0]!r}: write one stop, without a space before it"


def other_releases(text: str, english: str) -> Iterator[str]:
    """The numbers of releases that only one of two texts has, and other numbers that only the Chinese has.

    >>> list(other_releases("Fuse 1 在 -37268 处停止。", "Fuse 2 stops at -32768."))
    ['says 37268, which the English does not: copy the number', 'says Fuse 1, the English Fuse 2: copy the number']
    >>> list(other_releases("Fuse 1 快，Fuse 1 慢。", "Fuse 1 is quick, Fuse 2 is slow."))
    ['lacks Fuse 2, which the English says: copy the number']
    """
    theirs, ours = (set(_RELEASE.findall(each)) for each in (text, english))
    for number in sorted(theirs - ours):
        yield f"says {number}, which the English does not: name the same releases"
    for number in sorted(ours - theirs):
        yield f"lacks {number}, which the English says: name the same releases"
    for number in dict.fromkeys(_NUMBER.findall(text)):
        if number not in english.replace(",", ""):
            yield f"says {number}, which the English does not: copy the number"
    said, wanted = (dict.fromkeys(_OF_A_NAME.findall(each)) for each in (text, english))
    for name, number in said:
        if number not in english and (meant := [f"{name} {other}" for each, other in wanted if each == name]):
            yield f"says {name} {number}, the English {' and '.join(meant)}: copy the number"
    for name, number in wanted:
        if number not in text and (own := [other for each, other in said if each == name]) and own[0] in english:
            yield f"lacks {name} {number}, which the English says: copy the number"


def find_exchanged(texts: Sequence[str], originals: Sequence[str], least: int = 1) -> tuple[int, int] | None:
    """The places of two translated texts that each say what the other one's original says; None if they are in order.

    `least` names and numbers more must be found where they would stand than where they stand.

    >>> find_exchanged(["升级 NumPy。", "用 `int64`。", "别的。"], ["Use `int64`.", "Upgrade NumPy.", "Else."])
    (0, 1)
    >>> find_exchanged(["安装它。", "写全名。"], ["Write its whole name.", "Install it."])
    (0, 1)
    """
    if len(texts) != len(originals):
        return None
    said = [{*_KEPT.findall(text.lower()), *(verb for verb in _VERBS if verb in text)} for text in texts]
    lost = [[{word for word in words if not _says(other.lower(), word)} for other in originals] for words in said]
    gains = {
        (one, other): len(lost[one][one]) + len(lost[other][other]) - len(lost[one][other]) - len(lost[other][one])
        for one, other in combinations(range(len(texts)), 2)
        if not (lost[one][one] & lost[one][other] or lost[other][other] & lost[other][one])  # said in neither
    }
    best = max(gains, key=lambda pair: gains[pair], default=None)
    return best if best and gains[best] >= least else None


def _says(english: str, word: str) -> bool:
    """Whether an English text has a name or a number, or tells what this Chinese verb tells."""
    return bool(re.search(_VERBS[word], english)) if word in _VERBS else word in english
