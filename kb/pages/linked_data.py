"""Structured data about an article for search engines: https://schema.org/TechArticle as JSON-LD.

Browsers do not run a script element of this type, so the Content-Security-Policy does not apply to it.
"""

import json
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from kb.wording import plain, specifiers
from tracefix.articles.model import Article

# As in Django's json_script: nothing in the data can end the element or begin another
_ESCAPES = {ord(char): f"\\u{ord(char):04X}" for char in "<>&"}
_LONGEST_HEADLINE = 110  # characters that search engines show


def tech_article(article: Article, *, url: str, home: str, image: str = "", language: str = "en") -> SafeString:
    """The article as the text of a script element; `url`, `home` and `image` are absolute addresses."""
    publisher = {"@type": "Organization", "name": "Tracefix", "url": home}
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": article.title[:_LONGEST_HEADLINE],
        "name": article.title,
        "description": plain(article.summary),
        "abstract": plain(article.fix),
        "url": url,
        "mainEntityOfPage": url,
        "inLanguage": language,
        "datePublished": article.created.isoformat(),
        "dateModified": article.updated.isoformat(),
        "author": publisher,
        "publisher": publisher,
        "about": [{"@type": "SoftwareApplication", "name": name} for name in article.projects],
        "keywords": [*article.exceptions, *article.tags],
        "citation": [source.url for source in article.sources],
        "isAccessibleForFree": True,
    }
    if article.affects:
        data["dependencies"] = ", ".join(
            f"{affected.package}{specifiers(affected.versions)}" for affected in article.affects
        )
    if image:
        data["image"] = image
    return mark_safe(json.dumps(data, ensure_ascii=False).translate(_ESCAPES))  # noqa: S308 - escaped above
