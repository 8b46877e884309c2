"""Values: what a paste says of the matched error, for an article's conditions and its `{{name|…}}` placeholders."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from tracefix.articles.cases import ValueTemplate, derive
from tracefix.articles.conditions import CallerOf, Condition, Facts, OnSystem
from tracefix.articles.signatures import Role, class_name
from tracefix.linear_re import Text, TextMatch, compile_expression
from tracefix.matching.evidence import Candidate, Evidence, Reading, contains_all, is_source
from tracefix.reading.origins import innermost_last, package_of
from tracefix.reading.ranks import find_rank
from tracefix.reading.report import Error, Frame, Weight, with_stack

_LONGEST_LINES = 8_000  # characters of an error in which values are looked for
_LONGEST_VALUE = 1_000
_LONGEST_LEAD_IN = 8_000  # characters above an error in which values are looked for, too
_MOST_QUOTED = 40  # frames, and lines of quoted code, that a condition on the stack sees: the inner ones
_LONGEST_QUOTED = 500  # characters of such a line


def read_facts(candidate: Candidate, best: Evidence, reading: Reading) -> Facts:
    """Everything that the conditions of the article's cases may ask."""
    values = _capture(candidate, best) | _read(candidate.article.values, best, reading)
    values = _read_lead_in(candidate, best, reading) | _present(_read_phrases(best, reading)) | values
    if not (candidate.article.cases or candidate.article.steps):
        return Facts(derive(values), reading.versions)
    return Facts(
        derive(values),
        reading.versions,
        tuple(_stack(best, reading)),
        tuple(_last_frame(best, reading)),
        tuple(_owners(best, reading)) if _asks(candidate, CallerOf) else (),
        projects=reading.projects,
        system=reading.system if _asks(candidate, OnSystem) else "",
        text=reading.paste.text,
    )


def _asks(candidate: Candidate, kind: type[Condition]) -> bool:
    """Whether a condition of the article is of this kind."""
    cases = candidate.article.cases
    rows = chain(candidate.article.steps, *(case.steps for case in cases))
    conditions = chain(*(case.conditions for case in cases), *(row.conditions for row in rows))
    return any(isinstance(condition, kind) for condition in conditions)


def _read_phrases(best: Evidence, reading: Reading) -> dict[str, str]:
    """The class and the message of the error; of a bare line, what stands on it."""
    if best.error is None:
        return {"message": next(_readings(best, reading)).strip()}
    error = reading.report.errors[best.error]
    return {"message": error.message, "exception": class_name(error.type)}


def _capture(candidate: Candidate, best: Evidence) -> dict[str, str]:
    """The values that the best signature captures, and those that others add for the same error or its cause."""
    values = _present(best.captures)
    for item in sorted(candidate.evidence, key=lambda item: (-item.place, item.start)):
        is_same = item.error is not None and item.error == best.error
        if is_same or item.role is best.role is Role.WRAPPER:
            values = _present(item.captures) | values
    return values


def _read(templates: Sequence[ValueTemplate], best: Evidence, reading: Reading) -> dict[str, str]:
    """The values that the article's `values` templates capture. Their placeholders end before the line does."""
    values: dict[str, str] = {}
    for text in _readings(best, reading) if templates else ():
        for template in templates:
            if found := compile_expression(template.regex).search(text):
                values = _present(found.groupdict()) | values
    return values


def _present(values: Mapping[str, str | None]) -> dict[str, str]:
    """The values that there are, on one line each, and cut."""
    return {name: line for name, value in values.items() if (line := " ".join((value or "")[:_LONGEST_VALUE].split()))}


def _readings(best: Evidence, reading: Reading) -> Iterator[str]:
    """The lines of the error, as they stand and on one line again: a terminal may have wrapped them."""
    text = reading.paste.text
    start = text.rfind("\n", 0, best.start) + 1
    end = text.find("\n", best.end)
    end = len(text) if end < 0 else end
    if best.error is not None:
        error = reading.report.errors[best.error]
        start, end = min(start, error.start), max(end, error.block_end)
    start = max(start, best.start - _LONGEST_LINES)
    lines = text[start : min(end, start + 2 * _LONGEST_LINES)]
    yield lines
    if "\n" in lines:
        for glue in (" ", ""):
            yield glue.join(line.strip() for line in lines.splitlines())


def _read_lead_in(candidate: Candidate, best: Evidence, reading: Reading) -> dict[str, str]:
    """The values of the lines that lead to the error: a GPU's failed assertion, or a warning that says what is wrong,
    stands above the traceback. Of several such lines the nearest counts.
    """
    article = candidate.article
    error = None if best.error is None else reading.report.errors[best.error]
    end = best.start if error is None else error.start
    start = _start_of_lead_in(end, error, reading)
    text = Text(reading.paste.text[start:end])
    signatures = (each for each in article.signatures if each.names and contains_all(text, each.literals))
    found = [
        *(hit for each in signatures for hit in _hits(each.regex, text) if each.admits(hit.groupdict())),
        *(hit for template in article.values for hit in _hits(template.regex, text)),
    ]
    values: dict[str, str] = {}
    for hit in sorted(found, key=TextMatch.start):
        if _may_lead_to(error, start + hit.start(), reading):
            values |= _present(hit.groupdict())
    return values


def _start_of_lead_in(end: int, error: Error | None, reading: Reading) -> int:
    """Where the lines begin that lead to the error: behind the exception above it, of the same rank if it names one."""
    above = (
        other.block_end
        for other in reading.report.errors
        if other.type and other.weight > Weight.NOTICE and other.block_end <= end
        if error is None or None in (error.rank, other.rank) or other.rank == error.rank
    )
    return max(end - _LONGEST_LEAD_IN, *above, 0)


def _may_lead_to(error: Error | None, place: int, reading: Reading) -> bool:
    """Whether what stands here is no quoted code, and not the output of another rank."""
    if is_source(reading.report, place):
        return False
    if error is None or error.rank is None:
        return True
    return find_rank(reading.paste, reading.paste.to_original(place)) in (None, error.rank)


def _hits(regex: str, text: str) -> Iterator[TextMatch]:
    return iter(compile_expression(regex).finditer(text))


def _stack(best: Evidence, reading: Reading) -> Iterator[str]:
    """The files of the error's frames, and the code that is quoted above it."""
    if best.error is None:
        return
    errors = reading.report.errors
    error = with_stack(errors[best.error], errors)
    yield from (_file(frame) for frame in error.frames[-_MOST_QUOTED:])
    above = max((other.end for other in errors if other.end <= error.start), default=0)
    yield from _quoted_lines(above, error.start, reading)


def _last_frame(best: Evidence, reading: Reading) -> Iterator[str]:
    """The file of the innermost frame of the error, and the code that is quoted between that and the error."""
    if best.error is None:
        return
    error = with_stack(reading.report.errors[best.error], reading.report.errors)
    if not error.frames:
        return
    last = error.frames[-1]
    yield _file(last)
    position = reading.paste.text.rfind(last.file, 0, error.start)
    if last.file and position >= 0:
        yield from _quoted_lines(position, error.start, reading)


def _owners(best: Evidence, reading: Reading) -> Iterator[str]:
    """Whose code the error's frames are, the innermost last."""
    error = reading.report.errors[best.error] if best.error is not None else None
    return (package_of(frame.file) for frame in (innermost_last(error) if error else ())[-_MOST_QUOTED:])


def _file(frame: Frame) -> str:
    return frame.file.replace("\\", "/")[:_LONGEST_QUOTED]


def _quoted_lines(above: int, below: int, reading: Reading) -> Iterator[str]:
    """The lines of code that the paste quotes between two offsets, the last ones where there are many."""
    lines = reading.report.source_lines
    first, last = bisect_left(lines, (above, 0)), bisect_right(lines, (below, 0))
    for start, end in lines[max(first, last - _MOST_QUOTED) : last]:
        yield " ".join(reading.paste.text[start : min(end, start + _LONGEST_QUOTED)].split())
