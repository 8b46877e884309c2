"""The most downloaded distributions of PyPI. A fix may name them in `pip install` without a review.

That a distribution of some name exists proves nothing. Anybody may register the misspelling of a known name, or the
name of a module that its authors publish under another one: there is a `lab`, a `haystack` and a `tvm` on the index,
and none of them is what the error's code imports. Who installs such a stranger's package runs its code. So a command
needs a name of the reviewed table import_names.tsv, or one of this dated list of the names that are
downloaded most. A wide use does not tell what a distribution's modules are called either: where the module of a known
name belongs to another distribution, or is more often a folder of one's own, import_names says so and goes first.
"""

from collections.abc import Container, Iterable, Mapping
from functools import cache
from itertools import chain, dropwhile
from pathlib import Path

from tracefix.lazy_pattern import lazy_pattern

FILE = Path(__file__).with_name("distributions.txt")
_SHORTEST = 4  # characters; below, any word is near another
_SHORT = 6  # below, only what everybody has is meant, …
_EVERYBODYS = 1_000  # … which is the first so many names
_LONG = 12  # from here on two letters may be wrong
_SEPARATORS = lazy_pattern(r"[-_.]+")


# Their releases come in builds for one kind of machine each: plain pip takes another build in silence
_BUILT_FOR_A_MACHINE = frozenset((
    *("torch", "torchvision", "torchaudio", "xformers", "jaxlib", "llama-cpp-python", "flash-attn", "vllm", "triton"),
    *("onnxruntime-gpu", "paddlepaddle-gpu", "bitsandbytes", "deepspeed", "cupy-cuda12x", "mmcv"),
))  # fmt: skip

# Made for one release of another package, which fails beside another one of theirs
_GOES_WITH = {"keras": "tensorflow", "tokenizers": "transformers"}


@cache
def known_distributions() -> frozenset[str]:
    """The normalised names (`flash-attn`) of the distributions that are downloaded most."""
    return frozenset(_names())


def is_known(distribution: str) -> bool:
    """Whether a distribution is downloaded by so many people that its name can be trusted.

    >>> is_known("flash_attn"), is_known("torhc")
    (True, False)
    """
    return normalised(distribution) in known_distributions()


def is_built_for_a_machine(distribution: str) -> bool:
    """Whether `pip install` with a release's number alone may exchange a build for the reader's GPU for another one.

    >>> is_built_for_a_machine("flash_attn"), is_built_for_a_machine("numpy")
    (True, False)
    """
    return normalised(distribution) in _BUILT_FOR_A_MACHINE


def goes_with(distribution: str) -> str:
    """The distribution whose release decides which release of this one fits; "" if there is none.

    >>> goes_with("Keras"), goes_with("numpy")
    ('tensorflow', '')
    """
    return _GOES_WITH.get(normalised(distribution), "")


def normalised(name: str) -> str:
    """A distribution's name as indexes compare it (https://peps.python.org/pep-0503/#normalized-names).

    It is what packaging.utils gives, which takes long to import.

    >>> normalised("Flash_Attn"), normalised("ruamel.-yaml")
    ('flash-attn', 'ruamel-yaml')
    """
    return _SEPARATORS.sub("-", name).lower()


def near_module(module: str, others: Iterable[str] = (), never: Container[str] = ()) -> str:
    """The name that a misspelt module most likely means: one of `others` or a known distribution; "" if none is near.

    One letter may be wrong, missing, added or changed places with its neighbour; in a long name two. The first letter
    and the digits are taken to be right, because another digit is another name, and nobody types a letter for `_`. So
    few names are compared, and the work is linear in the length of the name and of the list.

    >>> near_module("torhc"), near_module("trnasformers"), near_module("torch_ext"), near_module("yolov7")
    ('torch', 'transformers', '', '')
    """
    if len(module) < _SHORTEST:
        return ""
    from rapidfuzz.distance import OSA  # here: few modules are misspelt, and it takes long to import

    is_short = len(module) < _SHORT
    listed = () if is_short else (name for name in others if name[0] == module[0])
    known = (name for rank, name in _by_initial().get(module[0], ()) if not is_short or rank <= _EVERYBODYS)
    names = (name for name in chain(listed, known) if name not in never and _digits(name) == _digits(module))
    most = 2 if len(module) >= _LONG else 1
    alike = (name for name in names if len(name) != len(module) or _parts(name) == _parts(module))
    near = ((OSA.distance(module, name, score_cutoff=most), name) for name in alike)
    return min(((distance, name) for distance, name in near if 0 < distance <= most), default=(0, ""), key=_distance)[1]


def nearest(word: str, known: Iterable[str]) -> str:
    """The known name of which one letter is wrong in a word, or two in a long one; "" if none is near.

    >>> nearest("num_workes", ["num_workers", "pin_memory"]), nearest("size", ["num_workers"])
    ('num_workers', '')
    """
    from rapidfuzz.distance import OSA  # as above

    most = 2 if len(word) >= _LONG else 1
    near = ((OSA.distance(word, name, score_cutoff=most), name) for name in known if len(name) >= _SHORTEST)
    found = min(near, default=(most + 1, ""))
    return found[1] if found[0] <= most and len(word) >= _SHORTEST else ""


def _parts(name: str) -> int:
    """The number of words of a name."""
    return len(_SEPARATORS.split(name))


def _distance(near: tuple[int, str]) -> int:
    return near[0]


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


@cache
def _by_initial() -> Mapping[str, list[tuple[int, str]]]:
    """Ranks and names, as modules are written, the most downloaded first: of several near ones the first is taken."""
    names: dict[str, list[tuple[int, str]]] = {}
    for rank, name in enumerate(_names(), start=1):
        names.setdefault(name[0], []).append((rank, name.replace("-", "_")))
    return names


def _names() -> list[str]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return list(dropwhile(lambda line: line.startswith("#"), lines))
