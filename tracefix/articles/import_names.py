"""Which distribution on PyPI provides a module: the table import_names.tsv, and the rules for modules that it lacks.

Upper and lower case, `_` and `-` are the same to pip, so `flash_attn` needs no row. A module that is not in the table
leads to the distribution of its own name only if that is a known one (tracefix.articles.distributions): to install a
guess is to run a stranger's code.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

from tracefix.articles.distributions import is_known, near_module
from tracefix.linear_re import compile_expression

FILE = Path(__file__).with_suffix(".tsv")  # its head explains the columns
_DOTTED = r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*"
_LONGEST = 100  # characters
_GITHUB = "github:"


def _read() -> dict[str, str]:
    """The second column of the table, by the first."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {module: source for module, source, *_ in (line.split("\t") for line in lines if not line.startswith("#"))}


_SOURCES = _read()
NOT_INSTALLABLE = {module for module, source in _SOURCES.items() if source == "-"}
SAME_NAME = {module for module, source in _SOURCES.items() if source == "="}
REPOSITORIES: Mapping[str, str] = {
    module: source.removeprefix(_GITHUB) for module, source in _SOURCES.items() if source.startswith(_GITHUB)
}
DISTRIBUTIONS: Mapping[str, str] = {
    module: source for module, source in _SOURCES.items() if source not in ("-", "=") and module not in REPOSITORIES
}


def top_level_of(module: str) -> str:
    """The part of a module's name before the first dot; "" if it is no module's name.

    >>> top_level_of("skimage.metrics"), top_level_of("some words")
    ('skimage', '')
    """
    return module.partition(".")[0] if _is_dotted(module) else ""


def distribution_of(module: str) -> str:
    """The distribution to install for a module: by the tables, or a known one of its top level's name; "" if unknown.

    >>> distribution_of("cv2"), distribution_of("google.protobuf.internal"), distribution_of("flash_attn.layers")
    ('opencv-python', 'protobuf', 'flash-attn')
    >>> distribution_of("torhc"), distribution_of("google.colab")
    ('', '')
    """
    if found := listed_distribution_of(module):
        return found
    top = top_level_of(module)
    return top.replace("_", "-") if not _is_elsewhere(top) and (top in SAME_NAME or is_known(top)) else ""


def meant_module(module: str) -> str:
    """The known module or distribution that a misspelt module most likely means; "" if it is none, or well spelt.

    >>> meant_module("torhc"), meant_module("sklaern.metrics"), meant_module("torch"), meant_module("utils")
    ('torch', 'sklearn', '', '')
    """
    top = top_level_of(module)
    if not top or distribution_of(module) or _is_elsewhere(top):
        return ""
    return near_module(top, (*DISTRIBUTIONS, *REPOSITORIES, *SAME_NAME), NOT_INSTALLABLE)


def meant_distribution_of(module: str) -> str:
    """The distribution that the table has for the module that a misspelt one most likely means; "" if it has none.

    >>> meant_distribution_of("sklaern"), meant_distribution_of("torhc")
    ('scikit-learn', '')
    """
    return listed_distribution_of(meant_module(module))


def known_package_of(package: str) -> str:
    """A distribution that a program asks for by its own name, if it is known; "" otherwise.

    >>> known_package_of("openpyxl"), known_package_of("opennpyxl"), known_package_of("cv2")
    ('openpyxl', '', 'opencv-python')
    """
    return distribution_of(package.replace("-", "_"))


def _is_elsewhere(top: str) -> bool:
    """Whether no distribution of its own name holds a module."""
    return top.startswith("_") or top in NOT_INSTALLABLE or top in REPOSITORIES or top in sys.stdlib_module_names


def listed_distribution_of(module: str) -> str:
    """The distribution that the table has for a module; "" if it has none."""
    parts = module.split(".") if _is_dotted(module) else []
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((DISTRIBUTIONS[name] for name in names if name in DISTRIBUTIONS), "")


def repository_of(module: str) -> str:
    """The repository on GitHub, `owner/name`, from which a module is installed that PyPI does not have; "" for others.

    >>> repository_of("detectron2.layers"), repository_of("cv2"), repository_of("megatron.core")
    ('facebookresearch/detectron2', '', '')
    """
    return "" if listed_distribution_of(module) else REPOSITORIES.get(top_level_of(module), "")


def _is_dotted(module: str) -> bool:
    return len(module) <= _LONGEST and bool(compile_expression(_DOTTED).fullmatch(module))
