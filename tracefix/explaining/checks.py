"""The check that raised an error, where the paste shows it: an `assert`, or a `raise` with the `if` above it.

The message of such an error is often empty or says little; the condition says what did not hold.
"""

from tracefix.articles.distributions import is_built_for_a_machine
from tracefix.articles.signatures import class_name
from tracefix.articles.steps import Remedy, Step
from tracefix.cutting import cut
from tracefix.explaining.kinds import short_file
from tracefix.explaining.projects import distribution
from tracefix.explaining.quoting import SAFE_PATH, conditions_above, source_below, stack_end
from tracefix.linear_re import Expression, TextMatch
from tracefix.phrases import Phrase
from tracefix.reading.origins import OWN, Origin, find_unfinished, innermost_last, package_of
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error, Frame

_LONGEST = 140  # characters of a condition that is quoted
_MOST_CONDITIONS = 3
_ASSERT = Expression(r"^assert\b ?(?P<rest>.+)$")
_NEVER = Expression(r"^\(?(?:False|0)\b\)?")
_RAISE = Expression(r"^raise (?P<name>[A-Za-z_][\w.]*)")
_RAISED_FROM = Expression(r"^raise .+ from (?P<cause>[A-Za-z_]\w*)$")
_NOT_EMPTY = Expression(r"^len\((?P<name>[\w.\[\]'\"]+)\) ?(?:> ?0|>= ?1|!= ?0)$")
_FILE = Expression(r"(?P<path>[^\s'\"`]{2,200}\.\w{1,8})['\"`.]?$")
_COMPARED = Expression(r"^(?P<left>.+?) ?(?P<sign>==|!=|>=|<=|>|<| is not | is | not in | in ) ?(?P<right>.+)$")
_EACH = Expression(
    r"^all\([\[(]?(?P<check>[^()]{1,140}(?:\([^()]*\)[^()]{0,60}){0,2})"
    r" for (?P<name>\w+) in (?P<items>[\w.]+(?:\[[^\[\]]{1,40}\])?)[\])]?\)$"
)
_JOINED = Expression(r" (?:and|or|if|for|else) |\blambda\b")
_EXTREME = Expression(r"\b(?:min|max|amin|amax|isfinite|abs|mean|norm)\(")
_PATH = Expression(r"No such file or directory: '(?P<path>[^'\n]{1,300})'")
_WRITES = Expression(
    r"\bopen\(.*,\s*(?:mode ?= ?)?['\"][wax]|\b(?:savefig|to_csv|to_json|to_pickle|imwrite|savez?|save_file|write_text|"
    r"write_bytes)\("
)
_LITERAL = Expression(r"-?\d[\d.]*$|None$|True$|False$|['\"]")
_STILL_EQUAL = Expression(
    r"^not (?:torch|np|numpy)\.(?:allclose|equal|array_equal)\((?P<left>[^,()]{1,80}), ?(?P<right>[^,()]{1,80})[,)]"
)
_IS_THERE = Expression(
    r"^(?:(?:os\.path|osp|path)\.(?:exists|isfile|isdir)\((?P<path>.{1,140})\)|(?P<object>[\w.]{1,80})\.(?:exists|is_file|is_dir)\(\))$"
)
_IS_A = Expression(r"^isinstance\((?P<value>[^,]{1,80}), ?(?P<kind>.{1,140})\)$")
_RELEASE = Expression(r"^(?P<module>[A-Za-z_]\w*)\.__version__ == ['\"](?P<release>\d[\w.+]{0,30})['\"]\s*(?:#.*)?$")
_ENDS_IN = Expression(
    r"^(?P<path>[\w.]{1,80})(?:\[-1:?\] ?== ?|\.endswith\()(?P<end>['\"][/\\]{1,2}['\"]|os\.sep|os\.path\.sep)\)?$"
)
_TYPE_OF = Expression(r"^type\((?P<value>[\w.]{1,80})\)$")
_SHAPES = Expression(r"\.(?:shape|size\(|dim\(\)|ndim)|\blen\(")


def restate_check(error: Error, paste: Paste, origin: Origin) -> Remedy | None:
    """What the check that raised an error wanted; None if the paste does not show it."""
    frames = innermost_last(error)
    frame = frames[-1] if frames else origin.frame or find_unfinished(paste).frame
    if frame is None:
        return None
    last = stack_end(error, frame, paste)
    source = source_below(frame, paste, last)
    conditions = conditions_above(frame, paste, last)
    if not frame.line:
        return None
    if (asserted := _ASSERT.match(source)) and class_name(error.type) in ("AssertionError", ""):
        return _of_assert(_condition(asserted["rest"]), frame, error.message)
    if (path := _PATH.search(error.message)) and _WRITES.search(source):
        return _of_a_missing_folder(path["path"])
    if (raised := _RAISED_FROM.match(source)) and raised["cause"] != "None" and error.is_root:
        return _of_a_hidden_cause(frame)
    if _RAISE.match(source):
        return _of_raise(frame, conditions, error)
    return None


def _of_a_missing_folder(path: str) -> Remedy | None:
    """A file that is written, not read: its folder is missing."""
    folder = path.replace("\\\\", "\\").replace("\\", "/").rpartition("/")[0]
    if not folder:
        return None
    commands = (f"mkdir -p {folder}",) if SAFE_PATH.fullmatch(folder) else ()
    finding = Phrase(
        "The code writes `{path}`, and the folder `{folder}` does not exist", path=_code(path), folder=_code(folder)
    )
    here = Step(
        Phrase("Make the folder, in the directory in which the program was started.")
        if not folder.startswith(("/", "~"))
        else Phrase("Make the folder."),
        commands=commands,
    )
    return Remedy(finding, (here,))


def _of_a_release(module: str, release: str, place: dict[str, str]) -> Remedy:
    """A program that goes on with one release of a package only."""
    package = distribution(module)
    finding = Phrase(
        "Line {line} of `{file}` wants {package} {release}, and another is installed",
        package=package, release=release, **place,
    )  # fmt: skip
    command = f'python -m pip install "{package}=={release}"'
    install = Step(
        Phrase("Install that release, in an environment of its own where other programs need the newer one."),
        commands=() if is_built_for_a_machine(package) else (command,),
    )
    return Remedy(finding, (install,))


def _place(frame: Frame) -> dict[str, str]:
    return {"line": str(frame.line), "file": _code(short_file(frame.file))}


def _side(text: str) -> str:
    """One side of a comparison, without a bracket that the other side closes."""
    side = text.strip()
    while side.startswith("(") and side.count("(") > side.count(")"):
        side = side[1:].strip()
    while side.endswith(")") and side.count(")") > side.count("("):
        side = side[:-1].strip()
    return side


def _of_assert(condition: str, frame: Frame, message: str) -> Remedy | None:
    place = _place(frame)
    if _NEVER.match(condition):
        finding = Phrase("No branch above line {line} of `{file}` fitted what it was given", **place)
        return Remedy(finding, (_read_the_branches(place), _CHECK_THE_PATH))
    if not _is_whole(condition):
        return None
    quoted = _code(cut(condition, _LONGEST))
    if ends := _ENDS_IN.match(condition):
        return Remedy(
            Phrase("Line {line} of `{file}` wants `{path}` to end in a slash", path=_code(ends["path"]), **place),
            (Step(Phrase("Write a `/` at the end of each folder in your command or config: `data/images/`.")),),
        )
    if release := _RELEASE.match(condition):
        return _of_a_release(release["module"], release["release"], place)
    finding = Phrase("Line {line} of `{file}` checks `{condition}`, and that does not hold", condition=quoted, **place)
    if empty := _NOT_EMPTY.match(condition):
        return _of_nothing(_code(cut(empty["name"], _LONGEST)), place, _FILE.search(message))
    if each := _EACH.match(condition):
        return Remedy(finding, (_print_the_odd_one(each["name"], each["check"], each["items"]),))
    if _JOINED.search(condition):
        return Remedy(finding, (Step(Phrase("Print each part of it: the part that is false says what does not fit.")),))
    compared = _COMPARED.match(condition)
    if compared is None:
        return _of_a_truth(condition, Remedy(finding), frame)
    left, right = (_code(cut(_side(compared[side]), _LONGEST)) for side in ("left", "right"))
    if compared["sign"] in (">=", "<=", ">", "<") and _EXTREME.search(condition):
        return Remedy(
            Phrase("`{condition}` does not hold: the values are out of range, or NaN", condition=quoted), _NAN
        )
    if compared["sign"] == " in " and (typed := _TYPE_OF.match(left)):
        return Remedy(finding, (_print_the_type(typed["value"], right),))
    if compared["sign"] == " in ":
        return Remedy(
            Phrase(
                "Line {line} of `{file}` wants `{left}` in `{right}`, and it is not there",
                left=left,
                right=right,
                **place,
            ),
            (
                Step(Phrase("Give `{left}` one of these.", left=left)),
                Step(
                    Phrase("Pass them by name in the call, one frame further up: their order is another one."),
                    Phrase("it got the value of another parameter"),
                ),
            )
            if right.startswith(("[", "(", "{"))
            else (
                _fills(right),
                Step(
                    Phrase("Delete the folder of its downloaded files, and let it download them again."),
                    Phrase("it is filled from a download"),
                ),
            ),
        )
    if _LITERAL.match(right):
        steps = (
            Step(Phrase("Print `{left}`: the code goes on only where `{condition}`.", left=left, condition=quoted)),
        )
        return Remedy(finding, steps)
    if compared["sign"] not in (">=", "<=", ">", "<") and _SHAPES.search(condition):
        steps = (
            Step(
                Phrase(
                    "Print `{left}` and `{right}`: the number that differs names the setting to change.",
                    left=left,
                    right=right,
                ),
                note=Phrase("Channels differ: the number of classes or inputs. Height or width: the size of images.")
                if "len(" not in condition
                else "",
            ),
        )
        return Remedy(finding, steps)
    steps = (
        Step(Phrase("Find where `{left}` gets its value, in the call or the config, and make it fit.", left=left)),
    )
    return Remedy(finding, steps)


def _of_nothing(name: str, place: dict[str, str], file: TextMatch | None) -> Remedy:
    """Something that must hold at least one thing holds none; the message may say from which file it was read."""
    steps = [_fills(name)]
    if file:
        path = _code(file["path"])
        steps.insert(
            0,
            Step(
                Phrase(
                    "Look into `{path}`: nothing in it was taken. If an earlier run left it empty, delete it, and make "
                    "it again.",
                    path=path,
                )
            ),
        )
    return Remedy(Phrase("`{name}` is empty at line {line} of `{file}`", name=name, **place), tuple(steps))


def _fills(name: str) -> Step:
    return Step(
        Phrase("Find what fills `{right}`: files that are missing, empty or in a wrong folder leave it so.", right=name)
    )


def _of_a_truth(condition: str, plain: Remedy, frame: Frame) -> Remedy:
    """An assert without a comparison; `plain` says only that it does not hold."""
    place = _place(frame)
    if found := _STILL_EQUAL.match(condition):
        sides = {side: _code(cut(found[side], _LONGEST)) for side in ("left", "right")}
        return Remedy(
            Phrase(
                "At line {line} of `{file}`, `{left}` and `{right}` are still equal: nothing was changed",
                **place,
                **sides,
            ),
            (
                Step(Phrase("Look at the step before it, which should have changed one of the two.")),
                Step(
                    Phrase("See what it reads: the file is empty, or belongs to another model."),
                    Phrase("that step ran"),
                ),
            ),
        )
    if found := _IS_THERE.match(condition):
        path = _code(cut(found["path"] or found["object"], _LONGEST))
        return Remedy(
            Phrase("Line {line} of `{file}` wants `{path}` to exist, and it does not", path=path, **place),
            (
                Step(
                    Phrase(
                        "Print `{path}` before this line, and look there. "
                        "A relative path starts where the program was started.",
                        path=path,
                    )
                ),
            ),
        )
    if found := _IS_A.match(condition):
        value, kind = (_code(cut(found[name], _LONGEST)) for name in ("value", "kind"))
        return Remedy(plain.finding, (_print_the_type(value, kind),))
    if package_of(frame.file) != OWN:
        return plain
    return Remedy(
        plain.finding,
        (Step(Phrase("Print each value in it before this line: one is empty, missing or not what you passed.")),),
    )


def _print_the_type(value: str, kind: str) -> Step:
    return Step(
        Phrase(
            "Print `type({value})` before this line: only `{kind}` is taken. "
            "Follow the value back to where it is made.",
            value=value,
            kind=kind,
        )
    )


def _print_the_odd_one(name: str, check: str, items: str) -> Step:
    """What to do about `all(… for x in items)`: one item differs, and no setting has to."""
    return Step(
        Phrase(
            "Print each `{name}` of `{items}` for which `{check}` is false: it is one of the things that were read, "
            "and differs from the others.",
            name=name,
            items=_code(items),
            check=_code(check),
        )
    )


def _of_a_hidden_cause(frame: Frame) -> Remedy:
    """`raise … from e`: Python has printed `e` above, and the paste does not have it."""
    return Remedy(
        Phrase("Line {line} of `{file}` only repeats an error: the reason is the one before it", **_place(frame)),
        (
            Step(
                Phrase(
                    "Scroll up, above “The above exception was the direct cause of the following exception”: the error "
                    "line there is the reason. Paste that one."
                )
            ),
        ),
    )


def _of_raise(frame: Frame, conditions: tuple[str, ...], error: Error) -> Remedy | None:
    place = _place(frame)
    if conditions:
        quoted = tuple(_code(cut(each, _LONGEST)) for each in conditions[:_MOST_CONDITIONS])
        finding = Phrase(
            "The code raises this itself, at line {line} of `{file}`, when `{conditions}`",
            conditions=" and ".join(quoted),
            **place,
        )
        step = Step(Phrase("Follow what `{condition}` tests back to your call, config or data.", condition=quoted[-1]))
        return Remedy(finding, (step,))
    if error.message or package_of(frame.file) != OWN:
        return None
    finding = Phrase("The code raises this itself, at line {line} of `{file}`, and says no reason", **place)
    return Remedy(finding, (_read_the_branches(place), _CHECK_THE_PATH))


def _read_the_branches(place: dict[str, str]) -> Step:
    return Step(
        Phrase(
            "Read the `if` and `elif` lines above line {line} of `{file}`: each tests a path, a name or an option.",
            **place,
        )
    )


_CHECK_THE_PATH = Step(
    Phrase("Compare the paths and names of your command with what these lines look for, letter by letter."),
    note=Phrase("A path without its drive letter leads elsewhere, and a folder that is looked for must exist."),
)
_NAN = (
    Step(
        Phrase("Print whether the values are finite: NaN makes every comparison false."),
        note=Phrase("`torch.isfinite(x).all()`"),
    ),
    Step(
        Phrase("Lower the learning rate, train in float32 or bfloat16, and go back to the last good checkpoint."),
        Phrase("they are NaN"),
    ),
    Step(
        Phrase("Bring the input into the range that is checked, for example from 0…255 to −1…1."),
        Phrase("they are finite"),
    ),
)


def _condition(rest: str) -> str:
    """What is asserted, without the message behind the last comma outside of brackets, and without brackets "
    "around it."""
    depth, quote, end = 0, "", len(rest)
    for place, char in enumerate(rest):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "," and not depth:
            end = place
            break
    condition = rest[:end].strip()
    if condition.startswith("(") and condition.endswith(")") and _closes_last(condition):
        condition = condition[1:-1].strip()
    return condition


def _is_whole(text: str) -> bool:
    """Whether each bracket is closed: a condition that goes on in the next line is cut."""
    return all(text.count(begin) == text.count(end) for begin, end in ("()", "[]", "{}"))


def _closes_last(text: str) -> bool:
    depth = 0
    for place, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if not depth:
            return place == len(text) - 1
    return False


def _code(text: str) -> str:
    return text.replace("`", "'")
