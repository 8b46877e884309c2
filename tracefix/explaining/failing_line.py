"""The value at fault, read from the line that failed: what is None, what was never set, what has too few elements.

The message names a type or an index alone; the quoted line names the reader's own variable.
"""

from collections.abc import Mapping

from tracefix.articles.signatures import class_name
from tracefix.articles.steps import Remedy, Step
from tracefix.cutting import cut
from tracefix.explaining.kinds import short_file
from tracefix.explaining.missing_names import asking_frames
from tracefix.explaining.projects import clone_of
from tracefix.explaining.quoting import PLAIN_PATH, source_below
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.origins import OWN, Origin, innermost_last, package_of
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error, Frame

_Values = Mapping[str, str | tuple[str, ...]]  # of a Phrase

_LONGEST = 80  # characters of a name that is quoted
_LONGEST_MESSAGE = 300
_MOST_LEFTS = 2  # expressions of which one is None; of more, the line leaves it open
_NEAR = 600  # characters above an error
_LONGEST_EXPRESSION = 120  # characters before an operation in which its left side begins
_ATTRIBUTE_OF_NONE = Expression(r"^'NoneType' object has no attribute '(?P<name>[A-Za-z_]\w{0,60})'")
_ITEM_OF_NONE = Expression(r"^'NoneType' object (?:is not subscriptable|does not support item assignment)")
_UNSET = Expression(r"^'(?P<type>[A-Za-z_][\w.]{0,80})' object has no attribute '(?P<name>[A-Za-z_]\w{0,60})'")
_NO_ELEMENT = Expression(r"^(?:list|tuple|string) index out of range")
_NUMBERED = Expression(r"(?P<left>[A-Za-z_][\w.]{0,60})\[(?P<index>\d{1,4})\]")
_FIELD = Expression(r"(?P<line>[A-Za-z_][\w.]{0,60})\.r?split ?\((?P<sign>[^()]{0,20})\) ?\[(?P<index>-?\d{1,3})\]")
_IS_PLUG_IN = Expression(r"[/\\](?:extensions|custom_nodes|extensions-builtin)[/\\](?P<name>[\w.-]{1,60})[/\\]")
_CALL = Expression(r"\b(?P<function>[A-Za-z_]\w{0,60})\((?P<value>[A-Za-z_][\w.]{0,80}(?:\(\))?)\)")
_BY_NAME = Expression(r"\b[sg]etattr\((?P<left>[A-Za-z_][\w.]{0,60}), ?[\"'](?P<name>\w{1,60})[\"']")
_PLAIN_TYPES = ("str", "int", "float", "bool", "list", "tuple", "dict")
_ARGUMENTS = Expression(r"(?P<value>[A-Za-z_][\w.]{0,60}\.(?P<name>[A-Za-z_]\w{0,60})) ?[,)]")
_CARETS = Expression(r"(?:^|[ \t])[~^]+$")
_CLOSES = {")": "(", "]": "["}
_PART = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")
_PLAIN = Expression(r"[A-Za-z_][\w.]*")


def restate_failing_line(error: Error, paste: Paste, origin: Origin) -> Remedy | None:
    """Which value of the failing line is at fault; None if the line is not shown, or leaves it open."""
    message = error.message[:_LONGEST_MESSAGE]
    kind = class_name(error.type) if error.type else ""
    frame = _frame(error) or origin.frame
    source = source_below(frame, paste, error.start) if frame else ""
    if (found := _ATTRIBUTE_OF_NONE.match(message)) and _is_class(found["name"]):
        return _of_a_module(found["name"])
    unset = _UNSET.match(message) if kind == "AttributeError" else None
    if frame is None or not source:
        return _of_unset(line_above(error, paste), unset["type"], unset["name"], None) if unset else None
    if kind == "IndexError" and _NO_ELEMENT.match(message):
        return _of_too_few(source, frame)
    if found:
        lefts = _before(source, f".{found['name']}") or _looked_up_by_name(source, found["name"])
        return _of_passed(lefts, found["name"], frame, error, paste) or _of_none(lefts, found["name"], frame)
    if kind == "TypeError" and _ITEM_OF_NONE.match(message):
        return _of_none(_before(source, "["), "", frame)
    return _of_unset(source, unset["type"], unset["name"], frame) if unset else None


def restate_asked_twice(error: Error, paste: Paste) -> Remedy | None:
    """A plain value that is asked for an attribute which the caller already took: `f(args.lid)` and `args.lid` in f."""
    unset, frame = _UNSET.match(error.message[:_LONGEST_MESSAGE]), _frame(error)
    if unset is None or frame is None or unset["type"] not in _PLAIN_TYPES:
        return None
    caller, name = _caller(error, frame), unset["name"]
    source = source_below(caller, paste, error.start) if caller else ""
    passed = next((found["value"] for found in _ARGUMENTS.finditer(source) if found["name"] == name), "")
    if caller is None or not passed:
        return None
    values = {"value": _code(passed), "name": name, "function": _code(frame.function), **_place(caller)}
    return Remedy(
        Phrase("Line {line} of `{file}` passes `{value}`, and `{function}` asks that for `{name}` once more", **values),
        (
            Step(
                Phrase("Pass `{object}` there.", object=_code(passed.rpartition(".")[0])),
                Phrase("you may change the line"),
            ),
            Step(
                Phrase("Update it: the caller and the function are of two states of the code."),
                Phrase("both belong to one project"),
                ("git pull",) if clone_of(caller.file) else (),
            ),
        ),
    )


def _caller(error: Error, frame: Frame) -> Frame | None:
    """The frame above one; None if that is the first."""
    frames = innermost_last(error)
    place = next((at for at, each in enumerate(frames) if each is frame), 0)
    return frames[place - 1] if place else None


def _frame(error: Error) -> Frame | None:
    """The innermost frame whose line is at fault: not one that only looks an attribute up for it."""
    return next(asking_frames(error), None)


def line_above(error: Error, paste: Paste, *, skip_blanks: bool = False) -> str:
    """The line above an error of which no frame was pasted, mostly the statement that failed; no carets below it."""
    above = paste.text[max(0, error.start - _NEAR) : error.start].rpartition("\n")[0]
    lines = (above.rstrip() if skip_blanks else above).split("\n")
    if len(lines) > 1 and _CARETS.search(lines[-1]):
        lines.pop()
    return lines[-1].strip()


def _is_class(name: str) -> bool:
    return name[:1].isupper() and not name.isupper() and "_" not in name


def _of_a_module(name: str) -> Remedy:
    """A class is asked of None: what is None may be the module that should have it."""
    return Remedy(
        Phrase("The class `{name}` was looked up, and `None` stands where it should be found", name=name),
        (
            Step(
                Phrase(
                    "Import that package by hand, in the Python that runs the program: the last line says why it "
                    "fails. Install it again, in the build for your machine."
                ),
                Phrase("a package has `{name}`", name=name),
                note=Phrase("Programs put `None` in place of a package that they cannot import."),
            ),
            Step(Phrase("Find where the object is set that should have it."), Phrase("no package has it")),
        ),
    )


def _of_none(lefts: tuple[str, ...], name: str, frame: Frame) -> Remedy | None:
    if not 0 < len(lefts) <= _MOST_LEFTS:
        return None
    left = lefts[0] if len(lefts) == 1 else ""
    values: _Values = {"value": tuple(f"`{_code(each)}`" for each in lefts), **_place(frame)}
    finding = (
        Phrase("{value} is `None`, and line {line} of `{file}` asks it for `{name}`", name=name, **values)
        if name
        else Phrase("{value} is `None`, and line {line} of `{file}` takes an item of it", **values)
    )
    is_own = package_of(frame.file) == OWN
    steps = (
        () if is_own else _of_a_library(frame, values, left.removeprefix("self.") if left.startswith("self.") else "")
    )
    return Remedy(finding, (*steps, _where_set(values, left, "." if is_own else frame.file)))


def _of_passed(lefts: tuple[str, ...], name: str, frame: Frame, error: Error, paste: Paste) -> Remedy | None:
    """`None` that the caller passed as the only argument of a function, by the caller's name for it.

    Of a function of the same project, only what a call returned that is named after it: `f(best_device())`.
    """
    caller = _caller(error, frame)
    if caller is None or len(lefts) != 1 or not lefts[0].isidentifier():
        return None
    calls = _CALL.finditer(source_below(caller, paste, error.start))
    found = next((each for each in calls if each["function"] == frame.function), None)
    if found is None or (package_of(frame.file) == OWN and f"{lefts[0]}()" not in found["value"]):
        return None
    values: _Values = {"value": (f"`{_code(found['value'])}`",), "function": _code(frame.function), **_place(caller)}
    return Remedy(
        Phrase(
            "{value} is `None`: line {line} of `{file}` passes it, and `{function}` asks it for `{name}`",
            name=name,
            **values,
        ),
        (_where_set(values, found["value"], "." if package_of(caller.file) == OWN else caller.file),),
    )


def _of_a_library(frame: Frame, values: _Values, attribute: str) -> tuple[Step, ...]:
    """What makes a value of a library `None`, which may be an attribute of the object itself."""
    package = {"package": _code(package_of(frame.file).replace("_", "-"))}
    if not package["package"] or package["package"] == "stdlib":
        return ()
    passed = Step(
        Phrase("Pass it: {package} was called without {value}, or with a config that leaves it empty.",
               value=f"`{_code(attribute)}`" if attribute else values["value"], **package),
        Phrase("your own call or config should set it"),
    )  # fmt: skip
    if attribute:
        return (
            passed,
            Step(
                Phrase(
                    "Make the object anew, or start it, before this call: closing it may set {value} to `None`.",
                    **values,
                ),
                Phrase("the object was closed, has ended, or was never started"),
            ),
        )
    return (
        Step(
            Phrase("Install the release of {package} that made it, or make it again with yours.", **package),
            Phrase("it comes from a file, a checkpoint or a data set of another release"),
        ),
        passed,
    )


def _where_set(values: _Values, left: str, place: str) -> Step:
    """The step that leads to where the value is made, in this folder or file."""
    if left.endswith(")"):
        return Step(Phrase("Read what {value} does: it returned `None`, mostly for something not found.", **values))
    name = left.rpartition(".")[2] if _PLAIN.fullmatch(left) else ""
    where = f'-rnw "{name}" --include="*.py" .' if place == "." else f'-nw "{name}" {place}'
    return Step(
        Phrase("Find the line that sets {value}: it did not run, or what it calls returned `None`.", **values),
        commands=(f'grep {where} | grep "="',) if name and PLAIN_PATH.fullmatch(place) else (),
    )


def _of_unset(source: str, type_: str, name: str, frame: Frame | None) -> Remedy | None:
    """`self.name` that another method sets; a call of it is a method that is missing, and no matter of order."""
    if not _reads_own(source, name):
        return None
    values = {"name": name, "type": _code(type_)}
    finding = (
        Phrase(
            "Nothing has set `self.{name}` of this `{type}` before line {line} of `{file}`", **values, **_place(frame)
        )
        if frame
        else Phrase("Nothing has set `self.{name}` of this `{type}` before the line that reads it", **values)
    )
    steps = [
        Step(Phrase("Go up to that one: this one may only follow it."), Phrase("another error stands above it")),
        Step(
            Phrase("Find what sets it, and call that first. If nothing does, another release has it."),
            Phrase("there is no other error"),
            (f'grep -rn "self.{name} *[:=]" --include="*.py" .',),
        ),
    ]
    if name.startswith("_"):  # a note of the object to itself, which a default does not harm
        steps.append(
            Step(
                Phrase("Give it a value in `__init__`, behind `super().__init__(…)`: `self.{name} = None`.", name=name),
                Phrase("the class is yours, or of a branch that is not finished"),
            )
        )
    if frame and (plug_in := _IS_PLUG_IN.search(frame.file)):
        steps.insert(
            1,
            Step(
                Phrase(
                    "Update `{plug_in}` and the program that it is plugged into; if it stays, switch the other "
                    "plug-ins off, one after the other.",
                    plug_in=_code(plug_in["name"]),
                )
            ),
        )
    return Remedy(finding, tuple(steps))


def _reads_own(source: str, name: str) -> bool:
    place = source.find(f"self.{name}")
    behind = source[place + len(name) + 5 :][:1]
    return place >= 0 and behind != "(" and not (behind.isalnum() or behind == "_")


def _of_too_few(source: str, frame: Frame) -> Remedy | None:
    """One element by its number: any other index may be at fault for other reasons."""
    if field := _FIELD.search(source):
        return _of_a_short_line(field["line"], int(field["index"]), frame)
    found = list(_NUMBERED.finditer(source))
    if len({each[0] for each in found}) != 1 or source.count("[") != len(found):
        return None
    values = {"value": _code(found[0]["left"]), "count": str(int(found[0]["index"]) + 1), **_place(frame)}
    if found[0]["left"] == "sys.argv":
        finding = Phrase("The command has fewer arguments than line {line} of `{file}` reads", **values)
        return Remedy(
            finding, (Step(Phrase("Give it {index} of them, in the order of the script.", index=found[0]["index"])),)
        )
    if values["count"] == "1":
        return _of_nothing(values)
    return Remedy(
        Phrase("`{value}` has fewer than {count} elements at line {line} of `{file}`", **values),
        (
            Step(
                Phrase("Print that line: it may be blank, or be split at another sign than the file has."),
                Phrase("it is one line of a text file, split into fields"),
            ),
            Step(
                Phrase("Print the path or pattern that it is filled from: nothing was found there."),
                Phrase("it is a list of files or results, and empty"),
            ),
            Step(
                Phrase("Give `{value}` {count} entries, as many as the code counts.", **values),
                Phrase("it is a setting"),
            ),
        ),
    )


def _of_nothing(values: Mapping[str, str]) -> Remedy:
    """A list whose first element is asked for, and which has none."""
    return Remedy(
        Phrase("`{value}` is empty at line {line} of `{file}`, and its first element is taken", **values),
        (
            Step(
                Phrase("Print the path or pattern that it is filled from: nothing was found there."),
                Phrase("it is a list of files, or of what was read from them"),
            ),
            Step(
                Phrase("Leave this image, frame or text out: `if len({value}) == 0: continue`.", **values),
                Phrase("it is what a model, a detector or a search found"),
            ),
            Step(
                Phrase("Find the line that fills `{value}`, and print why nothing was put in.", **values),
                Phrase("it is neither"),
            ),
        ),
    )


def _of_a_short_line(line: str, index: int, frame: Frame) -> Remedy:
    """A line of a text file with fewer fields than the code takes; of a blank one, there are none."""
    values = {"value": _code(line), "count": str(index + 1 if index >= 0 else -index), **_place(frame)}
    return Remedy(
        Phrase("A line of a text file has fewer than {count} fields at line {line} of `{file}`", **values),
        (
            Step(
                Phrase("Delete the blank lines of that file, mostly one at its end; in the code, skip them."),
                commands=(f"if not {values['value']}.strip(): continue",) if _PLAIN.fullmatch(line) else (),
            ),
            Step(
                Phrase("Print `repr({value})` before it: the fields are separated by another sign than the code "
                       "expects, such as a comma, a tab or one space.", **values),
                Phrase("no line is blank"),
            ),
        ),
    )  # fmt: skip


def _before(source: str, operation: str) -> tuple[str, ...]:
    """The expressions left of an operation, each once."""
    lefts = (_left_side(source, place) for place in _places(source, operation))
    return tuple(dict.fromkeys(filter(None, lefts)))


def _looked_up_by_name(source: str, name: str) -> tuple[str, ...]:
    """The object that `setattr` or `getattr` was given with this name."""
    found = _BY_NAME.search(source)
    return (found["left"],) if found and found["name"] == name else ()


def _places(source: str, operation: str) -> list[int]:
    places, place = [], source.find(operation)
    while place >= 0:
        behind = source[place + len(operation) :][:1]
        if operation == "[" or not (behind.isalnum() or behind == "_"):
            places.append(place)
        place = source.find(operation, place + 1)
    return places


def _left_side(source: str, end: int) -> str:
    """The name, call or item that ends at a place: `self.a`, `f(x)`, `state["args"]`."""
    first, place = max(0, end - _LONGEST_EXPRESSION), end
    open_: list[str] = []
    while place > first:
        char = source[place - 1]
        if char in _CLOSES:
            open_.append(_CLOSES[char])
        elif open_ and char == open_[-1]:
            open_.pop()
        elif not open_ and char not in _PART:
            break
        place -= 1
    left = source[place:end]
    return left if not open_ and left[:1].isidentifier() else ""


def _place(frame: Frame) -> dict[str, str]:
    return {"line": str(frame.line), "file": _code(short_file(frame.file))}


def _code(text: str) -> str:
    return cut(text.replace("`", "'"), _LONGEST)
