"""What a published article costs a model that reads it."""

import pytest
from django.utils.translation import override

from kb.formats import article_json
from kb.library import get_library
from tools.tokens import tokens

MOST = 6_000


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_no_article_costs_too_much(use_articles, settings, language):
    use_articles(settings.BASE_DIR / "articles")
    library = get_library()

    def address(slug):
        return f"https://tracefix.example/articles/{slug}/"

    with override(language):
        costs = {each.slug: tokens(dict(article_json(each, library, address))) for each in library.articles}

    assert not {slug: cost for slug, cost in costs.items() if cost > MOST}
