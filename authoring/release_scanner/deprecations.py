"""Read a library's own deprecations: old arguments that a decorator still takes, and the replacements it names."""

import ast
from collections.abc import Iterator, Mapping

from authoring.release_scanner.literals import keys, text_of
from tracefix.linear_re import Expression

_NAME = Expression(r"^[A-Za-z_][A-Za-z0-9_]*$")
_INSTEAD = Expression(
    r"(?i)\b(?:use|renamed to|renamed as|replaced by|replaced with|in favou?r of|moved to)\s+(?:the\s+|instead\s+)?"
    r"[`'\"]{1,3}([A-Za-z_][A-Za-z0-9_.]{1,80})"
)
_OLD = Expression(
    r"(?i)(?:^|\s|\()[`'\"]{1,3}([A-Za-z_][A-Za-z0-9_.]{1,80})(?:\(\))?[`'\"]{1,3} "
    r"(?:argument |parameter |attribute |function |method |class )?"
    r"(?:is|are|was|has been|will be) (?:now )?(?:deprecated|renamed)"
)
_LONGEST = 2000  # characters of a text that is read


def renamed_arguments(decorators: list[ast.expr]) -> Iterator[tuple[str, str | None]]:
    """Old arguments that a decorator still takes, and their new names where it says them."""
    for decorator in decorators:
        if isinstance(decorator, ast.Call):
            callee = callee_name(decorator).lower()
            if "deprec" in callee or "renam" in callee or "alias" in callee:
                yield from _find_renames(decorator, callee)
            elif "legacy" in callee:  # torchvision's handle_legacy_interface(weights=("pretrained", …))
                for word in decorator.keywords:
                    if word.arg and isinstance(word.value, ast.Tuple) and (old := text_of(word.value.elts[0])):
                        yield old, word.arg


def callee_name(node: ast.expr) -> str:
    """The last word of what is called: `deprecate_kwarg` of `@utils.deprecate_kwarg(...)`."""
    callee = node.func if isinstance(node, ast.Call) else node
    if isinstance(callee, ast.Attribute):
        return callee.attr
    return callee.id if isinstance(callee, ast.Name) else ""


def _find_renames(call: ast.Call, callee: str) -> Iterator[tuple[str, str | None]]:
    words = {word.arg: word.value for word in call.keywords if word.arg}
    for value in [*call.args, *words.values()]:
        if isinstance(value, ast.Dict) or (isinstance(value, ast.Call) and callee_name(value) == "dict"):
            yield from _pairs(value)
        elif isinstance(value, ast.Set | ast.List):
            yield from ((name, None) for name in keys(value, {}) or () if _NAME.search(name))
    positional = [text for value in call.args if (text := text_of(value)) and _NAME.search(text)]
    first = [
        text for word in ("old_name", "old_arg_name", "old", "old_arg", "name") if (text := text_of(words.get(word)))
    ]
    new = [text for word in ("new_name", "new_arg_name", "new", "new_arg") if (text := text_of(words.get(word)))]
    names = first + positional
    takes_arguments = any(part in callee for part in ("kwarg", "arg", "param"))
    if names and (takes_arguments or new) and _NAME.search(names[0]):
        instead = new[0] if new else names[1] if len(names) > 1 else None
        yield names[0], instead if instead and _NAME.search(instead) else None


def _pairs(node: ast.expr) -> Iterator[tuple[str, str | None]]:
    if isinstance(node, ast.Dict):
        found = [(text_of(key), text_of(value)) for key, value in zip(node.keys, node.values, strict=True)]
    else:
        found = [(word.arg, text_of(word.value)) for word in node.keywords] if isinstance(node, ast.Call) else []
    for old, new in found:
        if old and _NAME.search(old):
            yield old, new if new and _NAME.search(new) else None


def find_spoken_names(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Old and new names in the deprecation texts of a function or class: (`old`, `new`); old is "" if unsaid."""
    for text in _texts(node):
        if "deprecat" not in text.lower() and "renamed" not in text.lower():
            continue
        new = _instead(text)
        old = _OLD.search(text[:_LONGEST])
        if new and (not old or old[1] != new):
            yield (old[1] if old else ""), new


def _instead(text: str) -> str | None:
    """The name that a text says to use; none if that is a choice: "if you want a new download, use …"."""
    found = _INSTEAD.search(text[:_LONGEST])
    if found is None:
        return None
    sentence = text[: found.span()[0]].rpartition(". ")[2].lower()
    return None if "if you" in sentence or "to force" in sentence else found[1].rstrip(".")


def _texts(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.JoinedStr):
            yield "".join(text_of(part) or "…" for part in each.values)
        elif (text := text_of(each)) and len(text) > 12:
            yield text


def argument_replacements(function: ast.AST, arguments: Mapping[str, object]) -> dict[str, str]:
    """The replacements of a function's arguments, as its own warnings and docstring name them."""
    return {
        old: new for old, new in find_spoken_names(function) if old in arguments and new != old and is_argument(new)
    }


def is_argument(name: str) -> bool:
    """Whether a name is written as arguments are."""
    return name.islower() and "." not in name


def own_replacement(decorators: list[ast.expr]) -> str | None:
    """The replacement that a decorator such as @deprecated("Use `x` instead") names."""
    for decorator in decorators:
        if isinstance(decorator, ast.Call) and "deprecat" in callee_name(decorator).lower():
            for text in _texts(decorator):
                if found := _instead(text):
                    return found
    return None
