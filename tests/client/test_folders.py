"""A company's own articles beside ours, in the client: TRACEFIX_ARTICLES=theirs:more."""

import json

import pytest

from tests.factories import write_article_folder

PASTE = "RuntimeError: quota of team vision is used up\n"


@pytest.fixture
def company(tmp_path):
    root = tmp_path / "acme"
    write_article_folder(root, "acme-quota", message="quota of team {team} is used up", extra="related: [cuda-oom]\n")
    return root


@pytest.mark.slow
def test_its_errors_are_matched_searched_and_explained(call_tracefix, company):
    matched = call_tracefix("match", "--json", stdin=PASTE, TRACEFIX_ARTICLES=str(company))
    found = call_tracefix("search", "quota of team", TRACEFIX_ARTICLES=str(company))
    explained = call_tracefix("explain", "acme-quota", TRACEFIX_ARTICLES=str(company))

    assert json.loads(matched.stdout)["matches"][0]["slug"] == "acme-quota"
    assert matched.stderr == ""
    assert found.stdout.splitlines()[2] == "  tracefix explain acme-quota"
    assert f"From: {company}, last changed 2026-01-31" in explained.stdout


def test_without_it_nothing_is_known(call_tracefix, company):
    assert json.loads(call_tracefix("match", "--json", stdin=PASTE).stdout)["matches"] == []


def test_several_folders_add_and_replace_none(call_tracefix, company, tmp_path):
    more = tmp_path / "more"
    write_article_folder(more, "cuda-oom", message="quota of team {team} is used up")
    write_article_folder(more, "more-quota", message="the other quota is used up")
    done = call_tracefix("match", "--json", stdin=PASTE, TRACEFIX_ARTICLES=f"{company}:{more}")

    assert json.loads(done.stdout)["matches"][0]["slug"] == "acme-quota"
    assert done.stderr == (
        f"tracefix: {more / 'cuda-oom' / 'article.md'}:1: the slug 'cuda-oom' is that of an article in an earlier "
        "folder: choose another one\n"
    )


def test_a_folder_that_is_not_there_is_named_and_ours_are_used(call_tracefix, tmp_path):
    done = call_tracefix("match", stdin="Killed\n", TRACEFIX_ARTICLES=str(tmp_path / "no"))

    assert "process-killed-host-oom" in done.stdout
    assert done.stderr == f"tracefix: {tmp_path / 'no'}:1: is no folder: correct TRACEFIX_ARTICLES, or make it\n"


@pytest.mark.slow
def test_without_pyyaml_its_extra_is_named(python, company):
    """A wheel without its optional part: everything else works, and what does not is told."""
    without = "import sys; sys.modules['yaml'] = None; from tracefix.cli.main import main; sys.exit(main(['match']))"
    done = python("-c", without, stdin=PASTE, TRACEFIX_ARTICLES=str(company))

    assert done.returncode == 2
    assert done.stderr == (
        "tracefix: TRACEFIX_ARTICLES needs yaml, to read folders: python -m pip install 'tracefix[folders]'\n"
    )
    assert "process-killed-host-oom" in python("-c", without, stdin="Killed\n").stdout
