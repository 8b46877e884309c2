"""The names that one source file defines: facts that need no other file, so that equal files are read once."""

from dataclasses import dataclass, field
from typing import Any

_Key = tuple[str, str, str]


@dataclass(slots=True)
class Named:
    """A name in a file; sign and target as in tracefix.versions.history_format."""

    name: str
    sign: str = ""
    target: str = ""
    now: str | None = None
    below: "Scope" = field(default_factory=lambda: Scope())


@dataclass(slots=True)
class Scope:
    """The names of a module, a class or a function, each once."""

    names: dict[_Key, Named] = field(default_factory=dict)

    def add(self, name: str, sign: str = "", target: str = "", now: str | None = None) -> Named:
        """The name, made where it is new; what both branches of an `if` define is one."""
        named = self.names.setdefault((name, sign, target), Named(name, sign, target))
        named.now = now or named.now
        return named

    def remove(self, name: str) -> None:
        """Take a deleted name away."""
        for key in [key for key in self.names if key[0] == name]:
            del self.names[key]

    def has(self, name: str) -> bool:
        return any(key[0] == name for key in self.names)

    def dump(self) -> list[Any]:
        """As JSON: short lists."""
        return [
            [each.name, each.sign, each.target, each.now, each.below.dump()]
            if each.below.names or each.now
            else [each.name, each.sign, each.target]
            for each in self.names.values()
        ]


@dataclass(slots=True)
class Facts:
    """A file: its names, the modules whose names it takes over whole, the packages below which it takes all, its
    `__all__` ("*module" in it stands for that module's, "**" for what cannot be read), the names it deletes, and those
    that its `__getattr__` answers."""

    scope: Scope = field(default_factory=Scope)
    stars: list[str] = field(default_factory=list)
    deep_stars: list[str] = field(default_factory=list)
    exports: list[str] | None = None
    deleted: list[str] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)

    def dump(self) -> list[Any]:
        """As JSON, for the cache."""
        return [self.scope.dump(), self.stars, self.deep_stars, self.exports, self.deleted, self.answered]
