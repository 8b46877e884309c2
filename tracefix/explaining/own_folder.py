"""A module that is missing, and is the folder in which the failing file itself lies: started from the wrong place."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from tracefix.articles.import_names import known_package_of, listed_distribution_of, repository_of
from tracefix.articles.steps import Remedy, Step
from tracefix.cutting import cut
from tracefix.explaining.quoting import SAFE_PATH
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.origins import PACKAGE_FOLDERS
from tracefix.reading.report import Error, Frame

_MISSING = Expression(r"^No module named '?(?P<module>[A-Za-z_]\w{1,60})'?$")
_NAME = Expression(r"[A-Za-z_]\w*")
_LONGEST = 100  # characters of a path in a sentence


def restate_own_folder(error: Error) -> Remedy | None:
    """What to start from where, if a file of the folder `soup` imports `soup`, and no package is called so."""
    found = _MISSING.search(error.message.strip())
    if found is None or not error.frames:
        return None
    module = found["module"]
    if known_package_of(module) or listed_distribution_of(module) or repository_of(module):
        return None
    above = _folder_above(module, error.frames[-1])
    if above is None:
        return None
    sign = "\\" if "\\" in error.frames[-1].file else "/"
    return _say(module, above.replace("/", sign), _as_module(module, error.frames))


def _folder_above(module: str, frame: Frame) -> str | None:
    """The path of the folder that holds the folder `module`, if the file of the frame lies in that; None otherwise."""
    folders = frame.file.replace("\\", "/").split("/")[:-1]
    if module not in folders or any(each in PACKAGE_FOLDERS for each in folders):
        return None
    return "/".join(folders[: len(folders) - folders[::-1].index(module) - 1])


def _as_module(module: str, frames: Sequence[Frame]) -> str:
    """What `python -m` starts in place of the outermost file: `soup.pots.cook`; "" if that file lies elsewhere."""
    above = _folder_above(module, frames[0])
    if above is None:
        return ""
    inside = frames[0].file.replace("\\", "/").removeprefix(above).strip("/")
    parts = PurePosixPath(inside).with_suffix("").parts
    return ".".join(parts) if inside.endswith(".py") and all(map(_NAME.fullmatch, parts)) else ""


def _say(module: str, above: str, started: str) -> Remedy:
    path = cut((above or ".").replace("`", "'"), _LONGEST)
    change = [f"cd {above}"] if above and SAFE_PATH.fullmatch(above) else []
    steps = [
        Step(
            Phrase("Put `{path}` into `PYTHONPATH`, the folder that contains `{module}`.", path=path, module=module),
            Phrase("another program starts it") if started else "",
        ),
        Step(
            Phrase(
                "Start the program in the clone: `PYTHONPATH=.` before the command, or `python -m pip install -e .`."
            ),
            Phrase("this `{module}` is only the clone, and a second folder of that name lies in it", module=module),
        ),
    ]
    if started:
        first = Phrase("Go to the folder that contains `{module}`, and start the file as a module.", module=module)
        steps.insert(0, Step(first, commands=(*change, f"python -m {started}")))
    return Remedy(
        Phrase(
            "`{module}` is the folder of the failing file itself: Python looks for it from another place", module=module
        ),
        tuple(steps),
    )
