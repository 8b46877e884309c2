"""What people send by form, read leniently: a wrong value is never an error page."""

from typing import Any

from django import forms

from kb.core.articles import SLUG

_MOST_PAGES = 10_000
_LONGEST_QUERY = 300  # a longer one is no search but a report


class PageField(forms.Field):
    """A page number. Whatever is not one means the first page."""

    def clean(self, value: Any) -> int:
        text = str(value or "")
        if len(text) > 5 or not (text.isascii() and text.isdigit()):
            return 1
        return min(max(int(text), 1), _MOST_PAGES)


class WordsField(forms.CharField):
    """A text of at most `longest` characters without the control characters that no page can show."""

    def __init__(self, *, longest: int = 0) -> None:
        super().__init__(required=False, strip=True)
        self.longest = longest

    def clean(self, value: Any) -> str:
        text = "".join(char for char in str(value or "") if char.isprintable() or char in "\n\t")
        return text.strip()[: self.longest or None]


class FilterForm(forms.Form):
    """The facets of a list, and its page."""

    project = WordsField(longest=100)
    exception = WordsField(longest=100)
    tag = WordsField(longest=100)
    page = PageField(required=False)


class SearchForm(FilterForm):
    """A query with facets."""

    q = WordsField()

    @property
    def is_paste(self) -> bool:
        """Whether what stands in the search box is a report rather than a query."""
        query = self.cleaned_data["q"]
        return "\n" in query or len(query) > _LONGEST_QUERY or "Traceback (most recent call last)" in query


class ExampleForm(forms.Form):
    """The article whose own report is shown as an example; empty where no slug is given."""

    example = forms.RegexField(SLUG, required=False)
