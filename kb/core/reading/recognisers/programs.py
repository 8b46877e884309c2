"""What programs print that are no Python: pip and uv, compilers, linkers, loaders, shells, and others."""

from kb.core.reading.recognisers.rows import messages
from kb.core.reading.report import Weight

PROGRAMS = (
    *messages(
        Weight.ERROR,
        (
            # `x.cpp:3:4: error: 'f' was not declared in this scope`, `x.cpp:3:4: fatal error: x.h: No such file`
            ("gcc", "error: ", r"^[ \t]*(?:[A-Za-z]:)?[^:\s][^:]*:\d+(?::\d+)?: (?:fatal )?error: (?P<message>\S.*)"),
            # the drivers: `g++: fatal error: Killed signal terminated program cc1plus`
            (
                "gcc",
                "error: ",
                r"^[ \t]*(?:\S*/)?(?:[\w-]+-)?(?:gcc|g\+\+|cc1(?:plus)?|c\+\+|cc|clang(?:\+\+)?)(?:-[\d.]+)?: "
                r"(?:fatal )?error: (?P<message>\S.*)",
            ),
            # argparse and click: `train.py: error: unrecognized arguments: --local-rank=0`
            ("argparse", ": error: ", r"^[ \t]*[\w./\\-]+: error: (?P<message>\S.*)"),
            # pip: `ERROR: No matching distribution found for torch==9.9`
            (
                "pip",
                "ERROR: ",
                r"^[ \t]*ERROR: (?P<message>(?:Could not (?:find a version|install|open requirements)|"
                r"No matching distribution|Cannot (?:install|uninstall)|Invalid requirement|ResolutionImpossible|"
                r"Package '|.* is not a supported wheel|.* requires a different [Pp]ython|Directory '|HTTP error|"
                r"Exception:).*)",
            ),
            # shells: `bash: x: command not found`, `sh: 1: x: not found`, `zsh: command not found: x`
            ("bash", "not found", r"^[ \t]*(?:\S*/)?-?(?:ba|da|z|k)?sh: (?P<message>.*not found\b.*)"),
            # cmd.exe: `'x' is not recognized as an internal or external command,`
            ("cmd", "is not recognized as", r"^[ \t]*(?P<message>'.*' is not recognized as an internal or external.*)"),
        ),
    ),
)
