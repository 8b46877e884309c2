"""Explain an error, known or not: which package raised it, which own line led there, and what to do next.

Most pastes show an error that no article covers. Nothing here is a guess at a cause: it is read from the paste, or it
is true of every error of its kind.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tracefix.articles.conditions import Facts
from tracefix.articles.signatures import class_name
from tracefix.articles.steps import Remedy
from tracefix.cutting import cut, one_line
from tracefix.explaining.calls import restate_call
from tracefix.explaining.clone import look_back
from tracefix.explaining.doubled_folders import restate_doubled_folder
from tracefix.explaining.installed_elsewhere import find_installed_elsewhere
from tracefix.explaining.kinds import NATIVE, explain_kind
from tracefix.explaining.missing_names import find_missing_names
from tracefix.explaining.mixed_packages import find_mixed
from tracefix.explaining.model import ErrorLine, Explanation, Link, LinkKind, OwnFrame, Raised
from tracefix.explaining.newer_syntax import find_newer_syntax
from tracefix.explaining.own_folder import restate_own_folder
from tracefix.explaining.pairs import find_pair
from tracefix.explaining.project import find_project
from tracefix.explaining.projects import clone_of, distribution, project_of
from tracefix.explaining.quoting import LONGEST_LINE, error_text, source_below, stack_end
from tracefix.explaining.replaced import restate_replaced
from tracefix.explaining.restated import find_facts, restate, restate_detail
from tracefix.explaining.searches import make_searches
from tracefix.explaining.sizes import restate_sizes
from tracefix.explaining.steps import next_steps
from tracefix.explaining.suggestions import read_suggestions
from tracefix.explaining.told_releases import find_told_release
from tracefix.linear_re import Expression
from tracefix.matching.diagnosis import Diagnosis
from tracefix.matching.headlines import continued, goes_on
from tracefix.matching.suspects import begins_in_the_middle, find_suspect, quoted_message, telling_lines
from tracefix.matching.verdict import Verdict
from tracefix.reading.deaths import KILLED, TERMINATED, any_words
from tracefix.reading.line_shapes import shape_of
from tracefix.reading.origins import OWN, STDLIB, Origin, find_origin, find_unfinished, is_notebook
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error, Weight, with_stack
from tracefix.reading.system import is_native

_MOST_LINKS = 8
_MOST_RANKS = 16
_LONGEST_BLOCK = 4_000
_CRASHES = ("signal", "exit", "mpi", "glibc")
_NO_CRASH = Expression(rf"(?i){any_words(KILLED)}|\^C|{any_words(TERMINATED)}|(?:code|status)[ :=(]*[1-9]\d?\b")
# A message in Latin letters, before a sentence in Chinese that goes on behind it
_CHINESE_BEHIND = Expression(r"^(?P<own>(?:[^\p{Han}\s]+\s+){2,}[^\p{Han}\n]+)\p{Han}[^\n]*\p{Han}[^\n]*\p{Han}")
_FEWEST_ITEMS = 2  # of a list
_LONGEST_MARK = 20  # characters at the beginning of a line
_SHORTEST_CUT = 12
_ENDS = " .,;:!*\"'`…)"
_ITEM = Expression(r"^[ \t>]*(?:[•‣◦▪*+-][ \t]+|#{1,6}[ \t]|\(?\d{1,2}(?:\.\d{1,2})*[.)、]|[①-⑳])")
_LAUNCHERS = ("ChildFailedError", "CalledProcessError", "ProcessRaisedException", "ProcessExitedException")
_TRACEBACK = "Traceback (most recent call last)"
_LINKS = ("During handling of the above exception", "The above exception")  # between two errors of one chain


def explain(diagnosis: Diagnosis, error: Error | None = None, origins: Mapping[int, Origin] = {}) -> Explanation | None:
    """The explanation of one of the errors of a paste, or of its root; None if the paste has no error line.

    `origins` are those that are known already, by the errors' numbers.
    """
    root = error or next((error for error in diagnosis.errors if error.is_root), None) or find_suspect(diagnosis.paste)
    if root is None:
        return None
    root = with_stack(root, diagnosis.errors)
    paste = diagnosis.paste
    known = next((origin for number, origin in origins.items() if diagnosis.errors[number] is root), None)
    origin = known or find_origin(root, paste, diagnosis.errors)
    raised_in, own = _raised_in(origin, diagnosis), _find_own_frame(root, origin, diagnosis)
    block = paste.text[root.start : min(root.block_end, root.start + _LONGEST_BLOCK)] or root.message
    # whose article is known need not search
    masked = "" if _is_known(root, diagnosis) else _mask(_said_by(root, paste.text))
    facts = find_facts(root, paste)
    restated = restate(root, paste, origin, facts) or _restate_another_line(root, paste, origin, facts)
    is_suspect = root not in diagnosis.errors
    is_said = root.weight is Weight.SAID  # in a sentence, perhaps of a person
    own_line = paste.text[root.start : root.end] if is_suspect or is_said else block
    says = read_suggestions(_message(root, own_line), is_said=is_suspect or is_said)
    if restated is None and is_suspect and find_unfinished(paste).frame:
        return None  # the error line was cut off, and the statement above it is no check
    kind_help = () if restated or is_suspect or is_said else explain_kind(_of_its_kind(root, paste), origin.own)
    mixed = find_mixed(root)
    versions = () if mixed else find_missing_names(root, paste)
    project = find_project(root, origin, diagnosis)
    return Explanation(
        root=ErrorLine(error_text(root, paste), root.line),
        masked=masked,
        raised_in=raised_in,
        own=own,
        chain=tuple(_chain(root, diagnosis)),
        says=says,
        kind_help=kind_help,
        next=next_steps(
            root,
            own,
            raised_in,
            (*says, *kind_help),
            is_restated=restated is not None,
            begins_in_the_middle=begins_in_the_middle(paste.original),
            has_stack=_TRACEBACK in paste.text,
        ),
        searches=tuple(make_searches(masked, _package(root, origin), project, root.message)) if masked else (),
        versions=versions,
        restated=restated,
        project=project,
        system=facts.system,
        in_notebook=any(is_notebook(frame.file) for frame in root.frames),
        pair=None if mixed else find_pair(root, versions, diagnosis.environment),
        clone=look_back(root, versions),
        detail=mixed or _find_detail(root, facts, diagnosis) or restate_replaced(root, versions),
    )


def _find_detail(root: Error, facts: Facts, diagnosis: Diagnosis) -> Remedy | None:
    """What a value, a frame, a quoted line or a sentence of the paste proves beyond the kind of the error."""
    return (
        restate_call(root, diagnosis.paste)
        or find_newer_syntax(root, diagnosis.paste)
        or find_installed_elsewhere(root, diagnosis.paste)
        or restate_detail(root, diagnosis.paste, facts)
        or restate_sizes(root)
        or restate_doubled_folder(root)
        or restate_own_folder(root)
        or find_told_release(diagnosis.paste, diagnosis.environment)
    )


def _mask(error: Error) -> str:
    from tracefix.redaction.sketch import masked_line  # here: a known error needs none

    return masked_line(error)


def _is_known(error: Error, diagnosis: Diagnosis) -> bool:
    """Whether an article is exact for this error; another error of the paste may be unknown."""
    exact = {match.error for match in diagnosis.matches if match.verdict is Verdict.EXACT}
    return any(diagnosis.errors[index] is error for index in exact if index is not None)


def _restate_another_line(root: Error, paste: Paste, origin: Origin, facts: Facts) -> Remedy | None:
    """What another line says, where the root is a sentence that only says that something failed."""
    if root.type or root.program or root.frames:
        return None
    return next(filter(None, (restate(line, paste, origin, facts) for line in telling_lines(paste))), None)


def _of_its_kind(error: Error, paste: Paste) -> Error:
    """The error; that of a crashed program that is not Python's is of a kind of its own."""
    is_crash = error.program in _CRASHES and not error.type and not _NO_CRASH.search(error.message)
    return replace(error, program=NATIVE) if is_crash and is_native(paste.text) else error


def _said_by(error: Error, text: str) -> Error:
    """The error without the prose around it: of a sentence that quotes a message, the message; no Chinese behind it.

    A message that ends with a colon or a brace goes on in the lines below.
    """
    if goes_on(error, error.message):
        error = replace(error, message=f"{error.message} {continued(error, text)}".rstrip())
    if error.is_inline and (found := _CHINESE_BEHIND.match(error.message)):
        error = replace(error, message=found["own"].rstrip(" \"'`,;:.("))
    quoted = "" if error.type or error.program else quoted_message(error.message)
    return replace(error, message=quoted) if quoted else error


def _package(error: Error, origin: Origin) -> str:
    return project_of(origin.raised_in, error.type, origin.own.file if origin.own else "")


def _message(error: Error, block: str) -> str:
    """The message with the lines that continue it, without the class before it."""
    return block.removeprefix(error.type).lstrip(": ") if error.type else block


def _raised_in(origin: Origin, diagnosis: Diagnosis) -> Raised | None:
    if origin.frame is None:
        return None
    frame, package = origin.frame, origin.raised_in
    name = "python" if package == STDLIB else "" if package == OWN else distribution(package)
    version = diagnosis.environment.get(name, "")
    return Raised(package, version, cut(frame.file, LONGEST_LINE), frame.line, cut(frame.function, LONGEST_LINE))


def _find_own_frame(error: Error, origin: Origin, diagnosis: Diagnosis) -> OwnFrame | None:
    if origin.own is None:
        return None
    frame = origin.own
    source = source_below(frame, diagnosis.paste, stack_end(error, frame, diagnosis.paste))
    file, function = (cut(text, LONGEST_LINE) for text in (frame.file, frame.function))
    return OwnFrame(file, frame.line, function, frame.paste_line, source, clone_of(frame.file))


def _chain(root: Error, diagnosis: Diagnosis) -> Iterator[Link]:
    """The root, and what it brought about; equal lines of several ranks are one. Nothing if it stands alone.

    A page that lists errors is no chain: none of them brought another one about.
    """
    if _is_list(diagnosis.errors, diagnosis.paste):
        return
    groups: dict[str, list[Error]] = {}
    for error in sorted(diagnosis.errors, key=lambda error: (error is not root, error.start)):
        if error is root or not (error.type.endswith("Warning") or _repeats(error, root, diagnosis.paste)):
            key = shape_of(f"{error.type}: {error.message[:LONGEST_LINE]}")
            groups.setdefault(key, []).append(error)
    if [len(group) for group in groups.values()] == [1]:
        return
    links = [_link(group, root, diagnosis) for group in list(groups.values())[:_MOST_LINKS]]
    yield from sorted(links, key=lambda link: tuple(LinkKind).index(link.kind))  # stable: otherwise as they stand


def _is_list(errors: Sequence[Error], paste: Paste) -> bool:
    """Whether the errors are items of a list, or headings: nearly all of them, and without a stack."""
    if len(errors) < _FEWEST_ITEMS or any(error.frames for error in errors):
        return False
    items = sum(bool(_ITEM.match(_line_of(error, paste))) for error in errors)
    return items >= _FEWEST_ITEMS and items * 3 >= len(errors) * 2


def _line_of(error: Error, paste: Paste) -> str:
    """The beginning of the error's line, as it was pasted."""
    place = paste.to_original(error.start)
    line = paste.original.rfind("\n", 0, place) + 1
    return paste.original[line : max(place, line + _LONGEST_MARK)]


def _repeats(error: Error, root: Error, paste: Paste) -> bool:
    """Whether an error is the root's line again: with other punctuation at its end, or cut off where the paste ends."""
    lines = [one_line(paste.text[each.start : each.end], LONGEST_LINE) for each in (error, root)]
    if lines[0] == lines[1]:
        return False  # it is counted
    said, known = (line.rstrip(_ENDS) for line in lines)
    is_last = error.block_end >= len(paste.text.rstrip())
    return bool(said) and (said == known or (is_last and len(said) >= _SHORTEST_CUT and known.startswith(said)))


def _link(group: Sequence[Error], root: Error, diagnosis: Diagnosis) -> Link:
    first = group[0]
    ranks = sorted({error.rank for error in group if error.rank is not None})[:_MOST_RANKS]
    return Link(error_text(first, diagnosis.paste), first.line, _kind(first, root, diagnosis), len(group), tuple(ranks))


def _kind(error: Error, root: Error, diagnosis: Diagnosis) -> LinkKind:
    if error.is_wrapper:
        is_launcher = error.program == "torchrun" or class_name(error.type) in _LAUNCHERS
        return LinkKind.LAUNCHER if is_launcher else LinkKind.WRAPPER
    if error is root:
        return LinkKind.CAUSE
    return LinkKind.HANDLING if is_linked(error, root, diagnosis.paste) and not error.is_root else LinkKind.OTHER


def is_linked(error: Error, root: Error, paste: Paste) -> bool:
    """Whether an error was raised while another one above it was handled, or because of it."""
    return any(paste.text.find(said, root.end, error.start) >= 0 for said in _LINKS)
