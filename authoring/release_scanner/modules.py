"""The module name of a file in an archive. Left out: tests, vendored code, and files outside the package."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import PurePosixPath

from authoring.release_scanner.packages import SHOWN_AS
from authoring.release_scanner.source import Place

LEFT_OUT = frozenset(
    (  # noqa: SIM905 - a dozen words
        "tests test _tests conftest _vendor vendor vendored _vendored extern third_party thirdparty_files"
    ).split()
)
_BESIDE = frozenset(
    (  # noqa: SIM905 - forty words
        "setup docs doc examples example benchmarks benchmark scripts tools bin requirements versioneer build "
        "dist noxfile tasks release cmake csrc ci demo demos templates assets projects configs conf site "
        "website ez_setup src-tauri notebooks licenses typings stubs third_party libs dev validation "
        "tutorials test_scripts "
    ).split()
)
_NOT_IMPORTED = ("convert_", "modular_")  # of a model: scripts, and what transformers writes its other modules from
_HOLDERS = ("src", "lib", "python", "py")


@dataclass(frozen=True, slots=True)
class ModuleFile:
    """A file and the module it is. A binary has names that nobody can read."""

    place: Place
    is_binary: bool = False
    is_stub: bool = False


def module_of(path: str, is_sdist: bool, roots: Collection[str] = ()) -> ModuleFile | None:
    """The module that a path of an archive is; None if it is left out. `roots`: what an sdist may bring."""
    parts = list(PurePosixPath(path).parts)
    if is_sdist:
        parts = parts[1:]
        if len(parts) > 2 and parts[0] in _HOLDERS:
            parts = parts[1:]
    elif parts[0].endswith(".data"):
        if len(parts) < 4 or parts[1] not in ("purelib", "platlib"):
            return None
        parts = parts[2:]
    if not parts or parts[0].endswith((".dist-info", ".egg-info", ".libs")):
        return None
    name, _, ending = parts[-1].partition(".")
    names = [SHOWN_AS.get(parts[0], parts[0]), *parts[1:-1], name] if len(parts) > 1 else [name]
    if is_sdist and roots and names[0] not in roots:
        return None
    is_test = any(each in LEFT_OUT for each in names[:-1]) or names[-1] in LEFT_OUT - {
        "test"
    }  # setuptools.command.test
    if names[0] in _BESIDE or is_test or not all(each.isidentifier() for each in names):
        return None
    is_binary = not path.endswith((".py", ".pyi"))
    is_package = name == "__init__" and not is_binary
    if is_package:
        names.pop()
    if not names or any(each.startswith("__") for each in names) or (not is_binary and ending not in ("py", "pyi")):
        return None
    is_model = "models" in names[:-1] and names.index("models") <= 2 and len(names) > names.index("models") + 2
    if is_model and names[-1].startswith(_NOT_IMPORTED):
        return None
    is_stub = path.endswith(".pyi")
    return ModuleFile(Place(".".join(names), is_package, is_model, is_stub), is_binary, is_stub)
