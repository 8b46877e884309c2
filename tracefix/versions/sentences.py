"""The sentences of an answer about versions. A page can translate them."""

from dataclasses import replace

from packaging.version import Version

from tracefix.phrases import Phrase, sentence
from tracefix.versions.findings import ARGUMENTS, Finding
from tracefix.versions.model import Boundaries
from tracefix.versions.questions import Missing
from tracefix.versions.requirements import find_pythons, in_order
from tracefix.versions.specifiers import specifier

# What a release lacks: a name, and an argument of a callable.
_NO_LONGER = (
    sentence("{package} {release} no longer has `{name}`"),
    sentence("`{owner}` of {package} {release} no longer takes `{name}`"),
)
_NOT_YET = (
    sentence("{package} {release} does not have `{name}` yet"),
    sentence("`{owner}` of {package} {release} does not take `{name}` yet"),
)
_ONLY_FROM = (
    sentence("{package} has `{name}` only from {release} on"),
    sentence("`{owner}` takes `{name}` only from {package} {release} on"),
)
_ONLY_AFTER = (
    sentence("{package} has `{name}` only after {release}"),
    sentence("`{owner}` takes `{name}` only after {package} {release}"),
)
_FROM_TO = (  # of later releases it is not known
    sentence("Only {package} {release} to {last} are known to have `{name}`"),
    sentence("Only in {package} {release} to {last} is `{owner}` known to take `{name}`"),
)


def tell_guess(finding: Finding) -> Phrase:
    """Name the package: a class or function of another package may have the same name."""
    return Phrase("If `{owner}` is the one of {package}:", owner=owner_words(finding), package=finding.history.package)


def spoken_name(finding: Finding) -> str:
    """The name as the message has it: an argument without its callable, a module whole."""
    if finding.missing is Missing.MODULE:
        return finding.name
    if finding.missing in ARGUMENTS:
        return finding.name.rpartition("(")[2].removesuffix(")")
    return finding.name.rpartition(".")[2]


def owner_words(finding: Finding) -> str:
    """The owner that lacks the name: a module with its full name, a class by its name, a function with parentheses."""
    if finding.missing in (Missing.IMPORT, Missing.MODULE_ATTRIBUTE):
        return finding.owner
    if finding.missing is Missing.MODULE:
        return finding.owner.partition(".")[0]
    parts = finding.owner.split(".")
    if finding.missing in ARGUMENTS:
        if parts[-1] == "__init__":
            return parts[-2]
        is_method = parts[-2][:1].isupper()
        return f"{'.'.join(parts[-2:] if is_method else parts[-1:])}()"
    return parts[-1]


def tell_life(finding: Finding, edges: tuple[Boundaries, ...]) -> Phrase:
    """In which releases the name is, in one sentence. `edges` are those of its life that matter, in order."""
    values: dict[str, str | tuple[str, ...]] = {
        "name": spoken_name(finding),
        "owner": owner_words(finding),
        "package": finding.history.package,
    }
    if len(edges) > 1:
        return _tell_several(edges, values)
    (edge,) = edges
    values |= {"first": edge.span.first, "last": edge.span.last or "", "before": edge.before or ""}
    values |= {"after": edge.after or ""}
    if finding.takes_anything:
        return Phrase(
            "`{owner}` took any argument up to {package} {last}; {after} refuses `{name}`. Remove it, or install that "
            "release.",
            **values,
        )
    if not finding.owner:
        return _tell_whole_module(edge, values)
    if not edge.is_end_known:
        return _tell_open_end(finding, edge, values)
    if edge.after is None and edge.before is None:
        if finding.life and finding.life.spans[0].first != edge.span.first:
            return Phrase(
                "`{name}` is in `{owner}` from {package} {first} on, and was in earlier releases; of those between it "
                "is not known.",
                **values,
            )
        return Phrase("`{name}` is in `{owner}` from {package} {first} on; earlier releases may lack it.", **values)
    if edge.before is not None and edge.after is not None and edge.ends_exactly:
        return Phrase(
            "{package} {after} removed `{name}` from `{owner}`; {last} still has it, and {first} was the first that "
            "had it.",
            **values,
        )
    if edge.before is not None and edge.after is not None:
        return Phrase(
            "`{name}` is in `{owner}` only from {package} {first} to {last}, or a little longer: {after} lacks it.",
            **values,
        )
    if edge.after is not None and edge.ends_exactly:
        return Phrase("{package} {after} removed `{name}` from `{owner}`; {last} still has it.", **values)
    if edge.after is not None:
        return Phrase(
            "`{name}` was removed from `{owner}` after {package} {last}, which still has it, and not later than "
            "{after}.",
            **values,
        )
    if edge.before is not None and edge.starts_exactly:
        return Phrase("`{name}` came to `{owner}` in {package} {first}; {before} does not have it yet.", **values)
    return Phrase(
        "`{name}` came to `{owner}` in {package} after {before}, which does not have it, and not later than {first}.",
        **values,
    )


def tell_lack(finding: Finding, edge: Boundaries, installed: str | None) -> Phrase | None:
    """What is wrong, in a clause: the reader's release lacks the name, or which releases do. `edge` is of its life.

    None where the callable took any argument before, or no release beside the span is known to lack the name.
    """
    lacking = installed if installed in finding.without else None
    is_gone = edge.after is not None and (lacking is None or Version(lacking) >= Version(edge.after))
    release = lacking or (edge.after if is_gone else edge.before)
    if finding.takes_anything or release is None:
        return None
    if not is_gone and not lacking:
        release, forms = (edge.span.first, _ONLY_FROM) if edge.starts_exactly else (release, _ONLY_AFTER)
        if not edge.is_end_known:  # a release of today may lack it again, and most readers have one
            release, forms = edge.span.first, _FROM_TO
    else:
        forms = _NO_LONGER if is_gone else _NOT_YET
    return Phrase(
        forms[finding.missing in ARGUMENTS],
        name=spoken_name(finding),
        owner=owner_words(finding),
        package=finding.history.package,
        release=release,
        last=edge.span.last or "",
    )


def _tell_whole_module(edge: Boundaries, values: dict[str, str | tuple[str, ...]]) -> Phrase:
    if edge.after is not None:
        return Phrase("{package} {last} has the module `{name}`; {package} {after} no longer has it.", **values)
    return Phrase("{package} {first} has the module `{name}`; {package} {before} does not have it yet.", **values)


def _tell_open_end(finding: Finding, edge: Boundaries, values: dict[str, str | tuple[str, ...]]) -> Phrase:
    """The same of a name that no later release is known to lack: they have no such owner, or may make names."""
    owner = finding.history.life(finding.owner)
    if owner is not None and owner.spans[-1].last == edge.span.last:
        if edge.before is not None:
            return Phrase(
                "`{name}` is in `{owner}` from {package} {first} to {last}; later releases have no `{owner}`.", **values
            )
        return Phrase("`{name}` is in `{owner}` up to {package} {last}; later releases have no `{owner}`.", **values)
    if edge.before is not None:
        return Phrase(
            "`{name}` is in `{owner}` from {package} {first} to {last}; later releases may lack it.", **values
        )
    if not edge.starts_exactly and edge.span.first != finding.history.read_since:
        return Phrase(
            "`{name}` is in `{owner}` from {package} {first} to {last}; earlier and later releases may lack it.",
            **values,
        )
    return Phrase("`{name}` is in `{owner}` up to {package} {last}; later releases may lack it.", **values)


def _tell_several(edges: tuple[Boundaries, ...], values: dict[str, str | tuple[str, ...]]) -> Phrase:
    first, *_, last = edges
    is_one_gap = len(edges) == 2 and first.before is None and first.after is not None and last.after is None
    if is_one_gap and first.ends_exactly and last.starts_exactly:
        values |= {"after": first.after or "", "first": last.span.first, "last": first.span.last or ""}
        return Phrase(
            "{package} {after} removed `{name}` from `{owner}`, and {first} brought it back: up to {last} and from "
            "{first} on, every release has it.",
            **values,
        )
    values["spans"] = tuple(specifier(edge if edge.before else replace(edge, starts_exactly=True)) for edge in edges)
    return Phrase("`{name}` came and went in `{owner}`: only {package} {spans} has it.", **values)


def tell_never(finding: Finding) -> Phrase:
    """No release has the name there."""
    return Phrase(
        "`{owner}` has no `{name}` in any release of {package} from {first} to {last}: the name is misspelt, of "
        "another package, or of a fork.",
        owner=owner_words(finding),
        name=spoken_name(finding),
        package=finding.history.package,
        first=finding.without[0],
        last=finding.without[-1],
    )


def tell_gone(finding: Finding) -> Phrase:
    """A name that is known to have left before the oldest release that was read."""
    return Phrase(
        "`{name}` was removed from `{owner}` long ago: {package} {first} and all later releases lack it.",
        name=spoken_name(finding),
        owner=owner_words(finding),
        package=finding.history.package,
        first=finding.without[0],
    )


def tell_elsewhere(finding: Finding, home: str) -> Phrase:
    """The module in which the newest release has a name that left its own."""
    if finding.missing is Missing.MODULE:
        return Phrase("In the newest release that module is `{home}`.", home=home)
    module, _, name = home.rpartition(".")
    return Phrase("In the newest release, write `from {module} import {name}`.", module=module, name=name)


def tell_replacement(replacement: str) -> Phrase:
    """The replacement that the package itself or the reviewed table names."""
    return Phrase("Use `{now}` instead.", now=replacement)


def tell_yanked(finding: Finding, edges: tuple[Boundaries, ...]) -> Phrase | None:
    """Say which of the releases that tell_life() names were yanked; None if none was."""
    named = {version for edge in edges for version in (edge.before, edge.span.last, edge.after)}
    named |= {edge.span.first for edge in edges if edge.before is not None or edge.span.last is None}
    releases = finding.history.releases
    versions = tuple(release.version for release in releases if release.yanked and release.version in named)
    if not versions:
        return None
    return Phrase("{package} {versions} was withdrawn (yanked).", package=finding.history.package, versions=versions)


def tell_given(finding: Finding) -> Phrase:
    """What to do about an argument that older releases did not require."""
    return Phrase(
        "Code for older releases does not give `{name}`: give it, or install one of those releases.",
        name=spoken_name(finding),
    )


def tell_build() -> Phrase:
    """Why there is no command for a package whose releases come in builds for one kind of machine each."""
    return Phrase("Take the command from its own page: plain `pip install` may bring a build for another machine.")


def tell_goes_with(package: str, partner: str) -> Phrase:
    """Why there is no command for a package that is made for one release of another one."""
    return Phrase(
        "{package} goes with one release of {partner}: move both, in an environment of their own.",
        package=package,
        partner=partner,
    )


def tell_installed(finding: Finding, version: str | None) -> Phrase | None:
    """That the paste shows a version without the name; None if it shows no version."""
    if version is None:
        return None
    return Phrase("Your paste shows {package} {version}.", package=finding.history.package, version=version)


_PYTHONS = tuple(f"3.{minor}" for minor in range(30))


def tell_python(finding: Finding, edge: Boundaries) -> Phrase | None:
    """That the releases of a span, or a name in them, are for other Pythons than the reader's; None if they are not.
    Where nobody knows the reader's, that of the newest release counts."""
    if finding.life and finding.life.pythons:
        return Phrase(
            "`{name}` is there only on Python {pythons}.", name=spoken_name(finding), pythons=finding.life.pythons
        )
    newest = edge.span.last or finding.history.releases[-1].version
    wanted = find_pythons(finding.history.package, newest, finding.history.folder)
    if wanted is None or (finding.python and finding.running([newest])):
        return None
    if not finding.python:
        today = find_pythons(finding.history.package, finding.history.releases[-1].version, finding.history.folder)
        shared = today is None or any(wanted.contains(each) and today.contains(each) for each in _PYTHONS)
        return None if shared else Phrase(
            "{package} {version} is made for Python {pythons}: give it an environment with such a Python.",
            package=finding.history.package, version=newest, pythons=in_order(wanted),
        )  # fmt: skip
    return Phrase(
        "{package} {version} is made for Python {pythons}, and your paste shows Python {python}.",
        package=finding.history.package,
        version=newest,
        pythons=in_order(wanted),
        python=finding.python,
    )


def tell_hidden(finding: Finding, version: str) -> Phrase:
    """That the version in the paste has the name: Python loaded something else."""
    return Phrase(
        "{package} {version}, which your paste shows, has `{name}`. So Python loaded another file: a folder or file of "
        "yours with the same name, or another installation.",
        package=finding.history.package,
        version=version,
        name=spoken_name(finding),
    )


def tell_stale(finding: Finding, version: str) -> Phrase:
    """That the version in the paste has the name, and Python loaded the package from where pip installs: what the
    process holds, or a part of the files, is of another release."""
    return Phrase(
        "{package} {version}, which your paste shows, has `{name}`, and the file is where pip installs. Most likely "
        "the process still holds the release from before an upgrade: restart it, in a notebook the kernel. If it "
        "stays, files of two releases are mixed: install it anew.",
        package=finding.history.package,
        version=version,
        name=spoken_name(finding),
    )


def tell_everywhere(finding: Finding) -> Phrase:
    """That every release has the name: no other version helps."""
    return Phrase(
        "Every release of {package} that has `{owner}` has `{name}`, so another version will not help. Python loaded "
        "another file of that name, or the installation is damaged or built without this part.",
        package=finding.history.package,
        owner=owner_words(finding),
        name=spoken_name(finding),
    )


def tell_loaded(finding: Finding, file: str) -> Phrase:
    """Say that Python loaded the module from a file outside of the folders in which pip installs packages."""
    return Phrase(
        "Python loaded `{owner}` from {file}. pip does not install there: it is a folder or file of yours that hides "
        "the package, or a checkout of it.",
        owner=finding.owner,
        file=file,
    )
