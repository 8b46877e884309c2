"""All lint rules together."""

from tests.authoring.lint.tools import REPRO, complaints, edit


def test_a_good_article_has_no_problem(folder):
    assert complaints(folder) == []


def test_problems_come_by_path_and_line(folder):
    edit(folder / "article.md", "The cause of boom.", "x" * 160 + ".")
    edit(folder / "article.md", "updated: 2026-01-31", "updated: 2025-12-31")
    (folder / "fixed.py").write_text(REPRO, encoding="utf-8")

    assert [line.split(" ")[0] for line in complaints(folder)] == [
        "boom/article.md:4:", "boom/article.md:14:", "boom/fixed.py:1:",
    ]  # fmt: skip
