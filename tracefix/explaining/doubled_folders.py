"""A path that begins again with the folder in which the program runs: `/srv/soup/soup/pots.yaml`."""

from itertools import pairwise
from posixpath import normpath

from tracefix.articles.steps import Remedy, Step
from tracefix.cutting import cut
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.report import Error

_MISSING = Expression(r"No such file or directory: '(?P<path>[^'\n]{3,300})'")
_LONGEST = 100  # characters of a path in a sentence


def restate_doubled_folder(error: Error) -> Remedy | None:
    """What is wrong where a missing file has a folder twice, whose files ran, and none of the second one did."""
    missing = _MISSING.search(error.message)
    if missing is None:
        return None
    files = [frame.file.replace("\\", "/") for frame in error.frames]
    path = missing["path"].replace("\\\\", "/").replace("\\", "/")
    parts = normpath(path).split("/")  # a `..` may lead out of the second folder again
    for place, (folder, again) in enumerate(pairwise(parts)):
        outer = "/".join(parts[: place + 1]) + "/"
        inner = f"{outer}{again}/"
        is_inside = any(file.startswith(outer) for file in files) and not any(file.startswith(inner) for file in files)
        if folder == again and folder and is_inside:
            return _say(folder, path.removeprefix(inner))
    return None


def _say(folder: str, rest: str) -> Remedy:
    return Remedy(
        Phrase(
            "The path has `{folder}` twice: the program runs in that folder, and the path begins with it again",
            folder=cut(folder.replace("`", "'"), _LONGEST),
        ),
        (
            Step(Phrase("Give the path from there on: `{path}`.", path=cut(rest.replace("`", "'"), _LONGEST))),
            Step(Phrase("Or start the program one folder higher, as the instructions mean it.")),
        ),
    )
