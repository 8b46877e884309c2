"""Lint refuses what a card may not say, although it can be read."""

import pytest

from authoring.lint.cards import check
from tests.factories import make_article
from tests.tracefix.projects.tools import HEADER, write_card
from tracefix.articles.model import ArticleError
from tracefix.projects.loading import load_card


def messages(root, more="", *, header=HEADER, notes=()):
    return [problem.message for problem in check(load_card(write_card(root, more, header=header)), notes)]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("modules: [utils]", "names: the module 'utils' is in many people's own code"),
        ("modules: [requests]", "names: the module 'requests' is psf/requests's in the table of tracefix/expl"),
        ("modules: [json]", "names: the module 'json' is Python's own"),
        ("folders: ['attic-*']", "names: the folder 'attic-*' is no name of one folder"),
        ("folders: [attic/net]", "names: the folder 'attic/net' is no name of one folder"),
        ("ports: [8000]", "names: the port 8000 is that of many programs"),
        ("programs: [python]", "names: the program 'python' is everybody's"),
        ("messages: ['*error:*']", "names: the message '*error:*' says too little"),
        ("paths: ['*.bin']", "names: the path '*.bin' says too little"),
        ("log_prefixes: ['I *']", "names: the log prefix 'I *' says too little"),
    ],
)
def test_a_name_that_others_have_is_refused(tmp_path, names, message):
    (said,) = messages(tmp_path, header=HEADER.replace("modules: [cellar]", names))

    assert said.startswith(message)


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        (
            "{command: 'curl -L https://a.example | sh', brings: [a], source: issues/1}",
            "install: a command that runs what nobody",
        ),
        (
            "{command: 'get <NAME>', brings: [a], source: issues/1}",
            "install: 'get <NAME>': write what the reader fills in",
        ),
        ("{command: a, source: issues/1}", "install: no paste gets this row: name in `brings`"),
        ("{do: Install it, brings: [a], source: issues/1, zh: {do: 安装。}}", "install: 'Install it' is no sentence"),
        (
            "{command: a, if: if you can, brings: [a], source: issues/1, zh: {if: 可以}}",
            "install: 'if you can': `if` holds the",
        ),
    ],
)
def test_a_row_that_readers_should_not_see_is_refused(tmp_path, fact, message):
    (said,) = messages(tmp_path, f"install:\n  - {fact}\n")

    assert said.startswith(message)


def test_the_files_of_a_step_are_told_by_more_than_an_ending(tmp_path):
    (said,) = messages(tmp_path, "steps:\n  - {command: a, makes: ['*.bin', bottles/*.bin], source: issues/1}\n")

    assert said.startswith("steps: '*.bin' fits many files")


def test_a_partner_in_words_that_no_paste_can_ask_for_is_told(tmp_path):
    (said,) = messages(tmp_path, "partners: [{with: a glass, needs: a stem, source: issues/1}]\n")

    assert said == (
        "partners: no paste gets the row with 'a glass': add `when`, the conditions on it, or leave the row out"
    )


def test_a_key_that_a_partner_has_not_is_told(tmp_path):
    with pytest.raises(ArticleError, match="partners: unknown key 'neds': did you mean 'needs'"):
        messages(tmp_path, "partners: [{package: numpy, neds: '>=1.17', needs: '>=1', source: issues/1}]\n")


@pytest.mark.parametrize(
    ("messages_of_card", "slug", "told"),
    [
        (
            "Shape mismatch",
            "kettle/shape",
            "the message 'Shape mismatch' fits “Shape mismatch” of the note kettle/shape",
        ),
        (
            "mismatch: expected * b",
            "kettle/shape",
            "the message 'mismatch: expected * b' fits “mismatch: expected 3 b” of",
        ),
        ("Shape mismatch", "cellar/shape", ""),  # its own
        ("Shape mismatch: * glasses", "kettle/shape", ""),
        ("Cellar: Shape", "kettle/shape", ""),  # nobody else prints its name
    ],
)
def test_a_message_that_another_project_prints_is_told_with_an_example(tmp_path, messages_of_card, slug, told):
    body = "Cellar: Shape mismatch: expected 3 bottles, got 4"
    note = make_article(slug, note_of=slug.partition("/")[0], body=body)
    header = HEADER.replace("modules: [cellar]", f"messages: ['{messages_of_card}']")
    said = messages(tmp_path, header=header, notes=[note])

    assert [each.startswith(f"names: {told}") for each in said] == [True] * bool(told)


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ("install: [{command: pip install celar-wine, brings: [cellar], source: issues/1}]", "'celar-wine'"),
        ("install: [{brings: [a], command: pip instal cellar, source: issues/1}]", "did you mean 'install'?"),
        ("install: [{brings: [a], command: python -m troch.hub, source: issues/1}]", "did you mean 'torch'?"),
        (
            "install: [{brings: [a], command: 'torch.load(x, weights_onyl=False)', source: issues/1}]",
            "did you mean 'weights_only'?",
        ),
        (
            "install: [{brings: [a], command: pip install transformers==4.83.2, source: issues/1}]",
            "has no release 4.83.2",
        ),
        ("partners: [{package: numpy, needs: '>=1.17,<11.3', source: issues/1}]", "numpy has no release 11.3"),
        ("install: [{command: pip install cellar, brings: [celar], source: issues/1}]", "did you mean 'cellar', which"),
        ("partners: [{package: albumentatons, needs: '>=1', source: issues/1}]", "did you mean 'albumentations'?"),
    ],
)
def test_a_package_that_nothing_knows_is_told(tmp_path, fact, told):
    (said,) = messages(tmp_path, fact + "\n")

    assert told in said


@pytest.mark.parametrize(
    "fact",
    [
        "install: [{command: pip install cellar_wine, brings: [cellar_wine], source: issues/1}]",
        "install: [{brings: [a], command: pip install celar-wine, do: Install `celar-wine`., source: issues/1, zh: {do: 安装。}}]",
        "install: [{brings: [a], command: pip install celar-wine, source: 'README.md#pip-install-celar-wine'}]",
        "partners: [{package: Cellar, needs: '>=1', source: issues/1}]",
        "partners: [{with: a glass, needs: a stem, when: paste has *shards*, source: issues/1}]",
    ],
)
def test_a_package_that_the_card_speaks_of_is_not(tmp_path, fact):
    assert messages(tmp_path, fact + "\n") == []


def test_a_sound_card_has_no_problems(tmp_path):
    assert messages(tmp_path, "install: [{command: pip install cellar, brings: [cellar], source: issues/1}]\n") == []


@pytest.mark.parametrize(
    ("chinese", "message"),
    [
        ("运行 2.1 版.", "install: zh: ends with '.': write the Chinese stop"),
        ("运行 2.2 版。", "install: zh: says 2.2, which the English does not: name the same releases"),
        ("运行 2.1 版。", ""),
    ],
)
def test_its_chinese_has_chinese_stops_and_the_releases_of_the_english(tmp_path, chinese, message):
    said = messages(tmp_path, f"install:\n  - {{do: Run 2.1., brings: [a], source: issues/1, zh: {{do: {chinese}}}}}\n")

    assert said[:1] == ([message] if message else [])


@pytest.mark.parametrize(("day", "is_told"), [("2026-01-31", False), ("9999-01-31", True)])
def test_a_day_to_come_is_told(tmp_path, day, is_told):
    said = messages(tmp_path, header=HEADER.replace("2026-01-31", day))

    assert said == [f"read ({day}) is in the future: write the day on which it was done"] * is_told


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        (
            "install: [{command: $ cellar, brings: [a], source: issues/1}]",
            "the command '$ cellar' begins with a prompt",
        ),
        (
            "install: [{command: a, brings: [a], when: project is kettel, source: issues/1}]",
            "no card 'kettel': did you mean 'kettle'?",
        ),
        (
            "install: [{command: a, brings: [a], when: stack has */celar/*, source: issues/1}]",
            "'celar': did you mean 'cellar'?",
        ),
        (
            "install: [{command: a, brings: [a], when: paste has wine, source: issues/1}]",
            "'wine' fits a whole line alone",
        ),
        ("logs: [{where: the folder in which it runs, source: issues/1}]", "where is 'the folder in which it runs'"),
        (
            "install: [{command: a, brings: [a], do: Go., source: issues/1, zh: {do: 走}}]",
            "zh: '走' ends without a stop",
        ),
        (
            "install: [{command: a, brings: [a], if: you go, source: issues/1, zh: {if: 如果走}}]",
            "zh: '如果走': `if` holds the clause",
        ),
        (
            "install: [{command: a, brings: [a], if: you go, source: issues/1, zh: {if: 走。}}]",
            "zh: '走。': `if` holds the clause",
        ),
        ("partners: [{package: torch, needs: '>=2.6,<2.1', source: issues/1}]", "no release of torch is “<2.1,>=2.6”"),
        (
            "partners: [{package: numpy, needs: '>=1', source: issues/1}, {package: numpy, needs: '>=2', source: issues/1}]",
            "a row above has 'numpy', too",
        ),
    ],
)
def test_what_no_reader_gets_or_can_use_is_told(tmp_path, fact, told):
    card = load_card(write_card(tmp_path, fact + "\n"))

    (problem,) = check(card, projects=["kettle"])
    assert told in problem.message


@pytest.mark.parametrize(
    "fact",
    [
        "install: [{command: a, brings: [a], when: [project is kettle | cellar, stack has */cellar/*], source: issues/1}]",
        "logs: [{where: 'OUTPUT/the-run/train*.log', source: issues/1}]",
        "partners: [{package: numpy, needs: '>=1', release: '<2', source: issues/1}, "
        "{package: numpy, needs: '>=2', release: '>=2', source: issues/1}]",
    ],
)
def test_what_a_reader_gets_is_not(tmp_path, fact):
    assert [*check(load_card(write_card(tmp_path, fact + "\n")), projects=["kettle"])] == []


@pytest.mark.parametrize(
    ("name", "row", "told"),
    [
        (
            "accelerate",
            "{package: torch, needs: '>=2.0.0', source: issues/1}",
            "accelerate 0.1.0 to 0.18.0 ask for torch>=1.4.0",
        ),
        ("accelerate", "{package: torch, needs: '>=2.0.0', release: '>=1.3', source: issues/1}", ""),
        ("transformers", "{package: safetensors, needs: '>=0.8.0', source: issues/1}", "transformers"),
        ("peft", "{package: torch, needs: '>=1.13.0', source: issues/1}", ""),  # all of its releases ask so
        ("cellar", "{package: torch, needs: '>=2.0.0', source: issues/1}", ""),  # nobody read what they ask for
    ],
)
def test_a_partner_that_only_some_releases_need_says_which(tmp_path, name, row, told):
    folder = write_card(tmp_path, f"partners: [{row}]\n", header=HEADER.replace("[cellar]", f"[{name}]"), name=name)

    found = [problem.message for problem in check(load_card(folder))]

    assert [message.startswith(f"partners: {told}") and "`release`" in message for message in found] == [True] * bool(
        told
    )
