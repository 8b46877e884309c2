"""YAML front matter: read with the line of every key, so that a problem points at its line.

This is the only module that uses PyYAML (https://pyyaml.org/wiki/PyYAMLDocumentation).
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from tracefix.articles.converters import Field, WrongValueError
from tracefix.articles.did_you_mean import choose
from tracefix.articles.files import read_file
from tracefix.articles.markdown_limits import find_excesses
from tracefix.articles.model import ArticleError, Problem
from tracefix.articles.yaml_remedies import explain

_FENCE = "---\n"
_DEEPEST_YAML = 20  # levels; an article needs five
_MOST_CHARACTERS = 100_000  # of front matter; the longest has a sixth of it
_MOST_ITEMS = 500  # of a list, or keys
_CUT = re.compile(r"\s+(#\S+)")  # behind a text of our own files: `#1588`, where a comment has a space
_LONGEST_NUMBER = 40  # characters of a value that is no text: a date, a number
_LONGEST_MESSAGE = 400  # characters of a complaint: it may quote a value
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's is eight times as fast


class _RefusedYAMLError(yaml.MarkedYAMLError):
    """YAML that is well formed, and that no article needs: its values may be far larger than its text."""


class _ShallowLoader(_Loader):  # type: ignore[misc]  # which of the two it is, is known at run time only
    """Refuses a document that nests too deep, which would take hours to compose, or all of the stack.

    PyYAML calls the two methods on entering and on leaving each node, a word as well as a list.
    """

    _depth = 0

    def descend_resolver(self, parent: Any, index: Any) -> None:
        self._depth += 1
        if self._depth > _DEEPEST_YAML + 1:  # the last level may hold words, and no more lists
            problem = f"it nests more than {_DEEPEST_YAML} levels deep"
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=parent.start_mark)

    def ascend_resolver(self) -> None:
        self._depth -= 1


class FrontMatter:
    """The front matter of one file, and the body below it. `problems` lists what is wrong with them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.values: dict[str, Any] = {}
        self.lines: dict[str, int] = {}  # of a key, and of an item of a list: "signatures.0"
        self.body = ""
        self.body_line = 1
        self._first_line = 2  # of the YAML in its file
        self._most = _MOST_CHARACTERS

    @classmethod
    def read(cls, path: Path) -> "FrontMatter":
        """Read an article's file. Raises nothing: a file that cannot be read is a problem too."""
        header = cls(path)
        if (text := header._read("copy articles/_template/article.md")) is not None:
            header._parse(text)
        return header

    @classmethod
    def read_yaml(cls, path: Path, remedy: str, most: int = _MOST_CHARACTERS) -> "FrontMatter":
        """Read a file that is YAML and nothing else, of at most so many characters. Raises nothing.

        `remedy` says what to do if there is none.
        """
        header = cls(path)
        header._first_line = 1
        header._most = most
        if (text := header._read(remedy)) is not None:
            header._parse_keys(text)
        return header

    def _read(self, remedy: str) -> str | None:
        try:
            return read_file(self.path)
        except FileNotFoundError:
            self.complain(1, f"is missing: {remedy}")
        except ArticleError as error:
            self.problems += error.problems
        return None

    def _parse(self, text: str) -> None:
        front, fence, body = text.removeprefix(_FENCE).partition("\n" + _FENCE)
        if not text.startswith(_FENCE) or not fence:
            self.complain(1, "has no front matter: begin with `---`, keys, and `---` on lines of their own")
            return
        self.body = body
        self.body_line = front.count("\n") + 4
        self._parse_keys(front)
        for line, message in find_excesses(body):
            self.complain(self.body_line + line - 1, message)

    def _parse_keys(self, front: str) -> None:
        try:
            node, values = _parse_yaml(front, self._most)
        except yaml.YAMLError as error:
            line, message = _explain(error, front)
            self.complain(self._first_line + line, message)
            return
        except ValueError as error:
            self.complain(1, f"holds a date or a number that is none ({error}): correct it, or put it into quotes")
            return
        if not isinstance(values, dict) or not isinstance(node, yaml.MappingNode):
            self.complain(self._first_line, "must be `key: value` lines")
            return
        lines = front.split("\n")
        for item in _nodes(node):
            if isinstance(item, yaml.ScalarNode):
                for _, message in find_excesses(item.value):  # each text may be shown as Markdown
                    self.complain(self._line_of(item), message)
                if not item.style and (cut := _CUT.match(lines[item.end_mark.line], item.end_mark.column)):
                    told = (
                        f"“{item.value[-20:]}” ends before {cut[1]}, which begins a comment: put the text into quotes"
                    )
                    self.complain(self._first_line + item.end_mark.line, told)
        for key, line, first in _duplicates(node):
            above = self._first_line - 1
            self.complain(above + line, f"the key {key!r} stands in line {above + first}, too: remove one of the two")
        self.values = values
        for key_node, value_node in node.value:
            self.lines[key_node.value] = self._line_of(key_node)
            if isinstance(value_node, yaml.MappingNode):
                for item, _ in value_node.value:
                    self.lines[f"{key_node.value}.{item.value}"] = self._line_of(item)
            if isinstance(value_node, yaml.SequenceNode):
                for number, item in enumerate(value_node.value):
                    self.lines[f"{key_node.value}.{number}"] = self._line_of(item)

    def _line_of(self, node: Any) -> int:
        return int(self._first_line + node.start_mark.line)

    def complain(self, line: int, message: str) -> None:
        cut = message if len(message) <= _LONGEST_MESSAGE else message[:_LONGEST_MESSAGE] + " …"
        self.problems.append(Problem(self.path, line, cut))

    def line(self, key: str) -> int:
        """The line of a key, or of an item of its list ("signatures.0"); 1 if it is not there."""
        return self.lines.get(key, 1)

    def check(self, fields: Mapping[str, Field]) -> dict[str, Any]:
        """The converted values by attribute; unknown keys, missing keys and wrong values become problems."""
        if self.problems:
            return {}
        converted: dict[str, Any] = {}
        for key, value in self.values.items():
            known = fields.get(key)
            if known is None:
                self.complain(self.line(str(key)), f"unknown key {key!r}: {choose(key, fields)}")
                continue
            try:
                converted[known.attribute or key] = known.convert(value)
            except WrongValueError as error:
                line = self.line(f"{key}.{error.item}") if error.item is not None else self.line(key)
                self.complain(line, f"{key}: {error}")
        for key, known in fields.items():
            if known.required and key not in self.values:
                self.complain(1, f"the key {key!r} is missing: add it")
        return converted


def read_names(path: Path) -> dict[str, str]:
    """A YAML file of `name: text` lines; a file that is not there holds none. Raises ArticleError."""
    try:
        content = read_file(path)
    except FileNotFoundError:
        return {}
    try:
        _, names = _parse_yaml(content)
    except (yaml.YAMLError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        line = min(mark.line, content.count("\n")) + 1 if mark else 1  # what is unclosed is missed below the last line
        raise ArticleError([Problem(path, line, "is not YAML: write `name: Theme` lines")]) from error
    if not isinstance(names, dict) or not all(isinstance(item, str) for pair in names.items() for item in pair):
        raise ArticleError([Problem(path, 1, "must hold `name: Theme` lines")])
    return names


def _explain(error: yaml.YAMLError, front: str) -> tuple[int, str]:
    """The line of the YAML from 0, and what to do."""
    mark, begun = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    complaint = getattr(error, "problem", None) or str(error)
    if mark is None:
        return 0, f"is not YAML: {complaint}"
    if isinstance(error, _RefusedYAMLError):
        return mark.line, complaint
    line, remedy = explain(complaint, mark.line, begun.line if begun else None, front.split("\n"))
    return line, f"is not YAML: {remedy}"


def _duplicates(node: Any) -> Iterator[tuple[str, int, int]]:
    """The keys that stand twice in a mapping, each with its line and that of the first, from 1 of the YAML."""
    first: dict[str, int] = {}
    for item in node.value if isinstance(node, yaml.CollectionNode) else ():
        if isinstance(node, yaml.MappingNode):
            key, item = item
            line = key.start_mark.line + 1
            if key.value in first:
                yield key.value, line, first[key.value]
            first.setdefault(str(key.value), line)
        yield from _duplicates(item)


def _parse_yaml(text: str, most: int = _MOST_CHARACTERS) -> tuple[Any, Any]:
    """The nodes of a document of at most so many characters, which know their lines, and its values.

    Raises yaml.YAMLError, and ValueError where a date or a number is none.
    """
    if len(text) > most:
        raise _RefusedYAMLError(
            problem=f"the keys have more than {most:,} characters: shorten them",
            problem_mark=yaml.Mark("", 0, 0, 0, "", 0),
        )
    loader = _ShallowLoader(text)
    try:
        node = loader.get_single_node()
        _check_size(node, {}, most)
        return node, loader.construct_document(node) if node else None
    finally:
        loader.dispose()


def _check_size(node: Any, known: dict[int, int], most: int) -> int:
    """The characters of a node with its aliases written out; `known` has those of the nodes before it.

    A few lines of aliases can stand for gigabytes. Raises _RefusedYAMLError at the first node that is too large.
    """
    if node is None or id(node) in known:
        return known.get(id(node), 0)
    known[id(node)] = most  # as long as it is open: what stands in itself has no end
    items = node.value if isinstance(node, yaml.CollectionNode) else ()
    parts = (each for item in items for each in (item if isinstance(item, tuple) else (item,)))
    size = 1 + (sum(_check_size(each, known, most) for each in parts) if items else len(node.value))
    problem = ""
    if size > most:
        problem = f"has more than {most:,} characters when its YAML aliases (`*name`) are written out"
    elif len(items) > _MOST_ITEMS:
        problem = f"has more than {_MOST_ITEMS} items: leave some out"
    elif isinstance(node, yaml.ScalarNode) and not node.tag.endswith(":str") and len(node.value) > _LONGEST_NUMBER:
        problem = f"holds a date or a number that is none (over {_LONGEST_NUMBER} characters): put it into quotes"
    if problem:
        raise _RefusedYAMLError(problem=problem, problem_mark=node.start_mark)
    known[id(node)] = size
    return size


def _nodes(node: Any) -> Iterator[Any]:
    """A node and those in it, in order."""
    waiting = [node] if node else []
    while waiting:
        item = waiting.pop()
        yield item
        if isinstance(item, yaml.MappingNode):
            waiting += (each for pair in reversed(item.value) for each in reversed(pair))
        elif isinstance(item, yaml.SequenceNode):
            waiting += reversed(item.value)
