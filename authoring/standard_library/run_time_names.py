"""Print the public names of this Python's standard library as JSON. It runs in every Python from 2.7 on.

A name is [label, sign, target, names below it], with the signs of history/: `tracefix/versions/history_format.py`. A
module is asked, not read, so that names which are made while it loads are there; one that this machine cannot load is
open.
"""

# mypy: ignore-errors
# ruff: noqa: PTH118, PTH120, RUF005, UP031, UP036 - what Python 2.7 can do

import ast
import importlib
import inspect
import json
import os
import pkgutil
import sys
import types
import warnings

OPEN = ["**", "=", "", []]
# They print, open a browser, or are for Python's own tests and tools
SKIPPED = ("antigravity", "idlelib", "test", "tests", "this", "turtledemo", "ensurepip", "pydoc_data")
CLASSES = (type, types.ClassType) if sys.version_info[0] == 2 else (type,)
BOUND = (types.BuiltinFunctionType, types.MethodType)  # they have their first argument
FUNCTIONS = (types.FunctionType, type(str.join)) + BOUND


def is_public(label):
    return not label.startswith("_") and label not in SKIPPED and not label.startswith("xx")


def top_modules():
    """The public modules of the standard library, as far as this Python lists or finds them."""
    listed = getattr(sys, "stdlib_module_names", None)
    if listed is None:
        library = os.path.dirname(os.__file__)
        folders = [library, os.path.join(library, "lib-dynload")]
        listed = set(sys.builtin_module_names) | {module[1] for module in pkgutil.iter_modules(folders)}
    found = {label for label in listed if is_public(label)} | {"builtins", "__future__"}
    if sys.version_info[0] == 2:
        found -= {"builtins"}
    return sorted(found)


def load(name):
    try:
        return importlib.import_module(name)
    except BaseException:  # a module may even end the program
        return None


def load_all(names):
    """The modules that can be loaded, and None for the others that are there; submodules too."""
    modules = {}
    for name in names:
        module = load(name)
        if module is None and not exists(name):
            continue
        modules[name] = module
        if getattr(module, "__path__", None):
            inner = [each[1] for each in pkgutil.iter_modules(module.__path__) if is_public(each[1])]
            modules.update(load_all([name + "." + label for label in inner]))
    return modules


def exists(name):
    """Whether a module that cannot be loaded is there nevertheless."""
    if "." in name:
        return True  # it was found in its package's folder
    return any(module[1] == name for module in pkgutil.iter_modules())


def whole_name(thing):
    qualified = getattr(thing, "__qualname__", getattr(thing, "__name__", ""))
    return "%s.%s" % (getattr(thing, "__module__", None), qualified)


def is_home(name, thing, modules):
    """Whether a thing is what these modules have by a whole name, which others may bear: a class and its base."""
    module, _, label = name.rpartition(".")
    return modules.get(module) is not None and is_public(label) and getattr(modules[module], label, None) is thing


def module_entries(name, modules):
    module = modules[name]
    if module is None:
        return [OPEN]
    entries = []
    for label in sorted(labels_of(module, modules)):
        inner = name + "." + label
        if inner in modules:
            continue  # a submodule
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                thing = getattr(module, label)
            except Exception:  # noqa: S112 - listed, and not there
                continue
        entries.append(entry(label, thing, name, modules))
    return entries


def labels_of(module, modules):
    """The public names of a module, with those that its `__getattr__` knows.

    They stand in its source as strings, or are names of another module, as those of collections.abc in collections.
    """
    labels = {label for label in dir(module) if not label.startswith("_")}
    if hasattr(module, "__getattr__"):
        possible = set(strings_of(source_of(module))).union(*[dir(each) for each in modules.values()])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            labels.update(label for label in possible if is_public(label) and hasattr(module, label))
    return labels


def source_of(module):
    try:
        return inspect.getsource(module)
    except (OSError, TypeError):
        return ""


def strings_of(source):
    for node in ast.walk(ast.parse(source)):
        value = getattr(node, "value", None)
        if isinstance(value, str) and value.isidentifier():
            yield value


def entry(label, thing, module, modules):
    if isinstance(thing, types.ModuleType):
        target = thing.__name__
        return [label, ">", target, []] if target in modules else [label, "", "", []]
    is_class = isinstance(thing, CLASSES)
    if (is_class or isinstance(thing, FUNCTIONS)) and getattr(thing, "__module__", None) != module:
        home = whole_name(thing)
        if is_home(home, thing, modules) and home != module + "." + label:
            return [label, ">", home, []]
    if is_class:
        return [label, ":", "", class_entries(thing, modules)]
    if isinstance(thing, FUNCTIONS):
        return [label, "()", "", argument_entries(thing, 0)]
    return [label, "", "", []]


def class_entries(cls, modules):
    """The names of a class and of those bases that have no public home of their own."""
    entries = []
    seen = set()
    waiting = [cls]
    while waiting:
        each = waiting.pop(0)
        for label, thing in sorted(vars(each).items()):
            if (not label.startswith("_") or label == "__init__") and label not in seen:
                seen.add(label)
                entries.append(member(label, thing))
        for base in getattr(each, "__bases__", ()):
            home = whole_name(base)
            if base is object:
                continue
            if base.__module__ in ("builtins", "exceptions", "__builtin__"):
                entries.append(["<", "<", base.__name__, []])
            elif is_home(home, base, modules):
                entries.append(["<", "<", home, []])
            else:
                waiting.append(base)
    return entries


def member(label, thing):
    is_whole = isinstance(thing, (staticmethod,) + BOUND)
    function = getattr(thing, "__func__", thing) if isinstance(thing, (staticmethod, classmethod)) else thing
    is_callable = isinstance(function, FUNCTIONS) or type(function).__name__ in (
        "method_descriptor",
        "wrapper_descriptor",
    )
    return [label, "()", "", argument_entries(function, not is_whole)] if is_callable else [label, "", "", []]


def argument_entries(function, skipped):
    """The arguments that can be given by name; open where the function takes any, or where nobody can tell."""
    try:
        if hasattr(inspect, "signature"):
            found = list(inspect.signature(function, follow_wrapped=False).parameters.values())[skipped:]
            by_name = [each.name for each in found if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
            is_open = any(each.kind is each.VAR_KEYWORD for each in found)
        else:
            spec = inspect.getargspec(function)
            by_name = [each for each in spec.args[skipped:] if isinstance(each, str)]
            is_open = bool(spec.keywords)
    except Exception:  # its defaults are evaluated, too
        return [OPEN]
    return [OPEN] * is_open + [[each, "=", "", []] for each in by_name]


def find_own_modules_only():
    """Drop the finders of what is installed: setuptools' brings its own distutils in place of Python's."""
    sys.meta_path[:] = [each for each in sys.meta_path if getattr(each, "__module__", "").startswith("_frozen_")]


def main():
    warnings.simplefilter("ignore")
    find_own_modules_only()
    modules = load_all(top_modules())
    names = {name: module_entries(name, modules) for name in modules}
    version = "%d.%d" % tuple(sys.version_info[:2])
    print(json.dumps({"version": version, "modules": names}, sort_keys=True))


if __name__ == "__main__":
    main()
