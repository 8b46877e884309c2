"""A module that the paste shows as installed, and that the Python that ran does not find: two Pythons."""

from tracefix.articles.distributions import goes_with, is_built_for_a_machine
from tracefix.articles.import_names import known_package_of, listed_distribution_of
from tracefix.articles.signatures import class_name
from tracefix.articles.steps import Remedy, Step
from tracefix.cutting import cut
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error

_LONGEST = 60
_LONGEST_PASTE = 20_000  # characters that are read
_MISSING = Expression(r"No module named '?(?P<module>[A-Za-z_]\w{0,60})")
_SIGNS = ("already satisfied", "already installed", "uccessfully installed")
_SHOWN = Expression(
    r"(?i)requirement already (?:satisfied|up-to-date):? (?P<satisfied>[\w-]{2,60})"
    r"|successfully installed (?P<installed>[^\n]{2,900})|conda install (?:-\S+ (?:\S+ )?)?(?P<asked>[\w-]{2,60})"
)


def find_installed_elsewhere(error: Error, paste: Paste) -> Remedy | None:
    """The remedy where pip or conda says that it has the module that is missing; None for all else."""
    missing, text = _MISSING.search(error.message), paste.text[:_LONGEST_PASTE]
    if missing is None or class_name(error.type) not in ("ModuleNotFoundError", "ImportError"):
        return None
    if not any(sign in text for sign in _SIGNS):
        return None
    module = missing["module"]
    package = listed_distribution_of(module) or known_package_of(module.lower())
    if not {module.replace("_", "-").lower(), package.lower()} & _shown(text):
        return None
    module = cut(module, _LONGEST)
    is_safe = package and not is_built_for_a_machine(package) and not goes_with(package)
    which = Step(
        Phrase("See which Python runs the program. In conda it must lie in the environment: activate that first."),
        commands=('python -c "import sys; print(sys.executable)"',),
    )
    install = Step(
        Phrase("Install with that Python, and start the program with the same word, `python` or `python3`."),
        commands=(f"python -m pip install {package}",) if is_safe else (),
        note=Phrase("A bare `pip` may belong to another one."),
    )
    return Remedy(
        Phrase("`{module}` is installed, and not in the Python that ran: there are two", module=module),
        (which, install),
    )


def _shown(text: str) -> set[str]:
    """The distributions that installers say are there, in lower case."""
    names: set[str] = set()
    for found in _SHOWN.finditer(text):
        if name := found["satisfied"] or found["asked"]:
            names.add(name.lower().replace("_", "-"))
        else:
            names.update(word.rpartition("-")[0].lower().replace("_", "-") for word in found["installed"].split())
    return names
