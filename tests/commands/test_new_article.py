"""`manage.py new_article`."""

import datetime
import re
import shutil

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone

from authoring.lint.article_text import SECTIONS
from authoring.lint.checks import check_all
from authoring.management.commands import new_article
from kb.compiled import Articles
from kb.models import WantedError
from kb.store import database_state, wanted_errors
from tests.factories import make_article, withdraw, write_article_folder
from tools.databases import use_database
from tracefix.articles import loading as articles
from tracefix.articles.fields import ARTICLE_FIELDS, TRANSLATION_FIELDS
from tracefix.articles.published_slugs import read_published
from tracefix.languages import LANGUAGES
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.redaction.sketch import Sketch

DAY = datetime.datetime(2031, 5, 17, 12, tzinfo=datetime.UTC)
TEMPLATE = settings.BASE_DIR / "articles" / "_template"


@pytest.fixture
def root(tmp_path, use_articles, monkeypatch, settings):
    """A folder with one article, and no notes: all of them take seconds to read, for each test."""
    root = tmp_path / "articles"
    settings.PROJECTS_DIR = tmp_path / "projects"
    write_article_folder(root, "bang", extra="aliases: [plop]\n")
    tags = settings.BASE_DIR / "articles" / "tags.yaml"
    (root / "tags.yaml").write_text("cuda: CUDA\n" + tags.read_text(encoding="utf-8"), encoding="utf-8")
    use_articles(root)
    monkeypatch.setattr(timezone, "now", lambda: DAY)
    return root


def names(root):
    return sorted(path.name for path in root.iterdir())


def test_it_makes_an_article_that_can_be_read(root, capsys):
    call_command("new_article", "out-of-fuses")

    article = articles.load(root / "out-of-fuses")
    assert article.slug == "out-of-fuses"
    assert article.created == article.updated == DAY.date()
    assert [pair.repro.name for pair in article.pairs] == ["repro.py"]
    assert not article.translations
    assert "make check ARTICLE=out-of-fuses" in capsys.readouterr().out


def test_it_leaves_nothing_else_behind(root):
    call_command("new_article", "out-of-fuses")

    assert names(root) == ["bang", "out-of-fuses", "published.txt", "tags.yaml"]


def test_lint_does_not_let_the_copy_pass_as_it_is(root):
    call_command("new_article", "out-of-fuses")

    complaints = "\n".join(problem.message for problem in check_all([articles.load(root / "out-of-fuses")]))

    assert "does the same as repro.py" in complaints
    assert "has no recorded run" in complaints
    assert re.findall(r"(?m)^(.+) is still as in the template", complaints) == [
        "title", "summary", "fix", "projects", "tags", "signatures", "affects", "sources",
        *(f"the section “{heading}”" for heading in SECTIONS),
    ]  # fmt: skip


@pytest.mark.parametrize("slug", ["Boom", "boom_1", "../boom", "boom/", "boom-", "boom--bang", "", "böom", "_template"])
def test_a_bad_slug_is_refused(root, slug):
    with pytest.raises(CommandError, match="is no slug: lower case, digits and hyphens only"):
        call_command("new_article", slug)

    assert names(root) == ["bang", "published.txt", "tags.yaml"]


def test_an_article_that_is_there_is_not_touched(root):
    before = (root / "bang" / "article.md").read_bytes()

    with pytest.raises(CommandError, match="exists already"):
        call_command("new_article", "bang")

    assert (root / "bang" / "article.md").read_bytes() == before


def test_an_earlier_name_of_an_article_stays_taken(root):
    with pytest.raises(CommandError, match="'plop' is an alias of 'bang'"):
        call_command("new_article", "plop")

    assert names(root) == ["bang", "published.txt", "tags.yaml"]


def test_the_slug_is_listed_as_published(root):
    call_command("new_article", "out-of-fuses")

    assert list(read_published(root)) == ["bang", "out-of-fuses", "plop"]


def test_the_slug_of_a_withdrawn_article_stays_taken(root):
    withdraw(root, "out-of-fuses")

    with pytest.raises(CommandError, match="was published before, so links to it may exist: choose another"):
        call_command("new_article", "out-of-fuses")


def test_the_template_explains_every_field():
    front = (TEMPLATE / "article.md").read_text(encoding="utf-8").split("\n---\n")[0]
    lines = front.splitlines()

    for name in ARTICLE_FIELDS:
        number = next(number for number, line in enumerate(lines) if re.match(rf"(?:# )?{name}:", line))
        assert lines[number - 1].startswith("# "), name


def test_the_template_has_the_sections_in_order():
    text = (TEMPLATE / "article.md").read_text(encoding="utf-8")

    assert tuple(re.findall(r"(?m)^## (.+)$", text)) == SECTIONS


# ── from what readers miss ──────────────────────────────────────────────────────────────────────────────────────

HOT = Sketch(
    "FuseError",
    "fuse {number} of '{path}' burnt beside '{path}': \"too hot\" # {{ 汉",
    ("torch/utils/data/dataloader.py in __next__", "<frozen importlib._bootstrap> in _load", "fuses/box.py in melt"),
    {"torch": "2.7.1", "python": "3.10"},
)


def wanted(sketch):
    """The wanted error of a sketch that was sent once."""
    wanted_errors.add(sketch, "ballot")
    return WantedError.objects.get(key=sketch.key)


def test_a_wanted_error_becomes_an_article_that_can_be_read(root, database, capsys):
    call_command("new_article", "--from-wanted", str(wanted(HOT).pk))

    article = articles.load(root / "fuse-burnt-beside-too-hot")
    (signature,) = article.signatures
    assert article.title == f"FuseError: {HOT.message}"
    assert article.exceptions == ("FuseError",)
    assert signature.message == "fuse {number} of '{path}' burnt beside '{path_2}': \"too hot\" # {{ 汉"
    assert signature.exceptions == ("FuseError",)
    assert signature.frames == ("*/fuses/box.py", "*/torch/utils/data/dataloader.py")
    text = article.path.read_text(encoding="utf-8")
    assert "# readers met it with python 3.10; torch 2.7.1\n# affects:\n#   - {package: fuses, versions" in text
    assert article.affects == ()
    assert "make check ARTICLE=fuse-burnt-beside-too-hot" in capsys.readouterr().out


def test_it_is_recognised_by_its_article(root, database):
    call_command("new_article", "--from-wanted", str(wanted(HOT).pk))

    catalogue = Catalogue([articles.load(root / "fuse-burnt-beside-too-hot")])
    found = diagnose("FuseError: fuse 7 of '/a/b' burnt beside '/c': \"too hot\" # {{ 汉", catalogue)
    assert found.verdict == "exact"


def test_lint_says_of_it_what_it_says_of_the_template(root, database):
    call_command("new_article", "--from-wanted", str(wanted(HOT).pk), "hot-fuse")
    call_command("new_article", "plain-copy")

    def complaints(slug):
        problems = check_all([articles.load(root / slug)])
        return [re.sub(r"“[^”]*”", "…", problem.message.replace(slug, "…")) for problem in problems]

    (of_the_draft,) = set(complaints("hot-fuse")) - set(complaints("plain-copy"))
    assert of_the_draft.startswith("title has a placeholder of the draft")
    assert set(complaints("plain-copy")) - set(complaints("hot-fuse")) == {
        f"{key} is still as in the template: write what is true of this error"
        for key in ("title", "signatures", "affects")
    }


def test_it_is_planned_then(root, database):
    error = wanted(HOT)
    call_command("new_article", "--from-wanted", str(error.pk), "hot-fuse")

    error.refresh_from_db()
    assert (error.status, error.article) == ("planned", "hot-fuse")


@pytest.mark.parametrize(
    "sketch",
    [
        Sketch("KeyError", "{number}", ("torch/a.py in f",)),
        Sketch("", "the fuse burnt"),
        Sketch("StopIteration", "", ("importlib/a.py in f",)),
        Sketch("RuntimeError", "it burnt " + "and burnt " * 29 + "…"),
        Sketch("E" * 20, "'{value}' \\ \"{value}\" {value}"),
        Sketch("ValueError", "汉字 {number}"),
    ],
    ids=["no words", "no class", "no message", "cut", "quotes", "Chinese"],
)
def test_whatever_was_sent_gives_an_article_that_can_be_read(root, database, sketch):
    call_command("new_article", "--from-wanted", str(wanted(sketch).pk))

    (folder,) = [path for path in root.iterdir() if path.is_dir() and path.name != "bang"]
    assert articles.load(folder).signatures[0].message


def test_a_slug_that_is_taken_is_not_derived_again(root, database):
    error = wanted(Sketch("RuntimeError", "plop"))

    call_command("new_article", "--from-wanted", str(error.pk))

    assert "plop-2" in names(root)


def test_a_slug_that_is_refused_leaves_it_as_it_was(root, database):
    error = wanted(HOT)

    with pytest.raises(CommandError, match="exists already"):
        call_command("new_article", "--from-wanted", str(error.pk), "bang")

    error.refresh_from_db()
    assert error.status == "open"


def test_a_template_that_cannot_be_filled_in_is_said(root, database, tmp_path, monkeypatch):
    other = shutil.copytree(TEMPLATE, tmp_path / "template")
    (other / "article.md").write_text("---\nslug: your-slug\n---\n", encoding="utf-8")
    monkeypatch.setattr(new_article, "TEMPLATE", other)
    error = wanted(HOT)

    with pytest.raises(CommandError, match=r"the template lacks the line 'title: .*nothing was begun"):
        call_command("new_article", "--from-wanted", str(error.pk), "hot-fuse")

    error.refresh_from_db()
    assert error.status == "open"
    assert names(root) == ["bang", "published.txt", "tags.yaml"]


def test_a_wanted_error_that_is_not_there_is_named(root, database):
    with pytest.raises(CommandError, match="there is no wanted error 77"):
        call_command("new_article", "--from-wanted", "77")


def test_without_a_database_nothing_is_begun(root, django_db_blocker):
    database_state.forget()
    with (
        django_db_blocker.unblock(),
        use_database("postgresql://me@127.0.0.1:9/state"),
        pytest.raises(CommandError, match="The database is unreachable: nothing was begun"),
    ):
        call_command("new_article", "--from-wanted", "1", "hot-fuse")
    database_state.forget()

    assert names(root) == ["bang", "published.txt", "tags.yaml"]


# ── from a report ───────────────────────────────────────────────────────────────────────────────────────────────

LOG = """\
epoch 1
Traceback (most recent call last):
  File "/home/jdoe/train.py", line 3, in <module>
    loader.melt()
  File "/usr/lib/python3/site-packages/torch/fuse.py", line 9, in melt
FuseError: fuse 7 of '/data/x.pt' burnt, ask jane.doe@acme.io
"""


@pytest.fixture
def draft(root, tmp_path):
    """A function that begins an article from a report, and returns it."""

    def begin(slug, *options, report=LOG):
        path = tmp_path / "err.log"
        path.write_text(report, encoding="utf-8")
        call_command("new_article", slug, *options, "--from", str(path))
        return articles.load(root / slug)

    return begin


def test_a_report_fills_in_what_it_says(draft):
    article = draft("hot-fuse")

    (signature,) = article.signatures
    assert (article.exceptions, signature.frames) == (("FuseError",), ("*/torch/fuse.py",))
    assert signature.message == "fuse {number} of '{path}' burnt, ask {email}"


def test_a_frame_that_stands_in_stacks_of_all_kinds_is_no_evidence(draft):
    above = '  File "/usr/lib/python3.11/asyncio/base_events.py", line 641, in run_until_complete\n    return future.result()\n'
    (mixed,) = draft(
        "hot-fuse", report=LOG.replace("(most recent call last):\n", f"(most recent call last):\n{above}")
    ).signatures
    (alone,) = draft(
        "hot-loop", report=f"Traceback (most recent call last):\n{above}FuseError: loop burnt\n"
    ).signatures

    assert mixed.frames == ("*/torch/fuse.py",)
    assert alone.frames == ("*/asyncio/base_events.py",)


def test_the_title_is_the_message_as_it_was_printed_and_scrubbed(draft):
    assert draft("hot-fuse").title == "FuseError: fuse 7 of '/data/x.pt' burnt, ask jane@example.org"


def test_constants_stay_and_quoted_words_vary(draft):
    report = "DriftError: ACME-4711: table 'clicks_daily' has schema v7, and is of /home/jdoe/x\n"
    article = draft("schema-drift", report=report)

    (signature,) = article.signatures
    assert signature.message == "ACME-4711: table '{value}' has schema v{number}, and is of {path}"
    text = article.path.read_text(encoding="utf-8")
    assert 'remove this\n    # where: {value: ["clicks_daily"]}\n' in text


def test_two_spaces_in_a_message_stay(draft):
    report = "DriftError: the tank is dry.  Fill tank 7,  or 'spare', now\n"
    article = draft("two-spaces", report=report)

    (signature,) = article.signatures
    assert signature.message == "the tank is dry.  Fill tank {number},  or '{value}', now"
    (match,) = diagnose(report, Catalogue([article])).matches
    assert not match.is_near


def test_each_quoted_word_keeps_the_number_of_its_place(draft):
    report = "DriftError: while reading '<string>': option 'rate' in 'train' is there twice\n"

    text = draft("twice", report=report).path.read_text(encoding="utf-8")
    assert "while reading '{value}': option '{value_2}' in '{value_3}'" in text
    assert '# where: {value_2: ["rate"], value_3: ["train"]}' in text


def test_what_an_f_string_fills_in_varies(draft):
    report = (
        'Traceback (most recent call last):\n  File "/home/jdoe/drift.py", line 3, in check\n'
        '    raise DriftError(f"table {name} lost the column {column} at night")\n'
        "DriftError: table clicks_daily lost the column price at night\n"
    )

    (signature,) = draft("schema-drift", report=report).signatures
    assert signature.message == "table {value} lost the column {value_2} at night"


def test_a_report_becomes_a_paste_that_says_nothing_of_its_sender(root, tmp_path):
    (tmp_path / "err.log").write_text(LOG, encoding="utf-8")
    call_command("new_article", "--from", str(tmp_path / "err.log"))

    (paste,) = articles.load(root / "fuse-burnt-ask").pastes
    text = paste.read_text(encoding="utf-8")
    assert "jdoe" not in text
    assert "acme" not in text
    assert 'File "/home/user/train.py", line 3' in text


def test_a_report_that_is_known_already_is_told(draft, tmp_path, capsys):
    draft("my-boom", report="RuntimeError: boom happened\n")

    assert f"Beware: {tmp_path / 'err.log'} is an exact match of 'bang'." in capsys.readouterr().out


def test_a_note_that_answers_the_report_is_told(draft, tmp_path, capsys, monkeypatch):
    note = make_article("cellar/cold", note_of="cellar", message="the soup has {degrees} degrees")
    monkeypatch.setattr(new_article, "sound_notes", lambda folder, before: Articles.of([note]))

    draft("cold-soup", report="RuntimeError: the soup has 3 degrees\n")

    told = f"The note cellar/cold (/notes/cellar/cold/) answers {tmp_path / 'err.log'}: read it"
    assert told in capsys.readouterr().out


def test_a_report_without_an_error_begins_nothing(root, draft):
    with pytest.raises(CommandError, match=r"nothing in .*err\.log looks like an error: nothing was begun"):
        draft("hot-fuse", report="epoch 1\n")

    assert names(root) == ["bang", "published.txt", "tags.yaml"]


def test_a_report_that_cannot_be_read_is_told(root, tmp_path):
    with pytest.raises(CommandError, match=r"nope\.log cannot be read: No such file or directory"):
        call_command("new_article", "hot-fuse", "--from", str(tmp_path / "nope.log"))


def test_a_kind_of_error_is_general(draft):
    assert [signature.general for signature in draft("hot-fuse", "--kind").signatures] == [True]


def test_the_name_of_a_draft_that_was_never_public_can_be_freed(root):
    call_command("new_article", "hot-fuse")
    shutil.rmtree(root / "hot-fuse")

    with pytest.raises(CommandError, match=r"a draft that was never public, remove its line from published\.txt"):
        call_command("new_article", "hot-fuse")


def test_without_a_slug_something_must_be_wanted(root):
    with pytest.raises(CommandError, match="name the article"):
        call_command("new_article")


# ── a translation ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_translation_is_begun_in_the_folder_of_the_article_and_never_twice(root, capsys):
    call_command("new_article", "bang", "--translate", "zh-hans")

    assert "## 解决办法" in (root / "bang" / "article.zh-hans.md").read_text(encoding="utf-8")
    assert "manage.py lint_articles bang" in capsys.readouterr().out
    with pytest.raises(CommandError, match="exists already: edit it"):
        call_command("new_article", "bang", "--translate", "zh-hans")


def test_the_template_of_a_translation_explains_every_field_and_has_the_sections():
    text = (TEMPLATE / "article.zh-hans.md").read_text(encoding="utf-8")

    for name in TRANSLATION_FIELDS:
        assert re.search(rf"(?m)^(?:# )?{name}:|`{name}`", text), name
    assert tuple(re.findall(r"(?m)^## (.+)$", text)) == LANGUAGES["zh-hans"].sections


def test_there_is_no_translation_of_an_article_that_is_not_there(root):
    with pytest.raises(CommandError, match="there is no article 'bnag': did you mean 'bang'"):
        call_command("new_article", "bnag", "--translate", "zh-hans")


@pytest.mark.parametrize(
    ("folder", "line"),
    [
        ("site-packages/torch", '  - {package: torch, versions: ">=2.0,<2.9"'),
        ("site-packages/cv2", '#   - {package: opencv-python, versions: ">=2.0,<2.9"'),
        ("site-packages/acme", '#   - {package: PACKAGE, versions: ">=2.0,<2.9"'),
    ],
)
def test_the_affected_package_is_that_of_the_stack(draft, folder, line):
    article = draft("hot-fuse", report=LOG.replace("site-packages/torch", folder))

    assert f"\n{line}" in article.path.read_text(encoding="utf-8")


def test_a_class_that_is_called_error_alone_keeps_its_module(draft):
    article = draft("short-buffer", report="struct.error: unpack requires a buffer of 8 bytes\n")

    assert article.exceptions == ("struct.error",)
    assert article.title == "struct.error: unpack requires a buffer of 8 bytes"
