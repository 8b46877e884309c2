"""The client speaks Chinese where --lang, TRACEFIX_LANG or the locale asks for it."""

import json

import pytest

from tests.client.test_commands import KNOWN

ENGLISH = {"TRACEFIX_LANG": "", "LC_ALL": "C"}


@pytest.mark.parametrize(
    ("words", "environ"),
    [
        (("--lang", "zh-hans", "match"), ENGLISH),
        (("match", "--lang", "zh-hans"), ENGLISH),
        (("match",), {**ENGLISH, "TRACEFIX_LANG": "zh-hans"}),
        (("match",), {"TRACEFIX_LANG": "", "LC_ALL": "zh_CN.UTF-8"}),
    ],
    ids=["--lang", "behind the command", "TRACEFIX_LANG", "locale"],
)
def test_an_answer_is_in_the_language_that_is_asked_for(call_tracefix, words, environ):
    done = call_tracefix(*words, stdin=KNOWN, **environ)

    assert done.returncode == 0
    assert "\n已知错误\n" in done.stdout
    assert "\n原因\n" in done.stdout
    assert "Known error" not in done.stdout


def test_an_option_wins_over_the_environment(call_tracefix):
    done = call_tracefix("match", "--lang", "en", stdin=KNOWN, TRACEFIX_LANG="zh-hans")

    assert "\nKnown error\n" in done.stdout


def test_an_unknown_language_is_refused_and_one_of_the_environment_is_passed_over(call_tracefix):
    assert call_tracefix("match", "--lang", "fr", stdin=KNOWN).returncode == 2
    assert "Known error" in call_tracefix("match", stdin=KNOWN, TRACEFIX_LANG="fr", LC_ALL="fr_FR.UTF-8").stdout


def test_json_and_an_article_are_translated(call_tracefix):
    answer = json.loads(call_tracefix("match", "--json", "--lang", "zh-hans", stdin=KNOWN).stdout)
    article = call_tracefix("explain", "torch-six-missing", "--lang", "zh-hans").stdout

    assert answer["matches"][0]["summary"] in article
    assert "\n## 原因\n" in article
    assert "\n原因：" in article


def test_complaints_and_help_are_translated(call_tracefix):
    assert call_tracefix("match", "no.txt", "--lang", "zh-hans").stderr.startswith("no.txt 无法读取：")
    assert call_tracefix("--lang", "zh-hans", "--help").stdout.startswith("用法：")
    assert call_tracefix("--lang", "en", "--help").stdout.startswith("usage: ")


def test_run_speaks_it_too_and_leaves_the_words_of_the_command_alone(tracefix):
    program = "import sys; print(sys.argv[1:]); raise ModuleNotFoundError(\"No module named 'torch._six'\")"
    done = tracefix("run", "--lang", "zh-hans", "--", "python3", "-c", program, "--lang", "fr")

    assert done.returncode == 1
    assert done.stdout == "['--lang', 'fr']\n"
    line = done.stderr.splitlines()[-1]
    assert line.startswith("tracefix: ModuleNotFoundError")
    assert any(char > "\u2e80" for char in line)
