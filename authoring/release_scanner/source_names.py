"""The names that one source file defines or imports: no other file is needed, so that equal files are read once."""

from dataclasses import dataclass, field
from typing import Any

MADE = "?"  # a base class that a call made, or that stands for what a class is given while the package runs
_Key = tuple[str, str, str]


@dataclass(slots=True)
class Named:
    """A name in a file; sign and target as in tracefix.versions.history_format."""

    name: str
    sign: str = ""
    target: str = ""
    replacement: str | None = None
    below: "Scope" = field(default_factory=lambda: Scope())


@dataclass(slots=True)
class Scope:
    """The names of a module, a class or a function, each once."""

    names: dict[_Key, Named] = field(default_factory=dict)

    def add(self, name: str, sign: str = "", target: str = "", replacement: str | None = None) -> Named:
        """The name, made where it is new; what both branches of an `if` define is one."""
        named = self.names.setdefault((name, sign, target), Named(name, sign, target))
        named.replacement = replacement or named.replacement
        return named

    def remove(self, name: str) -> None:
        """Take a deleted name away."""
        for key in [key for key in self.names if key[0] == name]:
            del self.names[key]

    def keep_values(self) -> None:
        """Take the methods of a class away, but for its constructor."""
        for key in [key for key in self.names if key[1] == "()" and key[0] != "__init__"]:
            del self.names[key]

    def has(self, name: str) -> bool:
        return any(key[0] == name for key in self.names)

    def dump(self) -> list[Any]:
        """As JSON: short lists."""
        return [
            [each.name, each.sign, each.target, each.replacement, each.below.dump()]
            if each.below.names or each.replacement
            else [each.name, each.sign, each.target]
            for each in self.names.values()
        ]


@dataclass(slots=True)
class SourceNames:
    """What one source file says of its names.

    `star_imports` are the modules of its `from module import *`, `lazy_packages` those whose modules hand all their
    names on to it, `exports` is its `__all__` ("*module" stands for that module's, "**" for what cannot be read),
    `deleted` are the names that it deletes, `answered` those that its `__getattr__` answers, and `decorators` what its
    functions and classes give to what they decorate: name, and what decorators.read_gift() tells.
    """

    scope: Scope = field(default_factory=Scope)
    star_imports: list[str] = field(default_factory=list)
    lazy_packages: list[str] = field(default_factory=list)
    exports: list[str] | None = None
    deleted: list[str] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    decorators: list[list[Any]] = field(default_factory=list)

    def dump(self) -> list[Any]:
        """As JSON, for the cache."""
        lists = (self.star_imports, self.lazy_packages, self.exports, self.deleted, self.answered, self.decorators)
        return [self.scope.dump(), *lists]
