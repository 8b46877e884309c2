"""Render an article's Markdown and code as HTML that is safe to serve, and as plain text.

Articles are reviewed, and are sanitised all the same: all HTML passes an allow-list of tags and attributes
(https://nh3.readthedocs.io/), carries no inline style or script, and nests properly. The value that filling.py chooses
for a placeholder, `{{name|example}}`, is escaped.
"""

import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import quote
from xml.etree.ElementTree import Element

import nh3
from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.admonition import AdmonitionExtension
from markdown.extensions.codehilite import CodeHiliteExtension
from markdown.extensions.fenced_code import FencedCodeExtension
from markdown.extensions.sane_lists import SaneListExtension
from markdown.extensions.tables import TableExtension
from markdown.extensions.toc import TocExtension, slugify_unicode
from markdown.treeprocessors import Treeprocessor
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from tracefix.articles import filling
from tracefix.articles.filling import PLACEHOLDER, Origin, Word
from tracefix.languages import LANGUAGES

_STOPS = "。，、：；？！）》”.,:;?!)"
_FULL_WIDTH_STOPS = tuple("，。：；？！")
_HEADINGS = {f"h{level}" for level in range(1, 7)}
_turn = Lock()  # a converter remembers things while it converts
_CSS_CLASS = "highlight"
_SCHEMES = {"http", "https", "mailto"}
_TAG = re.compile(r"""<(?:[^<>"']|"[^"]*"|'[^']*')*>""")
# Pygments marks more kinds of words than the style sheet colours: half of all marks, and a tenth of a page's weight.
_UNCOLOURED = re.compile(r'<span class="(?:err|n|nn|nv|o|p|vm|w)">([^<]*)</span>')
_EXTERNAL_LINK = re.compile(r"""<a (?=(?:[^<>"]|"[^"]*")*?href="(?:https?:)?//)""")

_TAGS = {
    *("h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "span", "br", "hr", "blockquote", "details", "summary"),
    *("ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td"),
    *("a", "b", "i", "em", "strong", "del", "ins", "code", "pre", "kbd", "samp", "var", "sub", "sup", "abbr"),
}
_ATTRIBUTES = {
    **{f"h{level}": {"id"} for level in range(1, 7)},
    **{tag: {"class"} for tag in ("div", "span", "p", "code", "pre")},
    "a": {"href", "title", "class"},
    "abbr": {"title"},
    "details": {"open"},
    "td": {"data-label"},
    "ol": {"start"},
}

# A heading that was reworded keeps its old anchor: `### Memory is fragmented {was: vllm}`
_FORMER = re.compile(
    r"(?m)^(?P<heading>#{2,4} +(?P<text>.+?)(?: *\{only: *[^{}\n]+?\})?) *\{was: *(?P<was>[^{}\s]+) *\}[ \t]*$"
)
# A section for some versions only: `### Upgrade pydantic {only: pydantic<2.9}`
_CONDITION = re.compile(r"(?m)^(?P<marks>#{2,4}) +(?P<text>.+?) *\{only: *(?P<only>[^{}\n]+?) *\}[ \t]*$")


class Heading(NamedTuple):
    """A heading of the text; `id` is its anchor, `only` the versions that its section is for ("pydantic<2.9")."""

    level: int
    id: str
    text: str
    only: str = ""


@dataclass(frozen=True, slots=True)
class Rendered:
    """Sanitised HTML and the headings in it, in order."""

    html: str
    headings: tuple[Heading, ...]


def to_html(
    markdown: str,
    values: Mapping[str, str] = {},
    *,
    anchors: Sequence[str] = (),
    language: str = "en",
) -> Rendered:
    """Render an article's Markdown; `values` fill its `{{name|example}}` placeholders.

    Anchors never depend on the values, so that a link to a section is the same for every reader. A translation is
    given the `anchors` of the original, heading by heading, so that a link leads to the same section in both. Without
    `anchors`, each is made of the heading's own words, whatever its script.
    """
    template = _render(markdown, tuple(anchors), language)
    words = filling.marked_words(markdown, values)
    return Rendered(
        html=_fill_html(template, words, LANGUAGES[language].example),
        headings=tuple(
            heading._replace(text=template.fill(heading.text, words, _text)) for heading in template.headings
        ),
    )


def has_examples(markdown: str) -> bool:
    """Whether a text shows examples where no paste fills its placeholders."""
    return any(word.origin is Origin.EXAMPLE for word in filling.marked_words(markdown))


def to_text(markdown: str) -> str:
    """The plain words of a Markdown text, with the examples of its placeholders: for search and for summaries."""
    text = PLACEHOLDER.sub(lambda found: found[2], markdown)
    with _turn:
        rendered = _plain().reset().convert(text)
    lines = html.unescape(nh3.clean(rendered, tags=set())).splitlines()
    return "\n".join(line for line in lines if line.strip())


@cache
def _plain() -> Markdown:
    """A converter for to_text(): to make one takes longer than to use it."""
    return Markdown(extensions=_plain_extensions())


def placeholders(markdown: str) -> Iterator[str]:
    """The `{{name|example}}` placeholders of a text, as they are written."""
    return (found[0] for found in PLACEHOLDER.finditer(markdown))


def code_html(text: str, language: str) -> str:
    """A block of code as highlighted HTML. A language that Pygments does not know is not highlighted."""
    return _scrollable(_UNCOLOURED.sub(r"\1", highlight(text, _lexer(language), _formatter())))


@dataclass(frozen=True, slots=True)
class _Template:
    """A rendered text in which `mark` fits the word that stands for a placeholder; its group is the number of it."""

    html: str
    headings: tuple[Heading, ...]
    mark: re.Pattern[str]

    def fill(self, text: str, words: Sequence[Word], draw: Callable[[Word], str]) -> str:
        """Put the words, as `draw` draws each, in place of the marks in a part of the template."""
        return self.mark.sub(lambda found: draw(words[int(found[1])]), text)


# Anchors that headings had before, by those they have now: links to them are in issue trackers for ever.
_FORMER_ANCHORS = {"what-does-not-fix-it": "what-does-not-cure-it"}


@lru_cache(maxsize=512)
def _render(markdown: str, anchors: tuple[str, ...] = (), language: str = "en") -> _Template:
    marked = filling.mark(markdown)
    former = {_without_code(found["text"]): found["was"] for found in _FORMER.finditer(marked.text)}
    text = _FORMER.sub(r"\g<heading>", marked.text)
    conditions = {_without_code(found["text"]): found["only"] for found in _CONDITION.finditer(text)}
    converter = Markdown(
        extensions=[
            *_plain_extensions(),
            _LabelledCells(),
            _FullWidthStops(),
            _TiedStops(),
            CodeHiliteExtension(css_class=_CSS_CLASS, guess_lang=False),
            TocExtension(slugify=_slugs(anchors, marked), permalink="#", permalink_class="anchor", permalink_title=""),
        ]
    )
    unsafe = _UNCOLOURED.sub(r"\1", converter.convert(_show_conditions(text, language)))
    clean = nh3.clean(unsafe, tags=_TAGS, attributes=_ATTRIBUTES, url_schemes=_SCHEMES, link_rel=None)
    headings = tuple(
        heading._replace(only=conditions.get(heading.text, ""))
        for heading in _headings(converter.toc_tokens)  # type: ignore[attr-defined]  # set by the toc extension
    )
    anchors_before = {heading.id: former[heading.text] for heading in headings if heading.text in former}
    return _Template(
        html=_with_former_anchors(_scrollable(_EXTERNAL_LINK.sub('<a rel="noopener" ', clean)), anchors_before),
        headings=headings,
        mark=marked.word,
    )


def _without_code(heading: str) -> str:
    """A heading as the contents name it: its code without the backticks."""
    return heading.replace("`", "")


def _show_conditions(markdown: str, language: str) -> str:
    """Say below a heading for which versions its section is, instead of in braces behind it."""
    sentence = LANGUAGES[language].only
    return _CONDITION.sub(
        lambda found: f"{found['marks']} {found['text']}\n\n*{sentence.format(found['only'])}*\n", markdown
    )


def _slugs(anchors: Sequence[str], marked: filling.Marked) -> Callable[[str, str], str]:
    """The function that gives each heading its anchor: one of those given, in order, or else its words as a slug."""
    given = iter(anchors)

    def example(found: re.Match[str]) -> str:
        return marked.placeholders[int(found[1])].example

    def slug(heading: str, separator: str) -> str:
        return next(given, "") or slugify_unicode(marked.word.sub(example, heading), separator)

    return slug


def _with_former_anchors(markup: str, anchors: Mapping[str, str]) -> str:
    """Put a target for a heading's former anchor before it. `anchors` maps the new ones to the former ones."""
    for anchor, former in {**_FORMER_ANCHORS, **anchors}.items():
        heading = re.compile(rf'<h\d id="{re.escape(anchor)}">')
        target = f'<span id="{html.escape(former)}"></span>'
        markup = heading.sub(lambda found, target=target: target + found[0], markup)  # type: ignore[misc]
    return markup


class _LabelledCells(Extension):
    """Gives each cell of a table the heading of its column, `data-label`: narrow screens show a row as a card."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name for it
        md.treeprocessors.register(_LabelCells(md), "labelled_cells", 5)  # after the inline marks, which are at 20


class _LabelCells(Treeprocessor):
    def run(self, root: Element) -> None:
        for table in root.iter("table"):
            labels = [" ".join("".join(cell.itertext()).split()) for cell in table.iter("th")]
            for row in table.iter("tr"):
                for cell, label in zip(row.findall("td"), labels, strict=False):
                    cell.set("data-label", label)


class _TiedStops(Extension):
    """Ties a stop to the code before it, in a `<span class="tied">`: code may break anywhere, a stop begin a line."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name for it
        md.treeprocessors.register(_TieStops(md), "tied_stops", 4)  # after the inline marks, and the names of headings


class _TieStops(Treeprocessor):
    def run(self, root: Element) -> None:
        for parent in list(root.iter()):  # made before, as the spans are put in while it is walked
            if parent.tag == "pre" or parent.tag in _HEADINGS:
                continue
            for place, child in enumerate(parent):
                if stops := stops_at_start(child.tail or "") if _ends_in_code(child) else "":
                    parent[place] = _tie(child, stops)


class _FullWidthStops(Extension):
    """No blank behind stressed words that end in a full-width stop: Markdown needs one there, a reader does not."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name for it
        md.treeprocessors.register(_CloseUp(md), "full_width_stops", 6)  # after the inline marks, before stops are tied


class _CloseUp(Treeprocessor):
    def run(self, root: Element) -> None:
        for element in root.iter():
            if element.tag in ("strong", "em") and "".join(element.itertext()).endswith(_FULL_WIDTH_STOPS):
                element.tail = (element.tail or "").lstrip(" ")


def stops_at_start(text: str) -> str:
    """The stops and closing brackets that a text begins with: none of them may begin a line."""
    return text[: len(text) - len(text.lstrip(_STOPS))]


def _ends_in_code(element: Element) -> bool:
    """Whether the element is code, or a link or a stress whose last word is code."""
    if element.tag == "code":
        return True
    return (
        element.tag in ("a", "strong", "em")
        and len(element) > 0
        and not element[-1].tail
        and _ends_in_code(element[-1])
    )


def _tie(element: Element, stops: str) -> Element:
    span = Element("span", {"class": "tied"})
    span.tail = (element.tail or "").removeprefix(stops)
    element.tail = stops
    span.append(element)
    return span


def _plain_extensions() -> list[Extension]:
    """What every Markdown text may use. As classes, because Markdown searches all that is installed for a name."""
    return [FencedCodeExtension(), TableExtension(), AdmonitionExtension(), SaneListExtension()]


def _headings(tokens: list[dict[str, Any]]) -> Iterator[Heading]:
    for token in tokens:
        yield Heading(token["level"], token["id"], html.unescape(token["name"]))
        yield from _headings(token["children"])


def _fill_html(template: _Template, words: Sequence[Word], example: str) -> str:
    """Put the words in place of the marks: quoted for an address within a tag, in a span of their own elsewhere.

    The reader's own and the article's examples look different. `example` says what an example is.
    """
    if not words:
        return template.html
    starts = {
        Origin.PASTE: '<span class="yours">',
        Origin.EXAMPLE: f'<span class="example" title="{html.escape(example)}">',
    }

    def draw(word: Word) -> str:
        text = html.escape(word.text)
        return f"{starts[word.origin]}{text}</span>" if word.origin in starts else text

    filled, end = [], 0
    for tag in _TAG.finditer(template.html):
        filled.append(template.fill(template.html[end : tag.start()], words, draw))
        filled.append(template.fill(tag[0], words, lambda word: quote(word.text, safe="")))
        end = tag.end()
    filled.append(template.fill(template.html[end:], words, draw))
    return "".join(filled)


def _text(word: Word) -> str:
    return word.text


def _scrollable(markup: str) -> str:
    """Let wide tables and code scroll, also by keyboard."""
    return (
        markup.replace("<table>", '<div class="table-scroll" tabindex="0"><table>')
        .replace("</table>", "</table></div>")
        .replace("<pre>", '<pre tabindex="0">')
    )


def _lexer(language: str) -> Lexer:
    try:
        return get_lexer_by_name(language)
    except ClassNotFound:
        return get_lexer_by_name("text")


def _formatter() -> "HtmlFormatter[str]":
    return HtmlFormatter(cssclass=_CSS_CLASS, wrapcode=True)
