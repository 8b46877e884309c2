"""Hints about the paste itself, such as that its error line is missing. They are shown beside the articles.

A new hint needs a code, its names and a rule with its sentence here, a test, and the translation of its words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import unique

from packaging.specifiers import SpecifierSet

from tracefix.articles.model import Article
from tracefix.compat import StrEnum
from tracefix.cutting import one_line
from tracefix.linear_re import Expression
from tracefix.matching.deaths import explain_death
from tracefix.matching.suspects import find_suspect
from tracefix.matching.verdict import Match
from tracefix.phrases import Phrase, sentence
from tracefix.reading.long_logs import OVERLONG
from tracefix.reading.origins import find_unfinished
from tracefix.reading.paste import Paste
from tracefix.reading.report import Report, Weight

_LONGEST_QUOTE = 160
_LONGEST_FILE = 60  # characters of a file's name
_ENDS = ("<", "<=")
# pip's folders for a package that it builds from source: pip-install-tomzolhy/numpy_92985193da7a427c82dd73d9d6d03651/
_BUILT = Expression(
    r"[/\\]pip-(?:build-env|install|req-build|wheel)-[^/\\]{1,20}[/\\]"
    r"(?:(?P<package>[A-Za-z][\w.-]{0,60})_[0-9a-f]{32}[/\\])?"
)
_SERVERS = frozenset(
    {"aiohttp", "anyio", "fastapi", "flask", "gradio", "starlette", "streamlit", "uvicorn", "werkzeug"}
)
_SAYS_NOTHING = ("", "Error", "Exception")  # classes that tell nothing without a message


@unique
class HintCode(StrEnum):
    """What a hint is about, as the API names it."""

    CUT = "cut"
    WRAPPER_ONLY = "wrapper-only"
    NO_ERROR = "no-error"
    DIED = "died"
    NOT_AN_ERROR = "not-an-error"
    FIXED_VERSION = "fixed-version"
    UNREAD = "unread"


# What a page calls a paste whose error is unknown: a label, and a heading where the paste has no error line. None: the
# hint is a remark beside an error, which has its own.
HINT_NAMES: Mapping[HintCode, tuple[str, str] | None] = {
    HintCode.CUT: (sentence("More lines needed"), sentence("The error line is missing")),
    HintCode.NO_ERROR: (sentence("More lines needed"), sentence("No error line in your paste")),
    HintCode.WRAPPER_ONLY: (sentence("Not the error itself"), sentence("This only says that something else failed")),
    HintCode.DIED: (sentence("Killed from outside"), sentence("Something ended your process")),
    HintCode.NOT_AN_ERROR: (sentence("A warning, not an error"), sentence("There are only warnings in your paste")),
    HintCode.FIXED_VERSION: None,
    HintCode.UNREAD: None,
}


@dataclass(frozen=True, slots=True)
class Hint:
    """One remark on a paste."""

    code: HintCode
    text: Phrase


def find_hints(
    paste: Paste, report: Report, matches: Sequence[Match], versions: Mapping[str, str], *, untried: int
) -> Iterator[Hint]:
    """Every hint that applies; `untried` is how many signatures were not compared with the paste."""
    yield from _missing_error(paste, report, matches)
    if matches:
        yield from _fixed_versions(matches[0].article, versions)
    yield from _unread(paste, report, untried)


def _missing_error(paste: Paste, report: Report, matches: Sequence[Match]) -> Iterator[Hint]:
    """Say so where the paste does not tell what went wrong; one hint at most."""
    is_cut = report.is_cut and all(match.article.note_of and match.error is None for match in matches)
    if not is_cut and any(not match.article.is_wrapper for match in matches):
        return
    if is_cut and not _is_told(report):
        yield Hint(HintCode.CUT, _missing_line(paste))
    elif death := explain_death(report, paste.text):
        yield Hint(HintCode.DIED, death)
    elif not report.errors and not matches:
        yield Hint(HintCode.NO_ERROR, _no_error(paste))
    elif all(error.weight <= Weight.WRAPPER for error in report.errors):
        yield from _only_secondary(report, matches)


def _no_error(paste: Paste) -> Phrase:
    """Say which line looks like the problem, or ask for one."""
    if suspect := find_suspect(paste):
        return Phrase(
            "No line of your paste has the form of an error message. Line {line} looks most like the problem: "
            "“{text}”. "
            "If it is another line, paste only that one.",
            line=str(suspect.line),
            text=one_line(suspect.message, _LONGEST_QUOTE),
        )
    return Phrase("We found no error line in your paste. Paste the line that says what failed, and the lines above it.")


def _missing_line(paste: Paste) -> Phrase:
    """Ask for the error line, and say where the stack that is there ends, and where the reader's own code called it."""
    origin = find_unfinished(paste)
    last, own = origin.frame, origin.own
    if last is None or not last.line:
        return Phrase(
            "Your paste stops before its error line. Please add the line below the last `File …` line: it names the "
            "exception and says what went wrong."
        )
    if built := _BUILT.search(paste.text):
        return _missing_in_a_build(built["package"] or "")
    place = {"file": _short(last.file), "line": str(last.line)}
    if origin.raised_in in _SERVERS:
        return Phrase(
            "Your paste stops before its error line, at line {line} of {file}, which is the server's own code. Please "
            "add the lines below it from the terminal in which the server runs: the last one names the exception.",
            **place,
        )
    if own is None or own is last or not own.line:
        return Phrase(
            "Your paste stops before its error line, at line {line} of {file}. Please add what your terminal shows "
            "below it: that line names the exception. If nothing is below it, run `echo $?` right after the program: "
            "137 means that it was killed, 139 that it crashed.",
            **place,
        )
    return Phrase(
        "Your paste stops before its error line, at line {line} of {file}, which line {own_line} of your {own_file} led"
        " to. Please add what your terminal shows below it: that line names the exception. If nothing is below it, run "
        "`echo $?` right after the program: 137 means that it was killed, 139 that it crashed.",
        **place,
        own_line=str(own.line),
        own_file=_short(own.file),
    )


def _missing_in_a_build(package: str) -> Phrase:
    """Ask for the lines of the compiler; what pip prints of its own files says nothing."""
    if not package:
        return Phrase(
            "pip builds a package from its source here, as it does where there is no wheel for your Python and system. "
            "Your paste stops before the line that says why that failed. Please add the lines below, and the one above "
            "that begins with `Collecting` or `Building wheel for`: it names the package."
        )
    return Phrase(
        "pip builds {package} from its source here, as it does where a release has no wheel for your Python and "
        "system. Your paste stops before the line that says why that failed. With `--only-binary :all:` behind "
        "`pip install`, pip takes a release that has a wheel, if there is one. Else please add the lines below, up to "
        "the last.",
        package=package,
    )


def _short(path: str) -> str:
    """A file without its folders, as a hint names it."""
    return path.replace("\\", "/").rpartition("/")[2][-_LONGEST_FILE:]


def _only_secondary(report: Report, matches: Sequence[Match]) -> Iterator[Hint]:
    """Say so where the paste holds only wrappers or warnings."""
    if any(error.is_wrapper or (error.weight is Weight.WRAPPER and error.program) for error in report.errors):
        text = Phrase(
            "Your paste only says that another process failed, not why. Scroll up to the first error of that process, "
            "or look into its own log, and paste that."
        )
        yield Hint(HintCode.WRAPPER_ONLY, text)
    elif not matches and report.errors and all(error.weight is Weight.NOTICE for error in report.errors):
        text = Phrase(
            "Your paste holds warnings only: a warning does not stop a program. If yours stopped, look for the error "
            "further down, at the end of the output, and paste that."
        )
        yield Hint(HintCode.NOT_AN_ERROR, text)


def _is_told(report: Report) -> bool:
    """Whether a root beside wrappers and warnings says what went wrong: by words, or by its class."""
    return any(
        any(map(str.isalpha, error.message)) or not (error.is_cut or error.type in _SAYS_NOTHING)
        for error in report.errors
        if error.is_root and error.weight > Weight.WRAPPER
    )


def _fixed_versions(article: Article, versions: Mapping[str, str]) -> Iterator[Hint]:
    """Say so where a version read from the paste lies beyond the end of those that have this error.

    What lies below them, or beside a single release, was not run: nobody knows that it is free of the error.
    """
    for affected in article.affects:
        version = versions.get(affected.package.lower())
        if version and _is_beyond(affected.versions, version) and not _is_affected(article, affected.package, version):
            text = Phrase(
                "Your paste shows {package} {version}; this error is known from {package} {versions}. You may "
                "already have the fix: read “When it is something else”.",
                package=affected.package,
                version=version,
                versions=str(affected.versions),
            )
            yield Hint(HintCode.FIXED_VERSION, text)


def _is_beyond(affected: SpecifierSet, version: str) -> bool:
    """Whether an upper bound leaves a version out."""
    return any(each.operator in _ENDS and not each.contains(version, prereleases=True) for each in affected)


def _is_affected(article: Article, package: str, version: str) -> bool:
    """Whether any item of `affects` holds a version: those of one package add up."""
    return any(
        each.package == package and each.versions.contains(version, prereleases=True) for each in article.affects
    )


def _unread(paste: Paste, report: Report, untried: int) -> Iterator[Hint]:
    """Say what a paste was too long, or too full of errors, to be read for."""
    if OVERLONG in paste.applied:
        text = Phrase(
            "Your paste is very long: we read its beginning and its end, but not the middle. If your error is "
            "there, paste only that part."
        )
        yield Hint(HintCode.UNREAD, text)
    if report.unread_from:
        text = Phrase(
            "Your paste has very many errors: we stopped reading closely at line {line}. If your error is below "
            "that line, paste only that part.",
            line=str(report.unread_from),
        )
        yield Hint(HintCode.UNREAD, text)
    if untried:
        text = Phrase(
            "Your paste has words of very many known errors: {number} of our patterns were not compared with it. "
            "Paste only the part around your error.",
            number=str(untried),
        )
        yield Hint(HintCode.UNREAD, text)
