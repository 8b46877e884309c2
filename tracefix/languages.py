"""The languages of the site: one table.

A new language is an entry here, its catalogue locale/<locale>/LC_MESSAGES/django.po, its themes
articles/tags.<code>.yaml, and an article.<code>.md beside each article.md that is translated.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the site, and the words that articles in it must have."""

    code: str  # in addresses, file names and Django's settings
    name: str  # in the language itself
    locale: str  # for OpenGraph
    only: str  # says for which versions a section is
    example: str  # says what a word in place of the reader's own is
    sections: tuple[str, ...]  # the headings of an article, in their order

    @property
    def tag(self) -> str:
        """The language as HTML names it (BCP 47).

        >>> LANGUAGES["zh-hans"].tag
        'zh-Hans'
        """
        language, _, script = self.code.partition("-")
        return f"{language}-{script.capitalize()}" if script else language


ENGLISH = "en"  # every article has it, and plain addresses are in it
LANGUAGES = {
    language.code: language
    for language in (
        Language(
            code=ENGLISH,
            name="English",
            locale="en_US",
            only="Only with {}.",
            example="An example: put your own in its place",
            sections=(
                "What you see",
                "Why it happens",
                "Fix",
                "Check that it worked",
                "When it is something else",
                "Background",
            ),
        ),
        Language(
            code="zh-hans",
            name="简体中文",
            locale="zh_CN",
            only="仅适用于 {}。",
            example="示例：请换成你自己的内容",
            sections=("现象", "原因", "解决办法", "确认已解决", "如果不是这个错误", "背景"),
        ),
    )
}
TRANSLATED = tuple(code for code in LANGUAGES if code != ENGLISH)


def language_of_locale(environment: Mapping[str, str]) -> str:
    """The code of the language of an environment's locale, of LC_ALL, LC_MESSAGES or LANG; English for any other.

    >>> language_of_locale({"LANG": "zh_CN.UTF-8"}), language_of_locale({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"})
    ('zh-hans', 'en')
    """
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    language = locale.partition("_")[0].partition(".")[0].lower()
    return next((code for code in LANGUAGES if code.partition("-")[0] == language), ENGLISH)
