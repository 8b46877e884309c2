"""{% keep %}: parts of a page that are drawn once."""

from collections.abc import Hashable
from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.utils.safestring import SafeString

register = template.Library()
_MOST = 1000  # kept parts, all tags together; then all are forgotten
_kept: dict[Hashable, SafeString] = {}


def forget() -> None:
    """Draw everything anew, as after another setting or catalogue."""
    _kept.clear()


class KeepNode(template.Node):
    def __init__(self, nodes: NodeList, keys: list[FilterExpression]) -> None:
        self.nodes = nodes
        self.keys = keys

    def render(self, context: template.Context) -> SafeString:
        key = (self, *(key.resolve(context, ignore_failures=True) for key in self.keys))
        kept = _kept.get(key)
        if kept is None:
            kept = self.nodes.render(context)
            if len(_kept) >= _MOST:
                _kept.clear()
            _kept[key] = kept
        return kept


@register.tag
def keep(parser: Parser, token: Token) -> KeepNode:
    """`{% keep KEY... %}…{% endkeep %}`: what is within depends on nothing but the keys, and is drawn once for each.

    The keys must be few and never what a visitor types.
    """
    keys: list[Any] = [parser.compile_filter(word) for word in token.split_contents()[1:]]
    nodes = parser.parse(("endkeep",))
    parser.delete_first_token()
    return KeepNode(nodes, keys)
