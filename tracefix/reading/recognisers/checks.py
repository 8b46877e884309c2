"""What linters, type checkers, formatters and the tools around tests print, which run before and after a build.

The wording is that of the programs' sources. The first row that fits decides. They are tried before compilers, whose
wording some of them share.
"""

from tracefix.linear_re import Expression
from tracefix.reading.recognisers.rows import LineKind, Recogniser, messages
from tracefix.reading.report import Weight

_PLACE = r"^[ \t]*(?:[A-Za-z]:)?[\w./\\@+-]+"

CHECKS = (
    # Gradle, `* What went wrong:`; Sphinx with -W, `Warning, treated as error:`: the message follows
    Recogniser(LineKind.LEAD_IN, ("Caused by:",), Expression(r"^Caused by:[ \t]*$")),  # Rust's anyhow
    Recogniser(LineKind.LEAD_IN, ("What went wrong:",), Expression(r"^\* What went wrong:[ \t]*$"), "gradle"),
    Recogniser(LineKind.LEAD_IN, ("treated as error:",), Expression(r"^Warning, treated as error:[ \t]*$"), "sphinx"),
    *messages(
        Weight.LOG,
        (
            # mypy, pyright: `a.py:12: error: Name "f" is not defined  [name-defined]`, `a.py:1:2 - error: …`
            ("mypy", ("py:", "pyi:"), _PLACE + r"\.pyi?:\d+(?::\d+)?(?::| -) error: (?P<message>\S.*)"),
            # ruff, flake8, pylint: `a.py:1:80: E501 line too long`, `a.py:3:0: C0114: Missing module docstring`
            (
                "lint",
                (".py:", ".pyi:", ".ipynb:"),
                _PLACE + r"\.\w+:(?:cell \d+:)?\d+:\d+: (?P<message>[A-Z]{1,5}\d{2,4}:? .*)",
            ),
            # black, isort, codespell: `would reformat a.py`, `ERROR: a.py Imports are incorrectly …`, `teh ==> the`
            ("black", "would reformat ", r"^(?P<message>would reformat \S.*)"),
            ("isort", "incorrectly sorted", r"^ERROR: (?P<message>\S+ Imports are incorrectly sorted.*)"),
            ("codespell", " ==> ", _PLACE + r":\d+: (?P<message>\S+ ==> \S.*)"),
            # pre-commit: `ruff format..........Failed`
            ("pre-commit", "Failed", r"^(?P<message>\S.*\.{3,}.*Failed)$"),
            # lintrunner: `  Error (CLANGTIDY) readability-…`
            ("lintrunner", ("Error (", "Warning ("), r"^[ \t]*(?:Error|Warning) \((?P<message>[A-Z][A-Z0-9_]+\) .*)"),
            # TypeScript, ESLint: `src/a.ts:1:2 - error TS2322: …`, `  3:10  error  'x' is not defined  no-undef`
            ("tsc", " - error TS", _PLACE + r"[:(]\d+[:,]\d+\)? - error (?P<message>TS\d+: .*)"),
            ("eslint", " error ", r"^[ \t]+\d+:\d+[ \t]+error[ \t]+(?P<message>\S.*)"),
            # Go: `./main.go:12:3: undefined: f`
            ("go", ".go:", _PLACE + r"\.go:\d+:\d+: (?P<message>\S.*)"),
            # rustfmt: `Diff in /src/main.rs:3:`
            ("rustfmt", "Diff in ", r"^(?P<message>Diff in \S+\.rs\b.*)"),
            # coverage: `FAIL Required test coverage of 90% not reached. Total coverage: 85.31%`
            (
                "coverage",
                ("Required test coverage", "Coverage failure"),
                r"(?P<message>(?:Required test coverage of .* not reached|Coverage failure: ).*)",
            ),
            # MkDocs: `Aborted with 2 warnings in strict mode!`
            ("mkdocs", "in strict mode!", r"(?P<message>Aborted with \d+ \w+ in strict mode!)"),
            # git: `CONFLICT (content): Merge conflict in a.py`, ` ! [rejected]        main -> main (fetch first)`
            ("git", "CONFLICT (", r"^(?P<message>CONFLICT \(.*)"),
            ("git", "[r", r"^[ \t]*! (?P<message>\[(?:remote )?rejected\] .*)"),
            # an API: `"message": "API rate limit exceeded for user ID 1"`
            ("api", "ate limit exceeded", r"(?P<message>(?:API |[Ss]econdary )?[Rr]ate limit exceeded.*)"),
        ),
    ),
    *messages(
        Weight.WRAPPER,
        (
            # nox, tox: `nox > Command pytest failed with exit code 1`, `py311: exit 1 (2.9 seconds) /x> pytest pid=12`
            ("nox", "nox > ", r"^nox > (?P<message>(?:Command .* failed with|Session .* failed).*)"),
            ("tox", ": exit ", r"^(?P<message>[\w.-]+: exit [1-9]\d* \(.*)"),
            ("tox", ": FAIL ", r"^[ \t]*(?P<message>[\w.-]+: FAIL code .*)"),
            # BuildKit, of what a command printed above: `ERROR: failed to solve: process "/bin/sh -c make" did not …`
            (
                "docker",
                "did not complete successfully",
                r"(?P<message>(?:failed to solve: )?process \".*\" did not complete successfully.*)",
            ),
            # Gradle, Maven: `FAILURE: Build failed with an exception.`, `[INFO] BUILD FAILURE`
            ("gradle", "Build failed with", r"^FAILURE: (?P<message>Build failed with .*)"),
            ("maven", "BUILD FAILURE", r"(?P<message>BUILD FAILURE)"),
        ),
    ),
)
