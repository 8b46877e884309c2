"""Template filters of our own: Markdown, sentences of the core, versions, and the names of tags."""

import re
from collections.abc import Mapping, Sequence

from django import template
from django.http import HttpRequest
from django.template.base import Parser, Token
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from kb import wording
from kb.addresses import article_address, new_issue, new_mail, path_of
from kb.in_page import FILES
from kb.languages import current, own_links
from tracefix.answers.drawings import draw_releases
from tracefix.answers.text import columns
from tracefix.articles import rendering
from tracefix.articles.fix_rows import without_command
from tracefix.articles.model import Article
from tracefix.articles.proofs import PROOF_MARKS
from tracefix.articles.steps import Filled, Step
from tracefix.phrases import Phrase, fill_in, translated

register = template.Library()
register.simple_tag(path_of, name="to")  # like {% url %}, but remembers what it looked up
for _word in (wording.say, wording.plain, wording.specifiers):
    register.filter(_word)
register.filter("release_picture", draw_releases)

_NOTHING = SafeString()
# up to a stop at a word's end, not within code, brackets or a number
_SENTENCE = re.compile(r"(?:`[^`]*`|[^`\n。.]|\.(?!\s|$))+[。.]?\s*")
_UP_TO_COLON = re.compile(r"(?:`[^`]*`|[^`:：]|:(?!\s|$))+[:：]")
_SHORTEST_CLAUSE, _LONGEST_CLAUSE = 45, 140  # columns of Markdown: a Chinese character takes two
_STOPS = {":": ".", "：": "。"}  # what a sentence ends with that was cut at its colon


@register.tag
def constant(parser: Parser, token: Token) -> template.Node:
    """`{% constant language %}…{% endconstant %}`: drawn once for each value of these variables, in each process.

    So the values must be few. Unlike {% cache %}, it neither pickles nor hashes anything.
    """
    _, *names = token.split_contents()
    nodes = parser.parse(("endconstant",))
    parser.delete_first_token()
    return _Constant(names, nodes)


class _Constant(template.Node):
    """The content between the two tags, rendered once and kept with the template."""

    def __init__(self, names: Sequence[str], nodelist: template.NodeList) -> None:
        self.names = names
        self.nodelist = nodelist
        self._drawn: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: template.Context) -> SafeString:
        values = tuple(context.get(name) for name in self.names)
        if values not in self._drawn:
            self._drawn[values] = self.nodelist.render(context)
        return self._drawn[values]


@register.simple_tag
def in_page(name: str) -> SafeString:
    """A file of `kb/in_page.py` as an element."""
    element = {"css": "style", "js": "script"}.get(name.rpartition(".")[2])
    return mark_safe(f"<{element}>{FILES[name]}</{element}>" if element else FILES[name])  # noqa: S308 - files of ours


@register.simple_tag
def wrong_address(article: Article | None, request: HttpRequest) -> str:
    """Where a reader reports that an article, or an answer without one, is wrong; nothing of a paste is in it.

    A new issue of the repository, or a mail to the operator; "" if the settings name neither.
    """
    if article:
        title = gettext("Problem with the article {slug}").format(slug=article.slug)
        question = gettext("What is wrong, or missing?")
        body = f"{article.title}\n{article_address(request)(article.slug)}\n\n{question}\n"
    else:
        title = gettext("Problem with an answer")
        body = gettext("The error line, without names of yours, and what would have been right:") + "\n"
    return new_issue(title, body) or new_mail(title, body)


@register.filter
def proof_mark(article: Article) -> str:
    """The mark of an article in a list, if it was not run as it is; "" if it was."""
    mark = PROOF_MARKS[article.proof]
    return gettext(mark) if mark else ""


@register.filter
def fix_clause(article: Article) -> SafeString:
    """How an article's fix begins, as HTML, with whom its first row is for, and its command: what a list says of it."""
    first = article.steps[0] if article.steps else None
    if not first:
        return inline(_clause(article.fix))
    return inline(_clause(first.text, first.text.find(first.condition) + len(first.condition) + 1))


def _clause(text: str, condition: int = 0) -> str:
    """The first sentence, and the next where that says little; where it is long, what stands before its colon.

    `condition` is how many characters at its start only say whom it is for.
    """
    clause = ""
    for sentence in _SENTENCE.findall(text.strip().partition("\n\n")[0]):
        if clause and (columns(clause[condition:]) >= _SHORTEST_CLAUSE or columns(clause + sentence) > _LONGEST_CLAUSE):
            break
        clause += sentence
    before = _UP_TO_COLON.match(clause, condition) if columns(clause) > _LONGEST_CLAUSE else None
    clause = (clause[: before.end()] if before else clause or text).strip()
    return clause[:-1] + _STOPS.get(clause[-1:], clause[-1:])


@register.filter
def inline(markdown: str, values: Mapping[str, str] | None = None) -> SafeString:
    """One paragraph of Markdown as HTML without its <p>, for use inside other elements."""
    html = rendering.to_html(markdown, values or {}, language=current()).html.strip()
    if html.count("<p>") == 1 and html.startswith("<p>"):
        html = html.removeprefix("<p>").removesuffix("</p>")
    return mark_safe(own_links(html))  # noqa: S308 - sanitised by rendering


@register.filter
def paragraphs(markdown: str, values: Mapping[str, str] | None = None) -> SafeString:
    """Markdown as HTML. `values` fill its placeholders."""
    html = rendering.to_html(markdown, values or {}, language=current()).html
    return mark_safe(own_links(html))  # noqa: S308 - sanitised by rendering


_PLACE = "\ue000"  # of a sentence within a sentence: of a paste, it would only repeat what is escaped


@register.filter
def say_code(phrase: Phrase) -> SafeString:
    """Like `say`, with what the sentence has between backticks as code. Of its values, all but sentences is escaped."""
    parts = translated(phrase.template, current(), gettext).split("`")
    values, sentences = dict(phrase.values), {}
    for number, (name, value) in enumerate(phrase.values.items()):
        if isinstance(value, Phrase):
            place_of_it = f"{_PLACE}{number}{_PLACE}"
            values[name], sentences[place_of_it] = place_of_it, say_code(value)
    parts_as_html = [escape(fill_in(part, values, gettext(" or "))) for part in parts]
    for place in range(1, len(parts_as_html), 2):
        code = f"<code>{parts_as_html[place]}</code>"
        if stops := rendering.stops_at_start("".join(parts[place + 1 : place + 2])):
            parts_as_html[place + 1] = parts_as_html[place + 1].removeprefix(stops)
            code = f'<span class="tied">{code}{stops}</span>'
        parts_as_html[place] = code
    html = "".join(parts_as_html)
    for place_of_it, said in sentences.items():
        html = html.replace(place_of_it, said)
    return mark_safe(html)  # noqa: S308 - escaped


@register.filter
def told(text: str) -> SafeString:
    """A text of a finding or of a step as HTML: an article's Markdown with its values, or a sentence of a rule."""
    if isinstance(text, Filled):
        return inline(text.markdown, text.values)
    return say_code(text if isinstance(text, Phrase) else Phrase(text.replace("{", "{{").replace("}", "}}")))


@register.filter
def to_do(step: Step) -> SafeString:
    """What a step says to do, as HTML. A command at its end stands below it, to be copied."""
    return told(without_command(step).do)


@register.filter
def whole_words(command: str) -> SafeString:
    """A command as HTML, each word of it an element: lines break between words, and not behind each hyphen."""
    return format_html_join("", "{}<span>{}</span>", re.findall(r"(\s*)(\S+)", command))


@register.filter
def words_lang(article: Article) -> SafeString:
    """The lang attribute for an article's title and summary; "" if they are in the language of the page."""
    return mark_safe(f' lang="{article.fallback_language}"') if article.fallback_language else _NOTHING  # noqa: S308 - a code of ours


@register.filter
def theme(tag: str, tags: Mapping[str, str]) -> str:
    """The name of a tag's theme, as on the home page."""
    return tags.get(tag, tag)
