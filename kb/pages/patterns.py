"""The page /patterns/: all components of the site, for contributors who change its design.

It uses the real templates with a real article. English only, like all documents for contributors.
"""

import re
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from kb.addresses import absolute
from kb.library import get_library
from kb.pages.facets import facets, page_of
from kb.pages.presenters import draw_pair, draw_runs, safe
from tracefix.answers.paste_view import mark
from tracefix.articles import rendering
from tracefix.matching.spans import Span

_STYLE = settings.BASE_DIR / "static" / "kb" / "site.css"
_PROPERTY = re.compile(r"(?ms)^  --(?P<name>[\w-]+): (?P<value>[^;]+); /\* (?P<meaning>[^*]+) \*/$")
_COLOURS = re.compile(r"light-dark\((?P<light>#\w+), (?P<dark>#\w+)\)")
_PASTE = """\
[rank0]: Traceback (most recent call last):
[rank0]:   File "train.py", line 12, in <module>
[rank0]:     torch.save(model, "model.pt")
[rank0]: RuntimeError: this line is the error, with its <evidence> marked
"""
_EVIDENCE = "its <evidence> marked"
_PROSE = """\
### A heading within an article

Prose with `code`, a [link](https://docs.python.org/3/), **strong words**, a name from the reader's paste:
`{{module|torch._six}}`, and an example where a paste has none: `{{path|PATH_TO_FILE}}`.

1. First this.
2. Then that.

> What somebody else said.

| workers are started by | what they inherit |
|---|---|
| `fork` | memory |
| `spawn` | what can be pickled |

!!! warning
    A fix that costs something says so.

```python
def answer() -> int:
    return 6 * 7  # a comment, a "string"
```
"""


@dataclass(frozen=True, slots=True)
class Property:
    """A custom property of the style sheet. Colours have two values."""

    name: str
    meaning: str
    value: str
    light: str = ""
    dark: str = ""


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    library = get_library()
    article = max(library.articles, key=lambda each: (bool(each.pairs), len(each.runs)), default=None)
    rendered = library.render(article.slug) if article else None
    start = _PASTE.index(_EVIDENCE)
    context = {
        "colours": [property for property in properties() if property.light],
        "measures": [property for property in properties() if not property.light],
        "article": article,
        "articles": library.articles[:3],
        "body": safe(rendering.to_html(_PROSE, {"module": "apex.amp"}).html),
        "pairs": [draw_pair(request, article, pair, rendered) for pair in article.pairs[:1]]
        if article and rendered
        else [],
        **(draw_runs(article) if article else {}),
        "facets": facets(
            request.path,
            {"project": "PyTorch"},
            {"project": {"PyTorch": 12, "Ray": 3}, "exception": {"KeyError": 1}},
            {},
        ),
        "pages": page_of(2, total=60, size=20),
        "line_groups": mark(_PASTE, [Span(start, start + len(_EVIDENCE))], [4]),
        "problem": "The paste is empty. Paste your error or traceback, from “Traceback” to the end.",
        "page_title": "Patterns",
        "description": "Every part of the site on one page, for whoever changes how it looks.",
        "canonical": absolute(request.path, request),
    }
    return render(request, "kb/patterns.html", context)


def properties() -> list[Property]:
    """The custom properties of the style sheet, in its order, each with the comment beside it."""
    found = []
    for match in _PROPERTY.finditer(_STYLE.read_text(encoding="utf-8")):
        value = " ".join(match["value"].split())
        colours = _COLOURS.match(value)
        found.append(Property(match["name"], match["meaning"], value, *(colours.groups() if colours else ())))
    return found
