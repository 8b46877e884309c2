"""Lint: a command installs no package that nobody knows, whose name may be misspelt, and be a stranger's.

Known is a package that many people download, that has a release history or is in the table of import names, that a
script or a run of ours has, or that a card or a source of the text names. A release that a command asks for is one of
the history, and what pip is told to do is one of its commands.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

from authoring.lint.lines import line_of
from authoring.lint.requirement_words import find_misread
from tracefix.articles import import_names
from tracefix.articles.distributions import is_known, near_module, nearest
from tracefix.articles.model import Article, Problem, Source
from tracefix.matching.catalogue import Catalogue
from tracefix.versions import history

# These run on our own files only, never on a paste of a reader.
_INSTALL = re.compile(
    r"\b(?:pip3? (?:install|download)|uv (?:add|tool install)|"
    r"(?P<elsewhere>pip3? (?:show|uninstall)|(?:conda|mamba) install))"
    r"(?P<rest>(?: [^\n`|;&>，。）]*)?)"
)
_CODE = re.compile(r"(?ms)^[ ]*(?:```|~~~)(?!text|pytb).*?\n(.*?)^[ ]*(?:```|~~~)|(?<!`)`([^`]+)`")
_NAME = re.compile(r"[\"']?(?P<name>[A-Za-z][A-Za-z0-9._-]*[A-Za-z0-9])(?:\[[^\]]*\])?(?:$|[\"'<>=!~,@])")
_BOUND = re.compile(
    r"(?P<name>[A-Za-z][A-Za-z0-9._-]*)(?:\[[^\]]*\])? ?(?P<sign>[<>=!~]=|[<>]) ?"
    r"(?P<release>[0-9]+(?:\.[0-9]+)*)(?![\w.*+!-])"
)
_TOLD_PIP = re.compile(r"(?m)^\s*(?:[$!%] ?)?(?:[\w./]*python[\d.]* -m )?pip3? (?P<word>[a-z]+)(?= |$)")
_COMMANDS_OF_PIP = frozenset(
    "cache check completion config debug download freeze hash help index inspect install list lock search show "  # noqa: SIM905
    "uninstall wheel".split()
)
_MOST_AHEAD = 20  # minor releases
_FILE = re.compile(r".*\.(?:txt|whl|gz|toml|log|zip)")
_FLAGS_ALONE = frozenset(
    "-U -v -q -y --upgrade --pre --no-deps --no-cache-dir --no-build-isolation --force-reinstall --ignore-installed "  # noqa: SIM905
    "--user --no-binary=:all: --break-system-packages --quiet --verbose --no-index --system --dev".split()
)


def find_unknown(
    commands: Iterable[str], sources: Iterable[Source], others: Collection[str] = (), *, printed: str = ""
) -> Iterator[str]:
    """The packages that commands install and nobody knows.

    `others` are normalised names that we know of besides, and `printed` what the program itself says.
    """
    commands = tuple(commands)
    text = f"{words_of(sources)} {printed}"
    for name, is_elsewhere in dict.fromkeys(found for command in commands for found in _packages(command)):
        remedy = find_remedy(name, others, text)
        if remedy and not (is_elsewhere and remedy.startswith("correct")):  # which may have what PyPI has not
            yield f"a command names {name!r}, which nothing of ours knows: {remedy} a source that names it"
    for command in commands:
        yield from find_misread(command, printed=printed)
        yield from find_wrong_releases(command)
        for word in _TOLD_PIP.findall(command):
            is_told = word.removesuffix("s") in _COMMANDS_OF_PIP or word in _COMMANDS_OF_PIP  # `pip installs` is prose
            if not is_told and (meant := nearest(word, sorted(_COMMANDS_OF_PIP))):
                yield f"pip has no command {word!r}: did you mean {meant!r}?"


def words_of(sources: Iterable[Source]) -> str:
    """All that sources are called and said to support, as what may name a package."""
    return " ".join(part for source in sources for part in (source.title, source.url, source.supports))


def find_remedy(name: str, others: Collection[str] = (), text: str = "") -> str:
    """What to do about a package's name that nothing of ours knows, up to what would make it known; "" if it is known.

    `others` are normalised names that we know of besides, and `text` what names further ones.

    >>> find_remedy("trnasformers"), find_remedy("fusetools"), find_remedy("fusetools", text="see Fusetools")
    ("did you mean 'transformers'? Else add", 'correct it, or add', '')
    """
    if _is_ours(name) or canonicalize_name(name) in others or _says(text, name):
        return ""
    near = near_module(name.replace("-", "_")).replace("_", "-")
    return f"did you mean {near!r}? Else add" if near else "correct it, or add"


def _says(text: str, name: str) -> bool:
    """Whether a text has a name as a word: `einops` does not name `einop`."""
    return bool(re.search(rf"(?i)(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", text))


def find_wrong_releases(command: str) -> Iterator[str]:
    """The releases that a command or a requirement asks for and that never were.

    One that is a little newer than all of the history may have come since; nobody has read of a major release after the
    next one, or of twenty minor ones. What must be older than a release may name one that never was.

    >>> list(find_wrong_releases("pip install transformers==4.83.2 'numpy>=3'"))
    ['transformers has no release 4.83.2: correct it (history/transformers.tsv has those that there are)']
    >>> list(find_wrong_releases("numpy>=11.3"))
    ['numpy has no release 11.3: correct it (history/numpy.tsv has those that there are)']
    """
    for found in _BOUND.finditer(command):
        package, release = canonicalize_name(found["name"]), Version(found["release"])
        if not (known := _releases(package)):
            continue
        newest, is_upper = max(known), found["sign"] in ("<", "<=")
        is_whole = found["sign"] == "==" or len(release.release) > 2  # `>=2.13` is of all 2.13.x
        parts = release.release
        is_begun = found["sign"] != "==" and any(each.release[: len(parts)] == parts for each in known)  # 4.7.0.72
        is_left_out = is_whole and release not in known and not is_begun and release < newest
        is_far = release.major == newest.major and release.minor > newest.minor + _MOST_AHEAD
        if ((is_left_out or is_far) and not is_upper) or release.major > newest.major + 1:
            yield f"{package} has no release {release}: correct it (history/{package}.tsv has those that there are)"


def find_wrong_needs(package: str, versions: SpecifierSet) -> Iterator[str]:
    """The same of versions that are asked for, and bounds between which there is no release.

    >>> list(find_wrong_needs("cellar", SpecifierSet(">=2.6,<2.1")))
    ['no release of cellar is “<2.1,>=2.6”: exchange the bounds, or correct one']
    >>> list(find_wrong_needs("numpy", SpecifierSet(">1.26,<1.26.1")))
    ['no release of numpy is “<1.26.1,>1.26”: correct a bound (history/numpy.tsv has those that there are)']
    """
    wrong = list(find_wrong_releases(", ".join(f"{package}{part}" for part in versions)))
    if wrong:
        yield from wrong
    elif versions.is_unsatisfiable():
        yield f"no release of {package} is “{versions}”: exchange the bounds, or correct one"
    elif _is_between_releases(package, versions):
        known = f"history/{canonicalize_name(package)}.tsv"
        yield f"no release of {package} is “{versions}”: correct a bound ({known} has those that there are)"


def _is_between_releases(package: str, versions: SpecifierSet) -> bool:
    """Whether bounds hold no release of the history, and none that may be yet to come."""
    if not (known := _releases(canonicalize_name(package))) or any("==" in part.operator for part in versions):
        return False
    newest = max(known)
    coming = (f"{newest.major}.{newest.minor}.{newest.micro + 1}", f"{newest.major}.{newest.minor + 1}")
    return not any(map(versions.contains, (*known, *map(Version, coming), Version(f"{newest.major + 1}.0"))))


@cache
def _releases(package: str) -> frozenset[Version]:
    """The final releases of a package that has a history."""
    found = history.find_history(package) if package in history.packages() else None
    return frozenset(Version(release.version) for release in found.releases) if found else frozenset()


def check(article: Article, catalogue: Catalogue) -> Iterator[Problem]:
    """No command of an article installs a package that nobody knows."""
    for line, command in placed_codes(article):
        for message in find_unknown([command], article.sources, packages_of_all(catalogue)):
            yield Problem(article.path, line, message)


def placed_codes(article: Article) -> Iterator[tuple[int, str]]:
    """The commands and the code of an article's body, summary, finding, fixes and rows, each with its line."""
    texts = {article.body_line: article.body, line_of(article.path, "steps" if article.steps else "fix"): article.fix}
    texts |= {
        line_of(article.path, key): text for key, text in (("summary", article.summary), ("finding", article.finding))
    }
    texts |= {case.line: case.fix for case in article.cases}
    for line, text in texts.items():
        for start, code in _code_in(text):
            yield line + (text.count("\n", 0, start) if text is article.body else 0), code


def codes_of(article: Article) -> Iterator[str]:
    """The same of an article or a note, without the lines."""
    texts = (article.body, article.summary, article.finding, article.fix, *(case.fix for case in article.cases))
    return (code for text in texts for code in commands_in(text))


def commands_in(markdown: str) -> Iterator[str]:
    """The code within the lines and in the blocks of a text."""
    return (code for _, code in _code_in(markdown))


def _code_in(markdown: str) -> Iterator[tuple[int, str]]:
    """The same, each with its place."""
    return ((found.start(found.lastindex or 0), found[1] or found[2]) for found in _CODE.finditer(markdown))


@lru_cache(1)
def packages_of_all(catalogue: Catalogue) -> frozenset[str]:
    """The normalised names of all packages that articles' scripts ask for, and that runs had."""
    return frozenset(name for article in catalogue.articles for name in _packages_of(article))


def _packages_of(article: Article) -> set[str]:
    """The normalised names of what an article's scripts ask for and its runs had."""
    headers = "\n".join(script.text.partition("# ///\n")[0] for script in article.scripts)
    asked = re.findall(r"[\"']([A-Za-z][A-Za-z0-9._-]*)", headers)
    return {canonicalize_name(name) for name in (*asked, *(name for run in article.runs for name in run.packages))}


def _packages(command: str) -> Iterator[tuple[str, bool]]:
    """The packages that a command names, each with whether the reader has it already, or another index does."""
    for found in _INSTALL.finditer(command):
        is_value = False
        for word in found["rest"].split():
            if word.startswith("#"):
                break
            if is_value or word.startswith("-"):
                is_value = word.startswith("-") and "=" not in word and word not in _FLAGS_ALONE
                continue
            name = _NAME.match(word)
            if name and not name["name"].isupper() and "/" not in word.partition("@")[0] and not _FILE.fullmatch(word):
                yield name["name"], bool(found["elsewhere"])


@cache
def _is_ours(name: str) -> bool:
    known = {*import_names.DISTRIBUTIONS.values(), *import_names.SAME_NAME, *history.packages()}
    return is_known(name) or canonicalize_name(name) in set(map(canonicalize_name, known))
