"""`manage.py lint_articles`."""

import pytest
from django.core.management import CommandError, call_command

from authoring.lint import signatures
from authoring.management.commands.lint_articles import ORDINARY_LOG
from tests.authoring.lint.tools import FIXED, MESSAGE, REPRO, edit, write_article
from tests.factories import withdraw


@pytest.fixture
def root(tmp_path, use_articles):
    root = tmp_path / "articles"
    write_article(root, "boom", MESSAGE)
    write_article(root, "bang", "bang went the fuse", report="RuntimeError: bang went the fuse\n")
    use_articles(root)
    return root


def test_good_articles_pass(root, capsys):
    call_command("lint_articles")

    assert capsys.readouterr().out == "2 articles, no problems\n"


def test_a_problem_is_printed_with_its_place_and_the_exit_status_is_1(root, capsys):
    edit(root / "boom" / "article.md", "The cause of boom.", "x" * 160 + ".")

    with pytest.raises(SystemExit) as ended:
        call_command("lint_articles")

    assert ended.value.code == 1
    assert capsys.readouterr().out == (
        f"{root}/boom/article.md:4: summary has 161 characters: say the cause in at most 160\n"
    )


def test_a_broken_front_matter_is_a_problem_like_others(root, capsys):
    edit(root / "boom" / "article.md", "summary:", "summry:")
    edit(root / "bang" / "article.md", "The cause of bang.", "x" * 160 + ".")

    with pytest.raises(SystemExit):
        call_command("lint_articles")

    lines = [line.removeprefix(f"{root}/") for line in capsys.readouterr().out.splitlines()]
    assert [line.partition(": ")[0] for line in lines] == [
        "bang/article.md:4", "boom/article.md:1", "boom/article.md:4",
    ]  # fmt: skip
    assert "unknown key 'summry'" in lines[2]


def test_names_that_lead_nowhere_are_problems(root, capsys):
    edit(root / "boom" / "article.md", "created:", "related: [plop]\ncreated:")

    with pytest.raises(SystemExit):
        call_command("lint_articles")

    assert "related names 'plop', which is no other article" in capsys.readouterr().out


def test_only_the_articles_named_are_judged(root, capsys):
    edit(root / "boom" / "article.md", "The cause of boom.", "x" * 160 + ".")

    call_command("lint_articles", "bang")

    assert capsys.readouterr().out == "1 article, no problems\n"


def test_a_file_names_its_article_as_a_hook_of_git_does(root, capsys):
    edit(root / "boom" / "article.md", "The cause of boom.", "x" * 160 + ".")

    call_command("lint_articles", str(root / "bang" / "article.md"), str(root / "bang" / "pastes" / "log.txt"))

    assert capsys.readouterr().out == "1 article, no problems\n"


def test_an_article_alone_is_judged_beside_the_others(root, capsys):
    edit(root / "bang" / "article.md", "sources:", "  - message: \"happened in '{place}'\"\nsources:")

    with pytest.raises(SystemExit):
        call_command("lint_articles", "bang")

    assert "is exact for boom/runs/py3.11.7.txt" in capsys.readouterr().out


def test_one_named_is_not_compared_with_reports_that_its_signatures_cannot_fit(root, monkeypatch):
    write_article(root, "fizz", "fizz in the pipe", report="RuntimeError: fizz in the pipe\n")
    edit(root / "bang" / "article.md", "sources:", "  - message: \"happened in '{place}'\"\nsources:")
    compared = []
    monkeypatch.setattr(signatures, "check_taken", lambda other, _: compared.append(other.slug) or [])

    with pytest.raises(SystemExit):
        call_command("lint_articles", "bang")

    assert compared == ["boom"]


def test_an_unknown_slug_is_refused_with_the_folders_that_were_searched(root):
    with pytest.raises(CommandError, match=r"there is no article 'fizz': correct it \(looked in .*articles; TRACEF"):
        call_command("lint_articles", "fizz")


def test_a_signature_that_fits_an_ordinary_log_does_not_pass(root, capsys):
    edit(root / "bang" / "article.md", "sources:", '  - message: "NCCL INFO Bootstrap"\nsources:')

    with pytest.raises(SystemExit):
        call_command("lint_articles", "bang")

    assert "fits an ordinary log, “" in capsys.readouterr().out


def test_a_dishonest_repro_does_not_pass(root, capsys):
    for name, text in {"repro.py": REPRO, "fixed.py": FIXED}.items():
        (root / "boom" / name).write_text(text.replace("fuse.open()", "raise RuntimeError"), encoding="utf-8")

    with pytest.raises(SystemExit):
        call_command("lint_articles")

    assert "boom/repro.py:9: raises RuntimeError itself" in capsys.readouterr().out


def test_a_slug_that_is_not_listed_does_not_pass(root, capsys):
    edit(root / "published.txt", "boom\n", "")

    with pytest.raises(SystemExit):
        call_command("lint_articles", "boom")

    assert "boom/article.md:1: the slug 'boom' is not in published.txt" in capsys.readouterr().out


def test_a_listed_slug_that_leads_nowhere_does_not_pass(root, capsys):
    edit(root / "published.txt", "boom\n", "boom\nboon\n")

    with pytest.raises(SystemExit):
        call_command("lint_articles")

    assert "published.txt:4: 'boon' was published and leads nowhere" in capsys.readouterr().out


def test_a_broken_tombstone_does_not_pass(root, capsys):
    edit(withdraw(root), "withdrawn: 2026-03-01", "withdrawn: lately")

    with pytest.raises(SystemExit):
        call_command("lint_articles")

    assert "_withdrawn/dud.md:3: withdrawn: must be a date like 2026-01-31" in capsys.readouterr().out


def test_the_ordinary_log_is_long_enough_to_mean_something():
    assert len(ORDINARY_LOG.read_text(encoding="utf-8").splitlines()) >= 50


@pytest.mark.parametrize("named", [(), ("boom",)])
def test_a_list_of_tags_that_cannot_be_read_is_told_also_where_articles_are_named(root, capsys, named):
    (root / "tags.yaml").write_text("cuda: [CUDA\n", encoding="utf-8")

    with pytest.raises(SystemExit):
        call_command("lint_articles", *named)

    assert capsys.readouterr().out.startswith(f"{root}/tags.yaml:")
