"""A `KeyError` whose line looks a name up in a table of the program: the table has no entry for what was given."""

from tracefix.articles.signatures import class_name
from tracefix.articles.steps import Remedy, Step
from tracefix.explaining.kinds import short_file
from tracefix.explaining.projects import clone_of
from tracefix.explaining.quoting import source_below
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.origins import NOBODY, OWN, STDLIB, innermost_last, package_of
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error

_KEY = Expression(r"^['\"]?(?P<key>[A-Za-z][\w.+-]{1,60})['\"]?$")
# a constant, or a name that says what it is, with an index that is a name or an expression, and no text or number
_TABLE = Expression(
    r"\b(?P<name>(?:[A-Za-z_]\w{0,40}\.)?(?:[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}|"
    r"\w{0,40}(?:_map|_mapping|_registry|_zoo|_factory|_classes|_choices|_table)|configs|\w{1,30}_to_\w{1,30}))\[(?P<index>[A-Za-z_][\w.()]{0,60})\]"
)
_IS_FILLED_BY_THE_READER = Expression(
    r"(?:CONFIG|CFG|ENV|ARGS|ARG|OPTS|DATA|STATE|CACHE|weight_map|_to_idx|_to_id|_to_index)$"
)


def restate_table(error: Error, paste: Paste) -> Remedy | None:
    """Which table of which file lacks the name; None where the line shows none, or several."""
    key, frames = _KEY.match(error.message), innermost_last(error)
    if class_name(error.type) != "KeyError" or key is None or not frames:
        return None
    frame = frames[-1]
    source = source_below(frame, paste, error.start)
    found = _TABLE.search(source)
    if found is None or source.count("[") != 1 or _IS_FILLED_BY_THE_READER.search(found["name"]):
        return None
    table = found["name"].rpartition(".")[2]
    values = {"table": table, "key": key["key"], "line": str(frame.line), "file": short_file(frame.file)}
    package = package_of(frame.file)
    if package in {STDLIB, NOBODY}:
        return None
    is_right = Phrase("the name is right")
    if package != OWN:
        upgrade = Phrase(
            "Upgrade {package}: a newer one may have it. If it has none, it does not support this.",
            package=package.replace("_", "-"),
        )
        chosen = Step(Phrase("Choose one of its entries."), Phrase("you named it: a model, a class, an option"))
        return Remedy(_finding(values), (Step(upgrade, is_right), chosen))
    update = Phrase("Update the program: a newer one may have it. If it has none, it does not support this.")
    steps = (
        Step(
            Phrase("Choose one of its entries, which this shows."),
            Phrase("you named it: a model, a class, an option"),
            (f'grep -rn -A 30 "{table} *[:=]" --include="*.py" .',),
        ),
        Step(update, is_right, ("git pull",) if clone_of(frame.file) else ()),
        Step(
            Phrase("Add `{key}` to it, or leave out the rows that have it.", **values),
            Phrase("the code is yours, or the name comes from your data"),
        ),
    )
    return Remedy(_finding(values), steps)


def _finding(values: dict[str, str]) -> Phrase:
    return Phrase("`{table}` at line {line} of `{file}` has no entry `{key}`", **values)
