"""Notes are loaded whole, or refused with path, line and what to do; a note becomes an article that is likely at most."""

import textwrap

import pytest

from tests.factories import make_article
from tests.settings import BASE_DIR
from tracefix.articles.conditions import Facts
from tracefix.articles.model import ArticleError, Proof
from tracefix.articles.signatures import Role, Signature
from tracefix.articles.steps import Order, all_hold, order_rows
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.projects.notes import load_all, load_notes, load_sound

HEAD = """\
project: Cellar
repository: https://github.com/house/cellar
commit: 0123456789012345678901234567890123456789
read: 2026-01-31
notes:
"""
NOTE = """\
  cold-soup:
    title: "SoupError: the soup has 3 degrees"
    finding: "The soup has {{degrees|few}} degrees"
    messages:
      - "the soup has {degrees} degrees"
      - message: "soup below {degrees} degrees refused by {guest}"
        exception: SoupError
    cause: Nobody lit the stove.
    fixes:
      - do: Light the stove.
        command: cellar stove --light
        when: "system is Linux"
      - if: there is no wood
        do: Buy some.
    check: The soup steams.
    article: boom
    examples:
      - "SoupError: the soup has 3 degrees"
      - "SoupError: soup below 40 degrees refused by Ann"
    sources:
      stove.py:7: raises the message
      issues/3: the stove was out
    zh:
      title: 汤是冷的
      finding: "汤只有 {{degrees|few}} 度"
      cause: 没有人点炉子。
      fixes: [{do: 点炉子。}, {if: 没有木柴, do: 买一些。}]
      check: 汤在冒热气。
"""


def write(root, notes=NOTE, head=HEAD, project="cellar"):
    path = root / project / "notes.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(head + textwrap.indent(textwrap.dedent(notes), "  ") if notes is not NOTE else head + notes)
    return path


def loaded(root, before="", more=""):
    """The article of the note, with more before one of its keys."""
    assert before in NOTE
    (note,) = load_notes(write(root, NOTE.replace(before, f"{more}{before}", 1)))
    return note.article


def problems_of(path):
    with pytest.raises(ArticleError) as caught:
        load_notes(path)
    return [(problem.line, problem.message) for problem in caught.value.problems]


def test_a_note_becomes_an_article_of_its_project(tmp_path):
    article = loaded(tmp_path)

    assert (article.slug, article.note_of, article.proof) == ("cellar/cold-soup", "cellar", Proof.SOURCED)
    assert (article.projects, article.exceptions, article.related) == (("Cellar",), ("SoupError",), ("boom",))
    assert [signature.general for signature in article.signatures] == [True, True]
    assert article.sources[0].url.endswith(f"/blob/{'0123456789' * 4}/stove.py#L7")
    assert article.sources[1].url == "https://github.com/house/cellar/issues/3"


def test_its_chinese_has_the_commands_of_the_english(tmp_path):
    words = loaded(tmp_path).in_language("zh-hans")

    assert (words.title, words.summary) == ("汤是冷的", "没有人点炉子。")
    assert [(row.do, row.commands) for row in words.steps] == [
        ("点炉子。", ("cellar stove --light",)),
        ("买一些。", ()),
    ]
    assert words.steps[0].note == "汤在冒热气。"


def test_its_check_stands_with_the_first_row_and_in_the_text(tmp_path):
    article = loaded(tmp_path)

    assert article.steps[0].note == "The soup steams."
    assert "The soup steams." in article.fix
    assert article.body.startswith("## What you see\n\n```text\n")


def test_a_row_for_one_system_is_left_out_on_another(tmp_path):
    rows = loaded(tmp_path).steps

    assert order_rows(rows, Facts(system="Linux")) == Order()
    assert order_rows(rows, Facts(system="Windows")) == Order(dropped=(0,))
    assert order_rows(rows, Facts()) == Order()


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("    cause: Nobody lit the stove.\n", "", "the key 'cause' is missing"),
        ("    check: The", "    chekc: The", "unknown key 'chekc': did you mean"),
        ("finding: \"The soup has {{degrees|few}} degrees\"", 'finding: "It is cold."', "without a full stop"),
        ('"system is Linux"', '"{wood} is wet"', "no message captures {wood}"),
        ("stove.py:7:", "stove:", "is no place"),
        ("stove.py:7:", "stove.py:0:", "is no place"),
        ("    article: boom", "    where: {gest: [Ann]}", "messages: no message has {gest}, which where names"),
        ("    article: boom", "    where_not: {gest: [Ann]}", "messages: no message has {gest}, which where_not names"),
        ("if: there is", "if: when there is", "`if` begins after the word"),
        ("if: there is no wood", "if: there is no wood.", "and has no full stop"),
        ("if: 没有木柴", "if: 没有木柴。", "and has no full stop"),
        ("fixes: [{do: 点炉子。}, ", "fixes: [", "zh: has 1 fixes, the note has 2"),
        ("      check: 汤在冒热气。\n", "", "zh: `check` stands in one language only"),
        ("if: 没有木柴, ", "", "zh: fixes 2: `if` or `note` stands in one language only"),
        ("do: 点炉子。}", "do: 点炉子。, note: 小心。}", "zh: fixes 1: `if` or `note` stands in one language only"),
        ("  cold-soup:", "  Cold_Soup:", "an id has lower case"),
        ('"the soup has {degrees} degrees"', '"{degrees}"', "messages: "),
    ],
)  # fmt: skip
def test_a_wrong_note_is_refused_with_its_line_and_its_id(tmp_path, old, new, complaint):
    assert old in NOTE

    ((line, message),) = problems_of(write(tmp_path, NOTE.replace(old, new)))

    assert line == 6
    assert message.lower().startswith("cold")
    assert complaint in message


def test_a_file_source_needs_the_commit(tmp_path):
    head = HEAD.replace("commit: 0123456789012345678901234567890123456789\n", "")

    assert "or `commit` at the head" in problems_of(write(tmp_path, head=head))[0][1]


def test_an_id_that_stands_twice_is_refused(tmp_path):
    assert "stands in line" in problems_of(write(tmp_path, NOTE + NOTE))[0][1]


def test_a_broken_file_does_not_stop_the_others(tmp_path):
    write(tmp_path)
    write(tmp_path, project="attic").write_text("notes: [")

    notes, problems = load_sound(tmp_path)

    assert [note.article.slug for note in notes] == ["cellar/cold-soup"]
    assert problems
    with pytest.raises(ArticleError):
        load_all(tmp_path)


# ── matching ────────────────────────────────────────────────────────────────────────────────────────────────────────


def matches(text, *articles):
    return [
        (match.article.slug, str(match.verdict), str(match.kind))
        for match in diagnose(text, Catalogue(articles)).matches
    ]


def test_a_note_is_likely_below_a_known_error_and_above_a_kind(tmp_path):
    note = loaded(tmp_path)
    known = make_article("known", signatures=(Signature("soup has {n} degrees"),))
    kind = make_article("kind", signatures=(Signature("the soup has {n} degrees", general=True),))
    text = "SoupError: the soup has 3 degrees"

    assert matches(text, kind, note, known) == [
        ("known", "exact", "known"), ("cellar/cold-soup", "likely", "note"), ("kind", "likely", "general"),
    ]  # fmt: skip
    assert matches(text, note)[0][1] == "likely"


def test_a_note_in_passing_does_not_outdo_the_kind_of_the_error(tmp_path):
    note = loaded(tmp_path)
    kind = make_article("kind", signatures=(Signature("the stove is out", general=True),))
    text = 'I read that the soup has 3 degrees\nTraceback (most recent call last):\n  File "a.py", line 3, in f\nStoveError: the stove is out'

    assert matches(text, kind, note)[0][0] == "kind"


def test_a_note_whose_condition_holds_outdoes_an_article_where_both_are_in_passing(tmp_path):
    note = loaded(tmp_path, "    cause:", "    when: 'paste has *kitchen*'\n")
    known = make_article("known", signatures=(Signature("the soup has {n} degrees"),))
    kind = make_article("kind", signatures=(Signature("the soup has {n} degrees", general=True),))

    text = "ann@kitchen:~$ somebody said that the soup has 3 degrees"
    assert matches(text, known, kind, note)[0][0] == "cellar/cold-soup"
    assert matches(f"{text}\nSoupError: the soup has 3 degrees", known, note)[0][0] == "known"


def test_a_note_whose_condition_does_not_hold_is_no_match(tmp_path):
    note = loaded(tmp_path, "    cause:", '    when: "{degrees} < 10"\n')

    assert all_hold(note.when, Facts({"degrees": "3"}))
    assert matches("SoupError: the soup has 3 degrees", note)
    assert not matches("SoupError: the soup has 30 degrees", note)


STACK = (
    'Traceback (most recent call last):\n  File "{file}", line 3, in f\n    heat()\nSoupError: the soup has 3 degrees'
)


def test_a_note_that_names_files_is_for_stacks_that_pass_through_them(tmp_path):
    note = loaded(tmp_path, "    messages:", "    frames: ['*cellar/stove.py']\n")
    kind = make_article("kind", signatures=(Signature("the soup has {n} degrees", general=True),))

    def found(text):
        return [slug for slug, *_ in matches(text, kind, note)]

    assert found(STACK.format(file="/opt/cellar/stove.py")) == ["cellar/cold-soup", "kind"]
    assert found(STACK.format(file=r"C:\\opt\\cellar\\stove.py")) == ["cellar/cold-soup", "kind"]
    assert found("SoupError: the soup has 3 degrees") == ["kind", "cellar/cold-soup"]  # others print it, too
    assert found(STACK.format(file="/opt/kitchen/pot.py")) == ["kind"]
    damaged = STACK.replace("the soup has", "the sou p h as")
    assert "cellar/cold-soup" in found(damaged.format(file="/opt/cellar/stove.py"))
    assert found(damaged.format(file="/opt/kitchen/pot.py")) == ["kind"]
    assert matches("SoupError: the soup has 3 degrees", note)  # better than nothing


def test_a_note_on_a_consequence_gives_way_to_everything_else(tmp_path):
    note = loaded(tmp_path, "    messages:", "    role: consequence\n")
    wrapper = make_article("wrapper", signatures=(Signature("the cook has left", role=Role.WRAPPER),))

    assert matches("the soup has 3 degrees\nCookError: the cook has left", note, wrapper)[0][0] == "wrapper"


def test_a_note_on_a_line_above_a_cut_stack_does_not_hide_that_it_is_cut(tmp_path):
    text = 'I saw the soup has 3 degrees\nTraceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\n'

    found = diagnose(text, Catalogue((loaded(tmp_path),)))

    assert [match.article.slug for match in found.matches] == ["cellar/cold-soup"]
    assert [hint.code for hint in found.hints] == ["cut"]


@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        ("tarfile.ReadError: unexpected end of data", ["python/tar-truncated"]),
        ("UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 3: unexpected end of data", []),
    ],
)
def test_a_message_that_two_classes_print_is_of_its_own_class(text, slugs):
    notes = load_notes(BASE_DIR / "projects" / "python" / "notes.yaml")
    found = diagnose(text, Catalogue(note.article for note in notes if note.article.slug == "python/tar-truncated"))

    assert [match.article.slug for match in found.matches] == slugs


@pytest.mark.parametrize(
    ("slug", "theirs", "others"),
    [
        (
            "ollama/embed-failed",
            "ollama._types.ResponseError: failed to generate embedding",
            "Failed to ingest soups.pdf: Failed to generate embeddings",
        ),
        (
            "onetrainer/could-not-load-model",
            'File "D:\\OneTrainer\\modules\\modelLoader\\Soup.py", line 3, in load\nException: could not load model: soup.bin',
            "Exception: could not load model: soup.bin",
        ),
    ],
)
def test_words_that_many_programs_print_are_of_a_project_that_the_paste_shows(slug, theirs, others):
    notes = load_notes(BASE_DIR / "projects" / slug.partition("/")[0] / "notes.yaml")
    catalogue = Catalogue(note.article for note in notes)

    assert [match.article.slug for match in diagnose(theirs, catalogue).matches] == [slug]
    assert not diagnose(others, catalogue).matches
