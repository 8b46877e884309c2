# mypy: allow-untyped-defs, allow-untyped-calls
"""Run inside an environment: import a package, and say which names it has. Python 3.6 and newer, no other imports.

It reads `{"roots": [...], "left_out": [...], "claims": [[name, kind], ...]}` from stdin and prints `{"names": {name:
kind}, "absent": [...], "checked": n}`. `names` are the package's own: of its modules, but for those whose last part is
in `left_out` and for tests beside what they test, what is public and was not imported from another package, unless
`__all__` lists it; of its classes, what is public, inherited names too; of its functions, the arguments. `absent` are
the claims that it does not have, of `checked` ones that could be looked at.
"""

import ast
import functools
import importlib
import importlib.util
import inspect
import json
import os
import pkgutil
import sys
import traceback
import types
import warnings

_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType)
_absence = object()


def _is_public(name):
    return not name.startswith("_") and "-" not in name  # a script, `set-up.py`


@functools.lru_cache(maxsize=None)  # noqa: UP033 - Python 3.8 has no functools.cache; a module that fails takes its time
def _import(name):
    try:
        return importlib.import_module(name)
    except BaseException:  # modules end the process, ask for what is not installed, or for another machine
        return None


def _why_not(names):
    """The last line that Python prints where the first of these cannot be imported; "" if it can be."""
    try:
        importlib.import_module(names[0])
    except BaseException as error:
        printed = "".join(traceback.format_exception_only(type(error), error)).split("\n")
        return ": " + [line for line in printed if line.strip()][-1]
    return ""


def _get(holder, name):
    try:
        return getattr(holder, name)
    except BaseException:
        return _absence


def _fails(holder, path):
    """Whether a name is not said to be missing: something else fails, such as the import of the module that has it."""
    try:
        getattr(holder, path.rpartition(".")[2])
    except AttributeError:
        return False
    except BaseException:
        return True
    return False


def _dir(holder):
    try:
        return [label for label in dir(holder) if isinstance(label, str) and label.isidentifier()]
    except BaseException:
        return []


def find_modules(roots, left_out):
    """The public modules that can be imported, the shortest names first."""
    found = {}
    waiting = [name for name in roots if _is_public(name)]
    while waiting:
        name = waiting.pop(0)
        module = _import(name)
        if module is None or name in found:
            continue
        found[name] = module
        try:
            below = sorted(info[1] for info in pkgutil.iter_modules(list(getattr(module, "__path__", ()))))
        except Exception:
            below = []
        tests = {each for each in below if each.endswith("_test") and each[: -len("_test")] in below}
        waiting.extend(name + "." + each for each in below if _is_public(each) and each not in tests.union(left_out))
    return found


def _first(name):
    return name.split(".")[0]


def _imports(module):
    """The names that the source of a module imports, each with its package; "" for what stands beside the module."""
    try:
        tree = ast.parse(inspect.getsource(module))
    except BaseException:  # a compiled module has no source
        return ()
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(each.asname or _first(each.name), _first(each.name)) for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = "" if node.level else _first(node.module)
            found += [(each.asname or each.name, package) for each in node.names]
    return tuple(found)


def _imported_names(module, roots):
    """The names that the source of a module imports from other packages."""
    return {name for name, package in _imports(module) if package and package not in roots}


@functools.lru_cache(maxsize=None)  # noqa: UP033
def _is_installed(package):
    try:
        return importlib.util.find_spec(package) is not None
    except BaseException:
        return False


def _waits_for_another(module, name):
    """Whether a module has a name only where another package is installed, which is not here."""
    return any(each == name and package and not _is_installed(package) for each, package in _imports(module))


def _module(value):
    return _get(value, "__module__")  # which a class of a compiled module may lack


def _home(value):
    """The package in which a class, a function or a module was made; "" for a value, which does not tell."""
    if _module(type(value)) in ("typing", "__future__"):  # `Dict`, which a compiled module has without source
        return "typing"
    home = None
    if isinstance(value, types.ModuleType):
        home = _get(value, "__name__")  # a lazy one may fail: tf.estimator, with Keras 3
    elif isinstance(value, (type, *_FUNCTIONS)):
        home = _module(value)
    return _first(home) if isinstance(home, str) else ""


def _signature(function, **options):
    try:
        return inspect.signature(function, **options).parameters
    except BaseException:
        return None


def _arguments(function, is_bound=False):
    """The arguments that a caller may name: an object or a class that comes first is none."""
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    parameters = list((_signature(function) or {}).values())
    if is_bound or (parameters and parameters[0].name in ("self", "cls")):
        parameters = parameters[1:]
    return [each.name for each in parameters if each.kind in named and _is_public(each.name)]


def _member(cls, name):
    """A member as it stands in the class that has it, and whether that is a class of Python itself."""
    for each in inspect.getmro(cls):
        if name in vars(each):
            return vars(each)[name], _module(each) == "builtins"
    return None, True


class Names:
    """The names of a package, each with its kind. What has several names is looked into under the first."""

    def __init__(self, roots, left_out):
        self.found: dict[str, str] = {}
        self._roots = {_first(each) for each in roots}
        self._versions = {each + ".__version__" for each in roots}  # not public, and read most of all
        self._left_out = left_out
        self._seen = set()
        modules = find_modules(roots, left_out)
        self.found.update((name, "module") for name in modules)
        for name, module in modules.items():
            self._look_into_module(name, module)

    def _look_into_module(self, name, module):
        listed = _get(module, "__all__")
        listed = {each for each in listed if isinstance(each, str)} if isinstance(listed, (list, tuple)) else set()
        imported = _imported_names(module, self._roots) - listed
        for label in sorted(listed.union(_dir(module)) - imported):
            whole = name + "." + label
            is_asked = _is_public(label) or whole in self._versions
            value = _get(module, label) if is_asked and whole not in self.found else _absence
            home = _home(value)
            if value is _absence or _module(type(value)) == "__future__":  # `division`, which `dir()` has as well
                continue
            if home and home not in self._roots and label not in listed:
                continue
            if label in self._left_out and isinstance(value, types.ModuleType):
                continue
            self.found[whole] = "name"
            if home in self._roots and id(value) not in self._seen:
                self._seen.add(id(value))
                if isinstance(value, type):
                    self._look_into_class(whole, value)
                elif isinstance(value, _FUNCTIONS):
                    self._add_arguments(whole, _arguments(value))

    def _look_into_class(self, name, cls):
        for label in _dir(cls):
            if not _is_public(label) and label not in ("__init__", "__call__"):
                continue
            member, is_of_python = _member(cls, label)
            if is_of_python:
                continue
            if _is_public(label):
                self.found[name + "." + label] = "member"
            value = _get(cls, label)
            if callable(value) and not isinstance(member, type):
                arguments = _arguments(value, isinstance(member, types.FunctionType))
                self._add_arguments(name + "." + label, arguments)

    def _add_arguments(self, name, arguments):
        self.found.update((name + "(" + each + ")", "argument") for each in arguments)


def _find(path):
    """The owner of a dotted name and what the name means; _absence for both, or only for the name, if there is none."""
    parts = path.split(".")
    lengths = range(len(parts), 0, -1)
    length = next((each for each in lengths if _import(".".join(parts[:each])) is not None), 0)
    owner, value = _absence, sys.modules.get(".".join(parts[:length]), _absence)
    for part in parts[length:]:
        owner, value = value, _get(value, part)
    return owner, value


def check(name, kind):
    """Whether a claim is true; None if that cannot be seen: its owner is not there, or only an object has it."""
    path, _, argument = name.partition("(")
    if kind == "module":
        return True if _import(path) is not None else None
    owner, value = _find(path)
    if not argument:
        label = path.rpartition(".")[2]
        is_of_object = isinstance(owner, type) and kind == "attribute"
        is_there = value is not _absence or (isinstance(owner, type) and label in _dir(owner))
        if is_there or owner is _absence or is_of_object or _fails(owner, path):
            return True if is_there else None
        return None if isinstance(owner, types.ModuleType) and _waits_for_another(owner, label) else False
    parameters = _signature(value) if value is not _absence and callable(value) else None
    if parameters is None or argument[:-1] in parameters:
        return None if parameters is None else True
    takers = [*parameters.values(), *(_signature(value, follow_wrapped=False) or {}).values()]  # of a decorator, too
    code = _get(value, "__code__")  # of a decorator that says another signature than its own, as Paddle's aliases do
    takes_any = isinstance(code, types.CodeType) and code.co_flags & inspect.CO_VARKEYWORDS
    is_open = takes_any or any(each.kind in (each.VAR_KEYWORD, each.POSITIONAL_ONLY) for each in takers)
    return None if is_open else False


def main():
    answer = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what modules print when they are imported is no answer
    warnings.simplefilter("ignore")
    asked = json.load(sys.stdin)
    names = Names(asked["roots"], asked["left_out"]).found
    if not names:
        named = ", ".join(asked["roots"])
        sys.exit("none of " + named + " can be imported (try an older --python)" + _why_not(asked["roots"]))
    results = [(name, check(name, kind)) for name, kind in asked["claims"]]
    absent = [name for name, result in results if result is False]
    checked = sum(result is not None for _, result in results)
    json.dump({"names": names, "absent": absent, "checked": checked}, answer)
    answer.close()
    os._exit(0)  # threads that a package began do not hold us up


if __name__ == "__main__":
    main()
