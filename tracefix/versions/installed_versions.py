"""The installed version of one package, as a paste shows it."""

from packaging.version import InvalidVersion, Version

from tracefix.linear_re import compile_expression
from tracefix.reading.printed_versions import OF_UNPICKLED, VERSION, read
from tracefix.versions.model import STANDARD_LIBRARY

_LONGEST = 200_000  # characters that are read: the end of a longer text
# What a package itself says of its version, beside that of another release
_TELLING = {"scikit-learn": OF_UNPICKLED}


def installed_version(package: str, text: str) -> str | None:
    """The version of a package that is installed, by the paste; None if it shows none, or several.

    It is read from folders (`transformers-4.57.1.dist-info`), lists of packages (`transformers==4.57.1`,
    `transformers  4.57.1`) and reports (`- Transformers version: 4.57.1`). What a command asks for is none of them.

    >>> installed_version("transformers", "- `transformers` version: 4.57.1\\n- Python version: 3.10.12")
    '4.57.1'
    """
    text = text[-_LONGEST:]
    if package == STANDARD_LIBRARY:  # whose history has no patch releases
        return ".".join(read(text).get("python", "").split(".")[:2]) or None
    name = "[-_.]".join(part for part in package.replace(".", "-").replace("_", "-").split("-"))
    if package in _TELLING and (found := list(compile_expression(_TELLING[package]).finditer(text))):
        return _public(found[-1]["version"]) or None
    if package.partition("-")[0].lower() not in text.lower():
        return None
    pattern = (
        rf"(?im)[/\\]{name}-(?P<folder>{VERSION})(?:-py|\.dist-info|\.egg-info)"
        rf"|^[\s\-*>|`]*{name}==(?P<frozen>{VERSION})[ \t]*(?:$|;|\\)"
        rf"|^[\s\-*>|`]*{name} {{2,40}}(?P<listed>{VERSION})(?:\s|$)"
        rf"|^[\s\-*>|`]*{name} v?(?P<noted>{VERSION})[ \t]*$"
        rf"|^[\s\-*>|]*\[(?:pip3?|conda)\] {name}(?:==| {{1,40}})(?P<collected>{VERSION})(?:\s|$)"
        rf"|\b{name}`?(?: version)? ?[:=] ?`?v?(?P<reported>{VERSION})`?\.?(?:\s|$|[,;)])"
    )
    versions = {next(filter(None, found.groups())) for found in compile_expression(pattern).finditer(text)}
    publics = {public for version in versions if (public := _public(version))}
    return publics.pop() if len(publics) == 1 else None


def _public(version: str) -> str:
    try:
        return str(Version(version).public)
    except InvalidVersion:
        return ""
