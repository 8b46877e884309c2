"""Lint tells an address whose host is nearly one of those that many sources have, and no other."""

import pytest

from authoring.lint.text_lines import check
from tests.authoring.lint.tools import complaints, edit


def told(tmp_path, text, repository=""):
    path = tmp_path / "card.yaml"
    path.write_text(text, encoding="utf-8")
    return [(problem.line, problem.message) for problem in check(path, repository)]


def test_a_misspelt_host_is_told_with_its_line(tmp_path):
    assert told(tmp_path, "a: b\nurl: https://githb.com/torch/torch\n") == [
        (2, "an address is of the host 'githb.com': did you mean 'github.com'?")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "https://github.com/a/b https://gist.github.com/a https://docs.python.org",
        "see https://github.com.",
        "https://example.org http://localhost:8000 http://HOST",
        "githb.com",
    ],
)
def test_known_hosts_and_what_is_near_none_are_not(tmp_path, text):
    assert told(tmp_path, text) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("export T=hf_abcdefghijklmnopqrst", "holds what looks like a key, “hf_abcde…”: write a word such as hf_xxx"),
        ("login sk-proj-abcdefghijklmnopq", "holds what looks like a key"),
        ("TODO: say why", "has 'TODO': finish it"),
        ("It has {place|attic}.", "{place|attic} has one brace on each side: write {{place|attic}}"),
        ("cat /home/mary/x", "holds the home folder /home/mary: write /home/user"),
        ("ask mary@acme.com", "holds the e-mail address mary@acme.com"),
        (
            "git clone https://github.com/ann/celar.git",
            "clones ann/celar: did you mean 'ann/cellar', as in `repository`",
        ),
        ("pip install git+https://github.com/ann/celar", "clones ann/celar: did you mean 'ann/cellar'"),
    ],
)
def test_keys_what_is_anybodys_and_a_misspelt_clone_are_told(tmp_path, text, message):
    ((line, said),) = told(tmp_path, f"a: b\n{text}\n", "https://github.com/ann/cellar")

    assert line == 2
    assert message in said


@pytest.mark.parametrize(
    "text",
    [
        "hf_hub_download(repo_id) and hf_xxx, sk-XXXXXXXXXXXXXXXXXXXXXXXX",
        "It has {{place|attic}}, {'a': 1 | 2} and todo",
        "cat /home/user/x; git config user.email YOU@EXAMPLE.COM; opencv-python 4.13.0.90",
        "git clone https://github.com/Ann/Cellar.git",
        "git clone https://github.com/bob/another-one",
        "see https://github.com/ann/celar/issues/1",  # a project of its own may have a name that is near
    ],
)
def test_examples_and_other_projects_are_not(tmp_path, text):
    assert told(tmp_path, text, "https://github.com/ann/cellar") == []


def test_lint_reads_the_sources_and_the_body(folder):
    edit(folder / "article.md", "https://example.org", "https://pypi.og")
    edit(folder / "article.md", "Fuses burn.", "Fuses [burn](https://dosc.python.org/3/).")

    found = complaints(folder)
    assert [line.partition("host ")[2] for line in found] == [
        "'pypi.og': did you mean 'pypi.org'?",
        "'dosc.python.org': did you mean 'docs.python.org'?",
    ]
