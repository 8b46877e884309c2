"""Lint of notes names what a reader would meet: the wrong note first, a message without example, a costly command."""

import re

import pytest

from authoring.lint.notes import changed, check
from tests.factories import make_article
from tests.tracefix.projects.test_notes import HEAD, NOTE, write
from tests.tracefix.projects.tools import write_card
from tracefix.articles.signatures import Signature
from tracefix.matching.catalogue import Catalogue
from tracefix.projects.loading import load_card
from tracefix.projects.notes import load_notes
from tracefix.projects.shown import Projects


def messages(root, text, *others, head=HEAD, cards=(), ordinary=""):
    path = write(root)
    path.write_text(head + text)
    notes = load_notes(path)
    boom = make_article("boom", message="a fuse that no example names")
    catalogue = Catalogue([boom, *(note.article for note in notes), *others], Projects(cards))
    return [problem.message for problem in check(notes, catalogue, ordinary)]


def test_a_sound_note_has_no_problems(tmp_path):
    assert messages(tmp_path, NOTE) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('      - "SoupError: soup below 40 degrees refused by Ann"\n', "", "fits no example"),
        ("refused by Ann", "liked by Ann", "does not lead here, but to nothing"),
        ("cellar stove --light", "rm -rf /tmp/stove", "a command that"),
        ("The soup has {{degrees|few}}", "The soup has " + "very " * 20 + "{{degrees|few}}", "it is a headline"),
        ("The soup has {{degrees|few}}", "{{guest|Bob}} has cold soup", "finding: the message “the soup has {degrees}"),
        ("cause: Nobody lit", "cause: Not even {{guest|Bob}} lit", "cause: the message"),
        ("do: 买一些。", 'do: "给 {{guest|Bob}} 买一些。"', "zh: fixes 2: the message"),
        ("article: boom", "article: bom", "article: 'bom' is no article: did you mean 'boom'?"),
        (
            "cause: Nobody lit",
            "cause: See [it](/articles/bom/). Nobody lit",
            "the link leads to 'bom', which is",
        ),
        ("没有人点炉子。", "没有人点炉子.", "zh: cause: ends with '.'"),
        ("没有人点炉子。", "2.1 起没有人点炉子。", "zh: cause: says 2.1, which the English does not"),
        ("买一些。", "买一些 of the wood that you need。", "zh: fixes 2: has English words"),
        ("cellar stove --light", "cellar stove --for {{guest|Bob}}", "fixes 1: the message"),
        (
            "The soup has {{degrees|few}}",
            "The soup has {{heat|few}}",
            "finding: no message captures {heat}: choose from",
        ),
        ("    article: boom", "    frames: ['*/stoev.py']", "frames: '*/stoev.py' has 'stoev': did you mean 'stove'?"),
        ("    article: boom", '    affects: {transfomers: ">=4"}', "affects names the package 'transfomers'"),
        ("cellar stove --light", "pip install transformers==4.83.2", "transformers has no release 4.83.2"),
        ("cellar stove --light", "pip instal numpy", "pip has no command 'instal'"),
        ("cellar stove --light", "python -m troch.utils.collect_env", "did you mean 'torch'?"),
        ("cellar stove --light", "torch.load(path, weights_onyl=False)", "did you mean 'weights_only'?"),
        ("cellar stove --light", "cellar stove <name>", "a command has <name>: write what the reader fills in"),
        ("    article: boom", '    affects: {torch: ">=2.99"}', "affects: torch has no release 2.99"),
        ("do: Buy some.", "do: Buy some", "fixes 2: 'Buy some' is no sentence"),
        ("cause: Nobody lit", "cause: It is `np.unit8`. Nobody lit", "numpy has no 'unit8': did you mean 'uint8'?"),
        ("check: The soup steams.", 'check: "`pip show enops` prints it."', "did you mean 'einops'?"),
        ("check: 汤在冒热气。", 'check: "`python -m troch.hub` 打印它。"', "did you mean 'torch'?"),
        ("exception: SoupError", "exception: SuopError", "exception: no example has 'SuopError', but SoupError"),
        (
            "do: Buy some.",
            "do: Buy some.\n        when: stack has */stoev.py",
            "'*/stoev.py' has 'stoev': did you mean 'stove'?",
        ),
        ("do: Buy some.", "do: Buy some.\n        unless: stack has stove.py", "'stove.py' fits a whole path alone"),
        ("do: Buy some.", "do: Buy some.\n        when: paste has wood", "'wood' fits a whole line alone: write `*`"),
        ("do: Buy some.", "do: Buy some.\n        when: project is celar", "there is no card 'celar'"),
        ("do: Buy some.", "do: Buy some.\n        when: transfomers >= 4", "the package 'transfomers': did you mean"),
        ("do: Buy some.", "do: Buy some.\n        when: caller of stoev is own", "has 'stoev': did you mean 'stove'?"),
        ("do: Buy some.", "do: Buy some.\n        when: torch >= 2.6, < 2.1", "no release of torch is “<2.1,>=2.6”"),
        ("    article: boom", "    when: project is celar", "there is no card 'celar'"),
        ("    article: boom", "    article: cellar/cold-soup", "article: 'cellar/cold-soup' is no article"),
        ("    article: boom", "    frames: [house/stove.py]", "frames: 'house/stove.py' fits a whole path alone"),
        ("    article: boom", '    affects: {torch: ">=2.6,<2.1"}', "affects: no release of torch is “<2.1,>=2.6”"),
        ("cellar stove --light", "$ cellar stove", "the command '$ cellar stove' begins with a prompt"),
        ("Nobody lit the stove.", "Nobody lit the stove", "cause: 'Nobody lit the stove' is no sentence"),
        ("没有人点炉子。", "没有人点炉子", "zh: cause: ends without a stop"),
        ("do: 点炉子。", "do: 点炉子", "zh: fixes 1: ends without a stop"),
        ("{{degrees|few}} 度", "{{degrees|few}} 度。", "zh: finding: ends with a stop"),
        (
            "Nobody lit the",
            "With {degrees} degrees, nobody lit the",
            "cause: {degrees} shows no value: write {{NAME|EX",
        ),
        ('"The soup has {{degrees|few}}', '"The soup has {{degrees}}', "finding: {{degrees}} shows no value"),
        ('title: "SoupError', 'title: "SuopError', "title has 'SuopError', the reports 'SoupError'"),
        ('"the soup has {degrees} degrees"', '"{degrees} degrees"', "begins with {degrees}, which takes anything"),
        ('"the soup has {degrees} degrees"', "\"'{degrees}'\"", "begins with {degrees}, which takes anything"),
    ],
)
def test_what_is_wrong_is_named_with_the_note(tmp_path, old, new, complaint):
    assert old in NOTE
    found = messages(tmp_path, NOTE.replace(old, new))

    assert found
    assert all(message.startswith("cold-soup: ") for message in found)
    assert any(complaint in message for message in found)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("do: Buy some.", "do: Buy some.\n        when: [stack has */stove.py | *light(*, 'paste has *wood*']"),
        ("do: Buy some.", "do: Buy some.\n        when: [project is cellar, 'torch >= 2.1, < 2.6']"),
        ("do: Buy some.", "do: Buy some.\n        when: last frame has <string>"),
        ("do: Buy some.", "do: Buy some.\n        when: [caller of torch | PIL is own, place is notebook | Slurm]"),
        ("Nobody lit the stove.", "Nobody wrote `f'{guest_name}'`."),
        ("cellar stove --light", '$Env:STOVE = "on"'),
        ('title: "SoupError', 'title: "FileNotFoundError'),
    ],
)
def test_conditions_and_words_that_are_right_are_not(tmp_path, old, new):
    card = load_card(write_card(tmp_path))

    assert messages(tmp_path, NOTE.replace(old, new), cards=[card]) == []


@pytest.mark.parametrize(
    ("english", "chinese", "told"),
    [
        ("Light `soup_stove` now.", "现在点 `soup_stoves`。", "`soup_stoves` is `soup_stove` in English: copy it"),
        ("It is {{degrees|40}} warm.", "温度是 {{degree|40}}。", "{{degree|40}} is not in the English: copy it"),
        (
            "It is {{degrees|40}} warm.",
            "温度是 40。",
            "says 40 for everybody: write {{degrees|40}}, as the English does",
        ),
    ],
)
def test_chinese_code_and_values_that_differ_a_little_are_told(english, chinese, told):
    assert list(changed(chinese, english)) == [told]


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("Light `soup_stove` now.", "现在点 `soup_stove`。"),
        ("Light `soup_stove NAME`.", "点 `soup_stove 名字`。"),
        ("Light `stove`.", "点 `完全不同的东西`，看 `another_thing`。"),
        ("It is {{degrees|few}} warm.", "温度是 {{degrees|几}}。"),
        ("It is {{degrees|40}} warm.", "温度太低。"),
        ("It has {{degrees|no}} degrees.", "只有 {{degrees|0}} 度。"),
    ],
)
def test_what_is_translated_or_left_out_is_not(english, chinese):
    assert list(changed(chinese, english)) == []


STOVE = ["{do: 运行 cellar stove。}", "{if: 没有木柴, do: 买一些。}"]


EXCHANGED = ["{do: 买一些。}", "{if: 没有木柴, do: 运行 cellar stove。}"]


@pytest.mark.parametrize(("rows", "is_told"), [(STOVE, False), (EXCHANGED, True)])
def test_chinese_rows_that_are_exchanged_are_told(tmp_path, rows, is_told):
    told = messages(tmp_path, NOTE.replace("[{do: 点炉子。}, {if: 没有木柴, do: 买一些。}]", f"[{', '.join(rows)}]"))

    assert (
        told
        == [
            "cold-soup: zh: fixes 1 and 2 each say what the other says in English: exchange them",
        ]
        * is_told
    )


@pytest.mark.parametrize(
    ("chinese", "told"),
    [
        (
            "用 `stove.cold()` 买一些。",
            ["zh: fixes 2: `stove.cold()` is not in the English row: leave it out, or write it there, too"],
        ),
        ("买 7 些。", ["zh: fixes 2: says 7, which the English row does not: copy the number"]),
        ("7 月买一些。", []),
    ],
)
def test_what_a_chinese_row_adds_is_told(tmp_path, chinese, told):
    assert messages(tmp_path, NOTE.replace("买一些。", chinese)) == [f"cold-soup: {each}" for each in told]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("check: 汤在冒热气。", "check: …", "cold-soup: zh: fixes 1: is not written yet"),
        ("title: 汤是冷的", "title: …", "cold-soup: zh: title: is not written yet"),
        (
            "issues/3: the stove was out",
            "issues/3: …",
            "cold-soup: sources: https://github.com/house/cellar/issues/3 supports nothing yet",
        ),
    ],
)
def test_what_is_not_written_yet_is_told(tmp_path, old, new, told):
    assert told in messages(tmp_path, NOTE.replace(old, new))


def test_what_is_left_of_the_guides_example_is_told(tmp_path):
    commit = "0123456789abcdef0123456789abcdef01234567"

    assert messages(tmp_path, NOTE, head=re.sub("commit: .*", f"commit: {commit}", HEAD)) == [
        "commit 0123456789ab… is the example's of docs/notes.md: write the one that you read"
    ]


def test_the_repository_of_another_project_than_that_of_the_card_beside_is_told(tmp_path):
    card = load_card(write_card(tmp_path))

    for other in ("mill/soup", "house/cella"):
        assert messages(tmp_path, NOTE, head=HEAD.replace("house/cellar", other), cards=[card]) == [
            f"repository is https://github.com/{other}, house/cellar on the card beside: correct one of them"
        ]


def test_a_project_that_is_its_folder_but_for_a_letter_is_told(tmp_path):
    assert messages(tmp_path, NOTE, head=HEAD.replace("project: Cellar", "project: Celler")) == [
        "project is 'Celler', the folder 'cellar': correct one of them"
    ]


def test_the_lines_of_the_file_are_read_too(tmp_path):
    assert messages(tmp_path, NOTE.replace("cellar stove --light", "cat /home/mary/stove")) == [
        "holds the home folder /home/mary: write /home/user"
    ]


def test_a_message_that_begins_with_a_quote_and_says_more_is_no_open_end(tmp_path):
    note = NOTE.replace('"the soup has {degrees} degrees"', "\"'{degrees}' degrees are no soup\"")

    assert messages(tmp_path, note.replace("the soup has 3 degrees", "'3' degrees are no soup")) == []


@pytest.mark.parametrize(
    ("line", "is_told"),
    [
        ("12:00 INFO the soup has 70 degrees", True),
        ("12:00 WARNING SoupError: the soup has 3 degrees", False),  # an example of the note is this warning
        ("12:00 INFO the soup is served", False),
    ],
)
def test_a_message_that_fits_an_ordinary_log_is_told(tmp_path, line, is_told):
    told = f"the signature “the soup has {{degrees}} degrees” fits an ordinary log, “{line}”: say more of the message"

    assert messages(tmp_path, NOTE, ordinary=f"epoch 1\n{line}\n") == [f"cold-soup: {told}"] * is_told


@pytest.mark.parametrize(
    ("frames", "is_told"),
    [("", True), (", frames: ['*/stove.py']", False)],  # what only resembles a message counts with its stack alone
)
def test_a_message_of_quotes_around_a_value_fits_an_ordinary_log_though_its_class_narrows_it(tmp_path, frames, is_told):
    message = f"""{{message: "'{{degrees}}'", exception: SoupError{frames}}}"""
    found = messages(
        tmp_path, NOTE.replace('"the soup has {degrees} degrees"', message), ordinary="Collecting soup==3\n"
    )

    assert any("fits an ordinary log, “Collecting soup==3”" in each for each in found) is is_told


def test_a_message_that_says_little_beside_its_values_wants_more(tmp_path):
    note = NOTE.replace('"the soup has {degrees} degrees"', '"has {degrees} degrees"')
    (complaint,) = messages(tmp_path, note)

    assert "says little beside its values: add `exception`" in complaint
    assert messages(tmp_path, note.replace("    cause:", "    exception: SoupError\n    cause:", 1)) == []


@pytest.mark.parametrize("package", ["transformers", "cellar", "python", "stove"])
def test_a_package_that_is_known_or_named_elsewhere_may_be_affected(tmp_path, package):
    assert messages(tmp_path, NOTE.replace("    article: boom", f'    affects: {{{package}: ">=2"}}')) == []


@pytest.mark.parametrize("words", ["the guest", "GUEST"])
def test_words_that_read_on_may_stand_where_a_message_captures_nothing(tmp_path, words):
    finding = f"The soup of {{{{guest|{words}}}}} has {{{{degrees|few}}}} degrees"

    assert messages(tmp_path, NOTE.replace("The soup has {{degrees|few}} degrees", finding)) == []


def test_a_day_to_come_is_told(tmp_path):
    assert messages(tmp_path, NOTE, head=HEAD.replace("2026-01-31", "9999-01-31")) == [
        "read (9999-01-31) is in the future: write the day on which it was done"
    ]


@pytest.mark.parametrize(
    ("more", "name", "is_told"),
    [("", "Cellar", False), ("aliases: [The Cellar]", "The Cellar", False), ("", "Cellars", True)],
)
def test_the_name_of_the_project_is_one_of_the_card_beside(tmp_path, more, name, is_told):
    cards = [load_card(write_card(tmp_path, more + "\n"))]
    said = messages(tmp_path, NOTE, head=HEAD.replace("project: Cellar", f"project: {name}"), cards=cards)

    assert [message.partition(":")[0] for message in said] == (
        [f"project is '{name}' here, 'Cellar' on the card beside"] * is_told
    )


def kind(folder, message):
    """An article on a kind of error, with one report."""
    (folder / "pastes").mkdir(parents=True)
    (folder / "pastes" / "a.txt").write_text("SoupError: the soup has 3 degrees in the kitchen\n")
    signatures = (Signature(message, general=True),)
    return make_article("kind", folder=folder, signatures=signatures, pastes=(folder / "pastes" / "a.txt",))


def test_a_message_that_says_less_than_an_article_and_takes_its_report_is_named(tmp_path):
    article = kind(tmp_path / "kind", "the soup has {degrees} degrees in the {room}")

    (complaint,) = messages(tmp_path, NOTE, article)

    assert complaint.startswith(
        "cold-soup: the message “the soup has {degrees} degrees” takes a.txt from the article 'kind'"
    )


@pytest.mark.parametrize(
    "message",
    ["soup has {degrees}", "the soup has 3 degrees", "SoupError: the stew has {degrees} degrees in the {room}"],
)
def test_a_message_that_says_as_much_as_an_article_or_another_thing_is_not(tmp_path, message):
    assert messages(tmp_path, NOTE, kind(tmp_path / "kind", message)) == []


def test_a_message_that_does_not_get_the_report_of_the_article_is_not(tmp_path):
    article = kind(tmp_path / "kind", "the soup has {degrees} degrees in the {room}")
    note = NOTE.replace("    cause:", "    when: '{degrees} > 9'\n    cause:", 1).replace(
        "has 3 degrees", "has 30 degrees"
    )

    assert messages(tmp_path, note, article) == []


def test_an_end_of_which_an_example_shows_that_it_takes_in_more_is_named(tmp_path):
    note = NOTE.replace('"the soup has {degrees} degrees"', '"degrees of soup: {degrees}"')
    found = messages(tmp_path, note.replace("the soup has 3 degrees", "degrees of soup: 3. Light the stove"))

    assert any("ends with {degrees}, which takes in what follows" in message for message in found)


def test_an_end_whose_examples_stop_behind_the_value_is_no_open_end(tmp_path):
    note = NOTE.replace('"the soup has {degrees} degrees"', '"degrees of soup: {degrees}"')

    assert messages(tmp_path, note.replace("the soup has 3 degrees", "degrees of soup: 3")) == []


@pytest.mark.parametrize(("quoted", "is_told"), [("degrees of soup: 3'", True), ("degrees of soup: '3'", False)])
def test_a_value_that_takes_half_a_pair_of_quotes_is_named(tmp_path, quoted, is_told):
    note = NOTE.replace('"the soup has {degrees} degrees"', '"degrees of soup: {degrees}"')
    found = messages(tmp_path, note.replace("the soup has 3 degrees", quoted))

    assert any("gives {degrees} as “3'”: write its last quote into the message" in each for each in found) is is_told


def test_an_example_that_leads_to_another_note_first_is_named(tmp_path):
    second = NOTE.replace("cold-soup", "colder-soup").replace(
        "the soup has {degrees} degrees", "the soup has {degrees}"
    )

    found = messages(
        tmp_path,
        NOTE
        + second.replace('SoupError: the soup has 3 degrees"\n      -', 'SoupError: the soup has 3 degrees"\n      -'),
    )

    assert any("leads to cellar/cold-soup first" in message for message in found)
