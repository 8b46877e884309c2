"""`tracefix match`: print which known error a file or standard input shows, as `manage.py match` does."""

from __future__ import annotations

from collections.abc import Sequence

from tracefix.answers.brief import to_json
from tracefix.answers.choice import verdict_of
from tracefix.answers.lookups import DiagnosedPaste
from tracefix.answers.missing_name import find_answer
from tracefix.answers.text import to_text
from tracefix.bundle.article_bundle import Bundle, open_bundle
from tracefix.cli.drawing import address, command, payload_of, short_payload_of
from tracefix.cli.environment import base_url, wants_colours
from tracefix.cli.language import say as translate
from tracefix.cli.language import say_error
from tracefix.cli.output import complain, is_terminal, say
from tracefix.matching.verdict import Verdict
from tracefix.phrases import sentence
from tracefix.triage.log_file import UnreadableError, read_log

EXIT_STATUS = {Verdict.EXACT: 0, Verdict.NONE: 1, Verdict.LIKELY: 3}
UNREADABLE = 2
_NO_ADDRESS = sentence("a comment needs an address to link to: set TRACEFIX_BASE_URL")


def match(files: Sequence[str], *, form: str = "text", exits_zero: bool = False) -> int:
    """Print the answer to each file as JSON or in one of FORMATS; return the status, 0 for any verdict if asked."""
    if form == "github" and not base_url():
        complain(f"tracefix: {translate(_NO_ADDRESS)}")
        return UNREADABLE
    bundle = open_bundle()
    for problem in bundle.problems:
        complain(f"tracefix: {problem}")
    statuses = {0}
    for name in files:
        try:
            text = read_log(name)
        except UnreadableError as error:  # go on with the other files
            complain(say_error(error))
            statuses.add(UNREADABLE)
            continue
        diagnosed = bundle.diagnose(text)
        if answer := _draw(bundle, diagnosed, name, form, is_named=len(files) > 1):
            say(answer)
        statuses.add(EXIT_STATUS[verdict_of(diagnosed.diagnosis)])
    worst = next(status for status in (UNREADABLE, 1, 3, 0) if status in statuses)
    return 0 if exits_zero and worst != UNREADABLE else worst


def _draw(bundle: Bundle, diagnosed: DiagnosedPaste, name: str, form: str, *, is_named: bool) -> str:
    if form == "json":
        return to_json({"file": name, **short_payload_of(bundle, diagnosed)})
    where = address if base_url() else command
    if form != "text":
        from tracefix.answers.formats import FORMATS  # here: few ask for another

        chosen = FORMATS[form]
        payload = payload_of(bundle, diagnosed, where, personal=chosen.is_personal)
        return chosen.draw(payload, say=translate, **chosen.more(payload, diagnosed.diagnosis))
    payload = payload_of(bundle, diagnosed, where)
    colours = wants_colours(is_terminal=is_terminal())
    return to_text(payload, name=name if is_named else "", colours=colours, say=translate)


def answer_about(name: str) -> str:
    """The answer to the error where a name is missing, as `match` prints it; "" if that says no more than it is."""
    bundle = open_bundle()
    found = find_answer(name, None, bundle.match)
    return _draw(bundle, bundle.diagnose(found[0]), "", "text", is_named=False) if found else ""
