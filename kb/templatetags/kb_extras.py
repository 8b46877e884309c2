"""What templates need beyond Django's own filters: our Markdown, and the words for tags."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from kb.core.articles import rendering
from kb.core.articles.model import Article
from kb.core.matching.near_misses import NearMiss
from kb.core.phrases import Phrase, fill_in
from kb.pages.addresses import path_of
from kb.pages.languages import own_links

register = template.Library()
register.simple_tag(path_of, name="to")  # {% url %} of names that are asked for again and again

_NOTHING = SafeString()


@register.filter
def inline(markdown: str, values: Mapping[str, str] | None = None) -> SafeString:
    """Markdown of one paragraph, without the paragraph: for use inside other elements."""
    html = rendering.to_html(markdown, values or {}).html.strip()
    if html.count("<p>") == 1 and html.startswith("<p>"):
        html = html.removeprefix("<p>").removesuffix("</p>")
    return mark_safe(own_links(html))  # noqa: S308 - sanitised by rendering


@register.filter
def paragraphs(markdown: str, values: Mapping[str, str] | None = None) -> SafeString:
    """Markdown as it is; `values` fill its placeholders."""
    html = rendering.to_html(markdown, values or {}).html
    return mark_safe(own_links(html))  # noqa: S308 - sanitised by rendering


@register.filter
@lru_cache(maxsize=4096)
def plain(markdown: str) -> str:
    """The words of a Markdown text, on one line."""
    return " ".join(rendering.to_text(markdown).split())


@register.filter
def say(phrase: Phrase | None) -> str:
    """A sentence of the core in the language of the page."""
    return fill_in(gettext(phrase.template), phrase.values, gettext(" or ")) if phrase else ""


@register.filter
def words_lang(article: Article) -> SafeString:
    """The lang attribute of an article's title and summary, where they are not in the language of the page."""
    return mark_safe(f' lang="{article.foreign}"') if article.foreign else _NOTHING  # noqa: S308 - a code of ours


@register.filter
def specifiers(versions: SpecifierSet) -> str:
    """The versions that are meant, lower bound first; nothing where all are."""
    found = sorted(versions, key=lambda specifier: Version(specifier.version.removesuffix(".*")))
    return f" {', '.join(map(str, found))}" if found else ""


@register.filter
def missing(article: Article, misses: Iterable[NearMiss]) -> Phrase | None:
    """What the paste lacks for an article that nearly fits it; None where it is none of these."""
    return next((miss.missing for miss in misses if miss.article.slug == article.slug), None)


@register.filter
def theme(tag: str, tags: Mapping[str, str]) -> str:
    """The theme that a tag stands for, as the home page names it."""
    return tags.get(tag, tag)
