"""Lint tells an address whose host is nearly one of those that many sources have, and no other."""

import pytest

from authoring.lint.hosts import check
from tests.authoring.lint.tools import complaints, edit


def told(tmp_path, text):
    path = tmp_path / "card.yaml"
    path.write_text(text, encoding="utf-8")
    return [(problem.line, problem.message) for problem in check(path)]


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


def test_lint_reads_the_sources_and_the_body(folder):
    edit(folder / "article.md", "https://example.org", "https://pypi.og")
    edit(folder / "article.md", "Fuses burn.", "Fuses [burn](https://dosc.python.org/3/).")

    found = complaints(folder)
    assert [line.partition("host ")[2] for line in found] == [
        "'pypi.og': did you mean 'pypi.org'?",
        "'dosc.python.org': did you mean 'docs.python.org'?",
    ]
