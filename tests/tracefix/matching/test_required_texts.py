"""Of the texts found for a pattern, every match holds one."""

import pytest

from tests.published_articles import published_articles
from tracefix.linear_re import compile_expression
from tracefix.matching.required_texts import texts_of_pattern
from tracefix.reading.cleaning import squash

PATTERNS = {
    signature.pattern for article in published_articles() for signature in article.signatures if signature.pattern
}


@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        ("the bell rings", ("thebellrings",)),
        ("[Tt]he bell", ("thebell",)),
        (r"\bbell\b|\bgong\b", ("bell", "gong")),
        (r"(?:a|the) (?P<what>bell|gong)", ("bell", "gong")),
        (r"(?P<what>bell) rings|the (?P<what>gong)", ("bellrings", "thegong")),
        (r"rings (?:twice)?", ("rings",)),
        (r"(?:twice){2}", ("twice",)),
        (r"StopIteration:?\s*\z", ("stopiteration",)),
        (r"a \\z", ("az",)),  # a backslash, and the letter
        (r"bell|[0-9]+", ()),
        (r"[^a]", ()),
        (r"\pL+", ()),
    ],
)
def test_the_texts_of_a_pattern(pattern, texts):
    assert texts_of_pattern(pattern) == texts


@pytest.mark.slow
def test_what_a_published_pattern_fits_holds_one_of_its_texts(all_cases):
    runs = [run for article in published_articles() for run in sorted(article.folder.glob("runs/*.txt"))]
    runs = runs[:: 1 if all_cases else 4]
    reports = "\n".join(run.read_text(encoding="utf-8", errors="replace") for run in runs)

    for pattern, texts in ((pattern, texts_of_pattern(pattern)) for pattern in PATTERNS):
        for found in compile_expression(pattern).finditer(reports) if texts else ():
            squashed = squash(found[0])
            assert any(text in squashed for text in texts), pattern
