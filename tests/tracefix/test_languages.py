"""The table of languages: every language has all that a page and an article need."""

from string import Formatter

import pytest
from django.utils.translation import to_locale

from tests.settings import BASE_DIR
from tracefix.languages import ENGLISH, LANGUAGES, TRANSLATED


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_articles_have_the_same_sections_in_every_language(language):
    assert len(set(language.sections)) == len(LANGUAGES[ENGLISH].sections)
    assert [field for _, field, _, _ in Formatter().parse(language.only) if field is not None] == [""]


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_language_has_a_catalogue_and_themes(code):
    assert (BASE_DIR / "locale" / to_locale(code) / "LC_MESSAGES" / "django.mo").exists()
    assert (BASE_DIR / "articles" / f"tags.{code}.yaml").exists()
