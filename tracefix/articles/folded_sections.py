"""Fold the sections of an article's HTML but for the cause and the first fix: a list of headings, and not 15 screens.

Style sheets decide where they fold: on screens, not on paper. Each section is a checkbox, its heading as the label, and
its text, so that it opens without JavaScript; an anchor within it opens it as well, by `:target`.
"""

import re
from collections.abc import Iterator

_FIX, _CAUSE = "fix", "why-it-happens"  # anchors are those of the English text in every language
_HEADING = re.compile(
    r'(?P<before>(?:<span id="[^"]*"></span>)?)<h(?P<level>[23]) id="(?P<id>[^"]*)">(?P<words>.*?)'
    r'(?P<anchor><a class="anchor"[^>]*>#</a>)</h(?P=level)>'
)
_NESTING = ("blockquote", "details", "div", "dl", "li", "ol", "table", "ul")


def fold(markup: str) -> str:
    """Make all sections but the cause and the fix foldable, and the fixes after the first one.

    `markup` is of rendering.to_html(). A section that begins within a list or a quotation stays as it is.
    """
    return "".join(_fold_sections(list(_split(markup))))


def _split(markup: str) -> Iterator[tuple[re.Match[str] | None, str]]:
    """Each heading with what follows it up to the next one; what comes before the first one has none."""
    heading, end = None, 0
    for found in _HEADING.finditer(markup):
        yield heading, markup[end : found.start()]
        heading, end = found, found.end()
    yield heading, markup[end:]


def _fold_sections(parts: list[tuple[re.Match[str] | None, str]]) -> Iterator[str]:
    is_within, fixes = False, 0
    closing = ""  # of the section of level 2 that is open
    for place, (heading, text) in enumerate(parts):
        if heading is None:
            yield text
            continue
        if heading["level"] == "2":
            yield closing
            closing = ""
            is_within = heading["id"] == _FIX
            if heading["id"] not in (_FIX, _CAUSE) and _is_whole("".join(_texts_below(parts, place))):
                yield f'<section class="fold">{_switch(heading)}<div class="fold-body">{text}'
                closing = "</div></section>"
                continue
        elif is_within:
            fixes += 1
            if fixes > 1 and _is_whole(text):
                yield f'<section class="fold">{_switch(heading)}<div class="fold-body">{text}</div></section>'
                continue
        yield heading[0] + text
    yield closing


def _texts_below(parts: list[tuple[re.Match[str] | None, str]], place: int) -> Iterator[str]:
    """The texts of a section of level 2 and of those below it."""
    yield parts[place][1]
    for heading, text in parts[place + 1 :]:
        if heading is None or heading["level"] == "2":
            return
        yield text


def _switch(heading: re.Match[str]) -> str:
    """The switch and the heading of a foldable section, as templates/kb/_fold.html has them."""
    before, level, anchor, words, link = heading.group("before", "level", "id", "words", "anchor")
    return (
        f'{before}<input class="fold-switch" type="checkbox" id="open-{anchor}" autocomplete="off">'
        f'<h{level} id="{anchor}"><label for="open-{anchor}">{words}</label>{link}</h{level}>'
    )


def _is_whole(text: str) -> bool:
    """Whether everything that is opened in it is closed in it."""
    return all(len(re.findall(rf"<{tag}\b", text)) == text.count(f"</{tag}>") for tag in _NESTING)
