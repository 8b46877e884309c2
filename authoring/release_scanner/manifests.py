"""Find the modules of a release. A stub alone is no module, and an sdist lacks the modules that are yet to be compiled.

A manifest has the files of a release without their suffixes, as scan.py writes them: `pkg/mod.py`, `pkg/mod.pyi`, and
`pkg/mod.bin` for a compiled module.
"""

from collections.abc import Collection, Mapping, Sequence

from packaging.version import Version

Manifest = Mapping[str, str]


def installed_modules(manifests: Mapping[Version, Manifest], sdists: Collection[Version]) -> dict[Version, Manifest]:
    """The files of each release as they are once it is installed: without stubs of no module, with compiled modules."""
    order = sorted(manifests)
    wheels = [version for version in order if version not in sdists]
    return {
        version: {**_compiled_around(version, wheels, manifests), **manifests[version]}
        if version in sdists
        else without_lone_stubs(manifests[version])
        for version in order
    }


def without_lone_stubs(manifest: Manifest) -> Manifest:
    """A wheel's files but for stubs of no module: numpy 1.20 had a numpy/rec.pyi, and `import numpy.rec` failed.

    What a compiled module holds has no file of its own: a stub below one counts. So does one of a private name: a wheel
    for another platform may have the compiled module.
    """
    modules = {path.rpartition(".")[0].removesuffix("/__init__") for path in manifest if not path.endswith(".pyi")}
    compiled = {path.removesuffix(".bin") for path in manifest if path.endswith(".bin")}
    return {
        path: key for path, key in manifest.items() if not path.endswith(".pyi") or _is_real(path, modules, compiled)
    }


def _is_real(path: str, modules: Collection[str], compiled: Collection[str]) -> bool:
    module = path.removesuffix(".pyi").removesuffix("/__init__")
    parts = module.split("/")
    is_below = any("/".join(parts[:length]) in compiled for length in range(1, len(parts)))
    return module in modules or is_below or parts[-1].startswith("_")


def _compiled_around(
    version: Version, wheels: Sequence[Version], manifests: Mapping[Version, Manifest]
) -> dict[str, str]:
    """The compiled modules of the nearest wheels: an sdist cannot tell that one of them is missing."""
    older = [wheel for wheel in wheels if wheel < version][-1:]
    newer = [wheel for wheel in wheels if wheel > version][:1]
    own = manifests[version]
    return {
        path: key
        for wheel in (*older, *newer)
        for path, key in manifests[wheel].items()
        if path.endswith(".bin") and f"{path.removesuffix('.bin')}.py" not in own
    }
