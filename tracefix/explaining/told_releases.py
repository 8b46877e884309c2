"""Releases that somebody tells of beside an error: the one that works, or the one that the requirements name."""

from collections.abc import Mapping

from tracefix.articles.distributions import goes_with, is_built_for_a_machine
from tracefix.articles.import_names import known_package_of
from tracefix.articles.steps import Remedy, Step
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.paste import Paste
from tracefix.reading.printed_versions import VERSION

_LONGEST_PROSE = 20_000  # characters that are read
_NAMED = (
    r"(?:`{0,2}(?P<package>[A-Za-z][\w-]{1,30})(?: version)?(?:[=:`]{1,4}|\s{1,40}))?"
    rf"v?`{{0,2}}(?P<version>{VERSION})"
)
_PINNED = Expression(
    r"(?i)\brequirements(?:\.txt)?`? (?:says?|wants?|asks? for|pins?|lists?|names?|has|specif(?:y|ies)|"
    rf"requires?|needs?)[ :]{{1,2}}{_NAMED}"
)
_WORKS = Expression(
    r"(?i)(?P<not>\b(?:not|never|to|should|could|would|might|may|can|does|will|if it)\s+|n't\s+)?"
    r"\b(?:(?:does|did)(?: not|n't) (?:happen|occur|appear)|works|worked|runs fine|ran fine|is fine|"
    r"(?:goes|went) away|disappears|disappeared)"
    r"(?: (?:fine|well|perfectly|ok|correctly|again|for me|as expected))?"
    r"(?: (?:with|in|on|under|using|after|when|if|once|I|we|install(?:ing|ed)?|us(?:e|ing)|downgrad(?:e|ed|ing)|"
    rf"revert(?:ed|ing)?|to|version|the|older|previous|release|at)){{1,6}}[\s`]{{1,4}}{_NAMED}"
)
_SIGNS = ("requirements", "work", "happen", "occur", "appear", "fine", "away")


def find_told_release(paste: Paste, environment: Mapping[str, str]) -> Remedy | None:
    """The remedy where a sentence names a release that works, and the paste shows another one; None for all else."""
    text = paste.text[:_LONGEST_PROSE]
    if not environment or not any(sign in text for sign in _SIGNS):
        return None
    if (found := _PINNED.search(text)) and (told := _told(found["package"], found["version"], environment)):
        package, version, installed = told
        finding = Phrase(
            "The requirements name {package} {version}, and {installed} is installed",
            package=package,
            version=version,
            installed=installed,
        )
        return Remedy(finding, (_install(package, version),))
    for found in _WORKS.finditer(text):
        if not found["not"] and (told := _told(found["package"], found["version"], environment)):
            package, version, installed = told
            finding = Phrase(
                "As you write, it works with {package} {version}, and not with {installed}",
                package=package,
                version=version,
                installed=installed,
            )
            newest = Step(
                Phrase("Try the newest {package}: the fault may be mended there.", package=package),
                Phrase("there is a newer one than {installed}", installed=installed),
            )
            return Remedy(finding, (_install(package, version), newest))
    return None


def _told(name: str | None, version: str, environment: Mapping[str, str]) -> tuple[str, str, str] | None:
    """The package, the release that is told of, and the other one that is installed; None if they do not differ.

    Without a name it is the package whose release begins with the same numbers, if there is one alone.
    """
    if name:
        package = known_package_of(name.lower())
        candidates = [package] if package in environment else []
    else:
        first = version.rpartition(".")[0]
        candidates = [
            each for each, have in environment.items() if have.rpartition(".")[0] == first and each != "python"
        ]
    if len(candidates) != 1 or environment[candidates[0]] == version:
        return None
    return candidates[0], version, environment[candidates[0]]


def _install(package: str, version: str) -> Step:
    partners = Phrase("What was built for another release of {package} must be of the same time.", package=package)
    if is_built_for_a_machine(package) or goes_with(package):
        do = Phrase("Install {package} {version}, in the build for your machine.", package=package, version=version)
        return Step(do, note=partners)
    do = Phrase("Install {package} {version}.", package=package, version=version)
    return Step(do, commands=(f'python -m pip install "{package}=={version}"',), note=partners)
