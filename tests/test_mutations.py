"""Damage may cost us an answer; it never turns one into a wrong `exact`.

The recorded runs and pastes of the published articles are damaged as launchers, terminals and trackers do it: in each
way a report of every seventh article, and each article in a seventh of the ways; some messages are retold in some of
the ways. Where slow tests run, every report in every way.
"""

import json
import re
from collections import Counter, defaultdict

import pytest

from tests.examples import every
from tests.published_articles import published_articles, published_catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.verdict import Verdict

SHARE = 7  # of the articles, one of so many is damaged in a way


def each_line(change):
    return lambda text: "\n".join(change(line) for line in text.split("\n"))


def wrapped(width):
    return lambda text: "\n".join(
        line[at : at + width] for line in text.split("\n") for at in range(0, max(1, len(line)), width)
    )


def boxed(text):
    return "\n".join(f"│ {line:<76} │" for line in wrapped(76)(text).split("\n"))


MUTATIONS = {
    "every third line dropped": lambda text: "\n".join(line for at, line in enumerate(text.split("\n")) if at % 3),
    "cut in the middle": lambda text: text[: len(text) // 2],
    "only its end": lambda text: text[len(text) // 2 :],
    "wrapped at 80": wrapped(80),
    "wrapped at 40": wrapped(40),
    "boxed": boxed,
    "a rank before every line": each_line("[rank3]: {}".format),
    "ray before every line": each_line("(Worker pid=33, ip=10.0.0.8) {}".format),
    "kubernetes before every line": each_line("2026-01-01T10:00:00.123456789Z stderr F {}".format),
    "quoted": each_line("> {}".format),
    "a list": each_line("- {}".format),
    "indentation lost": each_line(str.strip),
    "newlines lost": lambda text: text.replace("\n", "    "),
    "a blank line after every line": lambda text: text.replace("\n", "\n\n"),
    "underscores eaten": lambda text: text.replace("_", ""),
    "in lower case": str.lower,
    "through json": lambda text: json.dumps({"detail": text}),
    "typographic quotes": lambda text: re.sub(r"'([^'\n]*)'", "‘\\1’", text),
    "colours": each_line("\x1b[31m{}\x1b[0m".format),
    "the first letter of every line lost": each_line(lambda line: line[1:]),
    "another rank's error between the lines": lambda text: text.replace("\n", "\n[rank7]: KeyError: 'x'\n", 3),
}


@pytest.fixture(scope="module")
def reports():
    """Each article's slug with its reports."""
    given = defaultdict(list)
    for article in published_articles():
        given[article.slug] += [run.output for run in article.runs if run.reproduced]
        given[article.slug] += [path.read_text(encoding="utf-8") for path in article.pastes]
    return given


@pytest.fixture
def damaged(reports, all_cases):
    """A function that damages reports in one way; in the next way it takes other articles, and other reports of one."""

    def damage(name):
        at = sorted(MUTATIONS).index(name)
        for number, (slug, texts) in enumerate(reports.items()):
            one = [texts[at // SHARE % len(texts)]] if (number + at) % SHARE == 0 else []
            for text in texts if all_cases else one:
                yield slug, MUTATIONS[name](text)

    return damage


def titled(text):
    """The message of its last error alone, as people put it into a title; "" where there is none."""
    errors = [error for error in diagnose(text, published_catalogue()).errors if error.is_root and error.message]
    return f"{errors[-1].type}: {errors[-1].message}".removeprefix(": ") if errors else ""


def retyped(line):
    """In lower case, and two letters of its longest word swapped."""
    word = max(re.findall("[a-z]+", line.lower()), key=len, default="")
    middle = len(word) // 2
    return line.lower().replace(word, word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :], 1)


def misspelt(line):
    """One letter of its longest word of plain English lost: names are copied, words are typed."""
    word = max(re.findall(r"(?<![\w.'<])[a-z]{5,}(?![\w.'>])", line.partition(": ")[2]), key=len, default="")
    return line.replace(word, word[:2] + word[3:], 1) if word else line


def without_class(line):
    return re.sub(r"^[\w.]+(?:Error|Exception): ", "", line)


def broken(line):
    """Two lines, as a narrow terminal makes of one."""
    return f"{line[: len(line) * 2 // 3]}\n{line[len(line) * 2 // 3 :]}"


def as_object(line):
    found = re.match(r"([\w.]+(?:Error|Exception)): (.+)", line)
    return f"{found[1].rpartition('.')[2]}({found[2]!r})" if found else line


ZORK = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\nZorkError: the zork is missing'
PARAPHRASES = {  # what people make of a message, and the share of the right articles that it leaves first
    "a title": ("[Bug]: {}".format, 0.98),
    "when training": ("{} when training".format, 0.98),
    "in a sentence": ("I get {} when I train".format, 0.98),
    "quotes lost": (lambda title: re.sub("['\"`]", "", title), 0.95),
    "in lower case": (str.lower, 0.96),
    "retyped": (retyped, 0.82),
    "misspelt": (misspelt, 0.82),
    "its class left out": (without_class, 0.93),
    "a title that says when": (lambda title: f"RuntimeError when training: {without_class(title)}", 0.93),
    "without its last quarter": (lambda title: title[: len(title) * 3 // 4] + "…", 0.5),
    "broken in two": (broken, 0.98),
    "as an object": (as_object, 0.94),
    "as a field": (lambda title: str({"status": "failed", "error": title}), 0.97),
}
ASIDE = {  # where it is nobody's error, and another one stands below
    "an example": "For example: {}".format,
    "a question": lambda title: f"Does anybody know what {title} means?",
    "a warning": "/x/torch/a.py:1: UserWarning: {}\n  warnings.warn(".format,
    "logged as a warning": "2026-01-01 10:00:00,123 - root - WARNING - {}".format,
    "source": '    raise RuntimeError("{}")'.format,
    "ignored": 'Exception ignored in: <f>\nTraceback (most recent call last):\n  File "x.py", line 3, in f\n{}'.format,
}


HARMLESS = {
    "a rank before every line",
    "ray before every line",
    "kubernetes before every line",
    "quoted",
    "colours",
    "a blank line after every line",
    "wrapped at 80",
    "typographic quotes",
}


@pytest.fixture(scope="module")
def titles(reports, all_cases):
    """The titles that lead to their article as they are, each once: of every twelfth report, or of every third."""
    step = 3 if all_cases else 12
    given = [(slug, titled(text)) for slug, texts in reports.items() for text in texts[::step]]
    return [
        (slug, title)
        for slug, title in dict.fromkeys(given)
        if 0 < len(title) < 300
        and [match.article.slug for match in diagnose(title, published_catalogue()).matches[:1]] == [slug]
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(MUTATIONS.keys() - HARMLESS))  # what the others leave is tested below
def test_damage_makes_no_wrong_exact(name, damaged):
    wrong = []
    for slug, text in damaged(name):
        diagnosis = diagnose(text, published_catalogue())
        if diagnosis.verdict is Verdict.EXACT and diagnosis.matches[0].article.slug != slug:
            wrong.append((slug, diagnosis.matches[0].article.slug, text))

    assert not wrong


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(HARMLESS))
def test_harmless_damage_leaves_the_right_article_first(name, damaged):
    lost = []
    for slug, text in damaged(name):
        matches = diagnose(text, published_catalogue()).matches
        if not matches or matches[0].article.slug != slug:
            lost.append((slug, [match.article.slug for match in matches], text))

    assert not lost


def test_every_article_is_damaged_in_some_ways_and_with_slow_tests_every_report_in_every_way(
    damaged, reports, monkeypatch, all_cases
):
    monkeypatch.setattr("tests.test_mutations.MUTATIONS", dict.fromkeys(MUTATIONS, str))
    done = {name: set(damaged(name)) for name in MUTATIONS}

    if all_cases:
        everything = {(slug, text) for slug, texts in reports.items() for text in texts}
        assert all(pairs == everything for pairs in done.values())
    else:
        ways = Counter(slug for pairs in done.values() for slug, _ in pairs)
        assert set(ways) == {article.slug for article in published_articles()}
        assert set(ways.values()) == {len(MUTATIONS) // SHARE}


@pytest.mark.parametrize("name", every(18, sorted(PARAPHRASES)))
def test_a_message_retold_is_never_exact_for_another_article(name, titles):
    paraphrase, share = PARAPHRASES[name]
    right = 0
    for slug, title in titles:
        diagnosis = diagnose(paraphrase(title), published_catalogue())
        first = diagnosis.matches[0].article.slug if diagnosis.matches else ""
        assert diagnosis.verdict is not Verdict.EXACT or first == slug, paraphrase(title)
        right += first == slug

    assert right / len(titles) >= share


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ASIDE))
def test_a_message_aside_of_another_error_is_never_exact(name, titles, all_cases):
    step, at = (1, 0) if all_cases else (SHARE, sorted(ASIDE).index(name) % SHARE)
    wrong = [
        title
        for _, title in titles[at::step]
        if diagnose(f"{ASIDE[name](title)}\n\n{ZORK}", published_catalogue()).verdict == "exact"
    ]

    assert not wrong


# What Windows says of errors 2, 3 and 10048 in other languages: the numbers stay
FILE = [
    "Das System kann die angegebene Datei nicht finden",
    "Le fichier spécifié est introuvable",
    "系统找不到指定的文件。",
]
FILE += [
    "指定されたファイルが見つかりません。",
    "Не удается найти указанный файл",
    "El sistema no puede encontrar el archivo",
]
FOLDER = [
    "Das System kann den angegebenen Pfad nicht finden",
    "Le chemin d’accès spécifié est introuvable",
    "系统找不到指定的路径。",
]
FOLDER += [
    "指定されたパスが見つかりません。",
    "Системе не удается найти указанный путь",
    "지정된 경로를 찾을 수 없습니다",
]


@pytest.mark.parametrize("said", FILE)
def test_windows_misses_a_file_in_any_language(said):
    diagnosis = diagnose(f"FileNotFoundError: [WinError 2] {said}: 'data\\\\train.csv'", published_catalogue())

    assert diagnosis.matches[0].article.slug == "input-file-not-found"


@pytest.mark.parametrize("said", FOLDER)
def test_windows_misses_a_folder_in_any_language(said):
    for text in (
        f"FileNotFoundError: [WinError 3] {said}: 'data\\\\train'",
        f"[WinError 3]{said}",
        f"OSError: [WinError 3] {said}",
    ):
        assert diagnose(text, published_catalogue()).matches[0].article.slug == "input-file-not-found", text


@pytest.mark.parametrize("said", ["Le fichier spécifié est introuvable", "지정된 파일을 찾을 수 없습니다"])
def test_windows_misses_a_program_in_any_language(said):
    stack = 'Traceback (most recent call last):\n  File "C:\\Python310\\lib\\subprocess.py", line 1420, in _execute_child\n    x'

    assert (
        diagnose(f"{stack}\nFileNotFoundError: [WinError 2] {said}", published_catalogue()).matches[0].article.slug
        == "command-not-found"
    )
