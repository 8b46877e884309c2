"""Front matter that is wrong is refused with its line and what to do."""

import pytest

from tests.tracefix.articles.tools import BODY, HEADER, problems, write
from tracefix.articles.loading import load
from tracefix.articles.model import ArticleError

BROKEN = {
    "an unknown key": (("fix:", "fixx:"), 5, "unknown key 'fixx'"),
    "a missing key": (("fix: Use a longer fuse.\n", ""), 1, "the key 'fix' is missing"),
    "a wrong type": (("[PyTorch]", "PyTorch"), 6, "projects: must be a list"),
    "empty text": (("The fuse burnt.", '""'), 4, "summary: must be text"),
    "no signature": (("[TypeError]", "[1]"), 7, "exception: must be text"),
    "an unknown tag": (("[cuda]", "[cudda]"), 8, "unknown tag 'cudda': did you mean 'cuda'? choose from cuda"),
    "a slug that is not the folder's name": (("slug: boom", "slug: bang"), 2, "make them equal"),
    "a slug that is none": (("slug: boom", "slug: Boom!"), 2, "slug: 'Boom!' is no slug"),
    "a broken pattern": (("bo+m", "(bo+m"), 14, "signatures: not an RE2 pattern: missing ): (bo+m"),
    "a pattern with what RE2 lacks": (
        ("bo+m", "(?!a)bo+m"),
        14,
        "not an RE2 pattern: invalid perl operator: (?!; say with `where_not` what a placeholder may not stand for",
    ),
    "an unknown placeholder": (("where: {place:", "where: {plaza:"), 10, "`where` names {plaza}"),
    "an unknown role": (("role: wrapper", "role: rapper"), 14, "unknown role 'rapper'"),
    "a role that is a list": (("role: wrapper", "role: [wrapper]"), 14, "unknown role ['wrapper']"),
    "a place seen that is no address": (("general: true", "general: true\n    seen: somewhere"), 14, "no web address"),
    "an unknown key of a signature": (("general:", "generic:"), 14, "unknown key 'generic'"),
    "a broken specifier": (('">=2.0,<2.9"', '"2.0 and up"'), 18, "no PEP 440 specifier"),
    "a source without a claim": ((", supports: it burns", ""), 20, "the key 'supports' is missing"),
    "a source that is no address": (("https://example", "example"), 20, "no web address"),
    "a date that is none": (("created: 2026-01-01", "created: soon"), 21, "created: must be a date"),
    "a text that a comment cuts": (
        ("The fuse burnt.", "Fuse #12 burnt."),
        4,
        "“Fuse” ends before #12, which begins a comment",
    ),
    "broken yaml": (("fix: Use", "fix: 'Use"), 6, "is not YAML"),
}


@pytest.mark.parametrize(("change", "line", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_front_matter_is_refused_with_line_and_remedy(root, change, line, message):
    assert change[0] in HEADER
    header = HEADER.replace(*change)
    folder = root / "boom"
    folder.mkdir()
    (folder / "article.md").write_text(header + BODY, encoding="utf-8")

    found = problems(folder)

    assert any(message in text for _, text in found), found
    assert any(at == line for at, text in found if message in text) or message == "is not YAML", found


def test_all_problems_are_reported_at_once(root):
    header = HEADER.replace("[PyTorch]", "PyTorch").replace("[cuda]", "[cudda]")

    assert len(problems(write(root, header=header))) == 2


@pytest.mark.parametrize("text", ["", "no front matter", "---\nslug: boom\n", "---\n- a\n---\n"])
def test_a_file_without_front_matter_is_refused(root, text):
    folder = root / "boom"
    folder.mkdir()
    (folder / "article.md").write_text(text, encoding="utf-8")

    assert problems(folder)


def test_a_file_that_is_not_utf8_is_refused(root):
    folder = root / "boom"
    folder.mkdir()
    (folder / "article.md").write_bytes(b"---\ntitle: \xff\n---\n")

    assert "not UTF-8" in problems(folder)[0][1]


def test_a_problem_says_where_it_is(root):
    folder = write(root, header=HEADER.replace("[PyTorch]", "PyTorch"))

    with pytest.raises(ArticleError) as caught:
        load(folder)

    assert str(caught.value).startswith(f"{folder / 'article.md'}:6: projects: must be a list")
