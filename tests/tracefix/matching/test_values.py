"""The answer about the reader's own error: its headline, its values, the case that decides, and what kind it is."""

import pytest

from tests.factories import make_article
from tracefix.articles.cases import Case, ValueTemplate
from tracefix.articles.conditions import parse_condition
from tracefix.articles.filling import LONGEST_IN_PROSE, fill
from tracefix.articles.signatures import Role, Signature
from tracefix.articles.steps import Row
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose


def case(fix, *conditions, section=""):
    return Case(conditions, tuple(map(parse_condition, conditions)), fix, section)


FULL = make_article(
    "full",
    signatures=(Signature(message="memory is full. Tried to allocate {size}"),),
    values=(ValueTemplate("allocate {size}"), ValueTemplate("{reserved} is reserved"), ValueTemplate("{free} is free")),
    cases=(
        case("Pinned.", "stack has */pin_memory.py | *pin_memory=True*"),
        case("Fragmented: {{reserved|much}}.", "{reserved} >= {size}", section="fragmented"),
        case("Old.", "torch < 2.0"),
        case("Theirs.", "last frame has */site-packages/*"),
        case("Read.", "last frame has *read(*"),
    ),
    fix="Too big.",
)
MODULE = make_article(
    "module",
    signatures=(Signature(message="No module named '{module}'", general=True),),
    fix="Install `pip install {{distribution|PACKAGE}}` for {{module|it}}.",
)
CATALOGUE = Catalogue([FULL, MODULE])
TRACE = (
    'Traceback (most recent call last):\n  File "/home/user/a.py", line 1, in f\n    {code}\nRuntimeError: {message}\n'
)


def first(text):
    return diagnose(text, CATALOGUE).matches[0]


def prefixed(prefix, text):
    return "".join(f"{prefix}{line}" for line in text.splitlines(keepends=True))


def full(rest, code="f()", size="392.00 MiB"):
    return TRACE.format(code=code, message=f"memory is full. Tried to allocate {size}. {rest}")


def test_the_first_case_that_holds_gives_the_fix():
    match = first(full("2.60 GiB is reserved"))

    assert (match.case, match.section) == (1, "fragmented")
    assert fill(match.fix, match.values) == "Fragmented: 2.60 GiB."
    assert fill(match.fix) == "Fragmented: much."


def test_without_a_case_it_is_the_plain_fix():
    match = first(full("2.60 MiB is reserved"))

    assert (match.case, match.section, match.fix) == (None, "", "Too big.")


@pytest.mark.parametrize("size", ["much", "392 QiB", "392", "9" * 400 + " MiB"])
def test_a_size_that_is_none_decides_nothing(size):
    assert first(full("2.60 GiB is reserved", size=size)).case is None


def test_values_are_read_where_a_terminal_wrapped_the_line():
    assert first(full("and 2.60 Gi\nB is reserv\ned by it")).values["reserved"] == "2.60 GiB"


def test_values_of_another_error_are_not_read():
    other = TRACE.format(code="g()", message="9.00 GiB is reserved")

    assert "reserved" not in first(f"{other}\n{full('nothing more')}").values


OURS = '  File "/home/user/a.py", line 1, in f\n    read(1)\n'
THEIRS = '  File "/opt/lib/python3.11/site-packages/lib/core.py", line 5, in call\n    return function()\n'


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        (OURS + THEIRS, "Theirs."),
        (THEIRS + OURS, "Read."),
        (OURS, "Read."),
        (OURS.replace("read(1)", "f()"), "Too big."),
    ],
    ids=["raised in a package", "called by a package", "no package", "neither"],
)
def test_a_condition_may_ask_the_frame_that_raised_the_error_alone(frames, expected):
    text = f"Traceback (most recent call last):\n{frames}RuntimeError: memory is full. Tried to allocate 1 MiB\n"

    assert first(text).fix == expected
    assert first(f"{OURS}{THEIRS}ValueError: another\n\n{text}").fix == expected


@pytest.mark.parametrize(
    ("frames", "expected"),
    [(OURS + THEIRS, (0,)), (THEIRS.replace("lib/core", "trl/core") + THEIRS, (1,)), (THEIRS, ())],
    ids=["called by the program", "called by another package", "nobody else is in the stack"],
)
def test_a_row_may_ask_who_called_the_package_that_raised_the_error(frames, expected):
    rows = (
        Row("Change it.", when=("caller of lib is own",)),
        Row("Update.", when=("caller of lib is installed",)),
        Row("Wait."),
    )
    article = make_article("full", signatures=(Signature(message="memory is full"),), steps=rows)
    text = f"Traceback (most recent call last):\n{frames}RuntimeError: memory is full\n"

    assert diagnose(text, Catalogue([article])).matches[0].order.leading == expected


def test_the_stack_and_the_versions_of_the_paste_decide_too():
    assert first(full("x", code="empty(pin_memory=True)")).case == 0
    assert first(f"torch==1.13.1\n{full('x')}").case == 2


def test_the_class_and_the_message_are_values():
    values = first(full("x")).values

    assert values["exception"] == "RuntimeError"
    assert values["message"].startswith("memory is full. Tried")


@pytest.mark.parametrize(
    "value", ["<img src=x onerror=alert(1)>", "x; rm -rf /", "$(reboot)", "a dir/b", "y" * 300, "`id`", "--index-url=x"]
)
def test_no_value_but_a_plain_one_gets_into_the_command_of_a_fix(value):
    match = first(f"ModuleNotFoundError: No module named '{value}'\n")

    words = fill(match.fix, match.values)

    assert words.startswith("Install `pip install PACKAGE` for ")
    assert len(words) < LONGEST_IN_PROSE + 60


def test_a_plain_one_does():
    match = first("ModuleNotFoundError: No module named 'skimage.metrics'\n")

    assert fill(match.fix, match.values) == "Install `pip install scikit-image` for skimage.metrics."


# ── kind ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "kind", "is_weak"),
    [
        (full("x"), "known", False),
        ("ModuleNotFoundError: No module named 'cv2'", "general", False),
        ("I read that No module named 'cv2' is common, is it?", "general", True),
        ("someone wrote that memory is full. Tried to allocate it. and left", "known", True),
    ],
)
def test_a_match_says_its_kind_and_whether_its_evidence_is_weak(text, kind, is_weak):
    match = first(text)

    assert (match.kind.value, match.is_weak) == (kind, is_weak)


def test_what_nearly_fits_shows_no_example_as_if_it_were_of_the_paste():
    article = make_article(
        "pot", message="Expected pot {name} of the kitchen to hold the soup:", finding="The pot `{{name|big}}` leaks"
    )
    catalogue = Catalogue([article])

    whole = diagnose("ValueError: Expected pot small of the kitchen to hold the soup: no", catalogue).matches[0]
    near = diagnose("ValueError: Expected pot small of the kitchen to hold the", catalogue).matches[0]

    assert (whole.is_near, whole.remedy(whole.values).finding) == (False, "The pot `small` leaks")
    assert (near.is_near, near.remedy(near.values).finding) == (True, "The pot `…` leaks")


def test_a_wrapper_and_another_class_are_weak_evidence():
    wrapper = make_article("wrapper", signatures=(Signature(message="child has failed", role=Role.WRAPPER),))
    classed = make_article("classed", signatures=(Signature(message="the fuse burnt", exceptions=("OSError",)),))
    catalogue = Catalogue([wrapper, classed])

    assert diagnose("RuntimeError: child has failed", catalogue).matches[0].is_weak
    assert diagnose("KeyError: the fuse burnt", catalogue).matches[0].is_weak
    assert not diagnose("OSError: the fuse burnt", catalogue).matches[0].is_weak


def test_what_wrappers_say_of_one_failure_is_put_together():
    wrapper = make_article(
        "wrapper",
        signatures=(
            Signature(message="child has failed", role=Role.WRAPPER),
            Signature(message="exit code of it: {code} (pid", role=Role.WRAPPER),
        ),
        cases=(case("Killed.", "{code} == -9"),),
    )

    match = diagnose(
        "RuntimeError: child has failed\n\nthe exit code of it: -9 (pid 3)\n", Catalogue([wrapper])
    ).matches[0]

    assert match.fix == "Killed."


# ── headline ────────────────────────────────────────────────────────────────────────────────────────────────────


def headline(text):
    return diagnose(text, CATALOGUE).headline


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (TRACE.format(code="f()", message="it broke"), "RuntimeError: it broke"),
        ("[rank0]: \x1b[31mKeyError: 'observation.image'\x1b[0m\n", "KeyError: 'observation.image'"),
        (f"{TRACE.format(code='f()', message='one')}\n{TRACE.format(code='g()', message='two')}", "RuntimeError: one"),
        (
            "/usr/bin/python: it failed (ModuleNotFoundError: No module named 'a')\n",
            "ModuleNotFoundError: No module named 'a'",
        ),
        ("KeyError:\n  the key is new\n", "KeyError: the key is new"),
        ("all is well\n", ""),
        ("", ""),
        ("We saw: memory is full. Tried to allocate 1 GiB.\n", "We saw: memory is full. Tried to allocate 1 GiB."),
    ],
)
def test_the_headline_is_the_readers_own_error_line(text, line):
    assert headline(text) == line


def test_of_two_roots_the_headline_is_the_one_that_is_answered():
    one = TRACE.format(code="f()", message="the fuse was wet")

    assert headline(f"{one}\n{full('x')}") == "RuntimeError: memory is full. Tried to allocate 392.00 MiB. x"


def test_the_headline_of_a_line_of_100_kilobytes_is_cut():
    line = headline(f"RuntimeError: {'very long ' * 10_000}")

    assert line.startswith("RuntimeError: very long very long")
    assert line.endswith("…")
    assert len(line) <= 201


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("SoupError: cannot cook:\nWhile salting:\n[/src/salt.cc:465] no salt at \"/x\"\nStack:\n#0 f",
         "SoupError: cannot cook: While salting: no salt at \"/x\""),
        ("SoupError: cannot cook:\n\nready", "SoupError: cannot cook:"),
        ("SoupError: cannot cook:\na:\nb:\nc:\nd", "SoupError: cannot cook:"),
        ("Error in cook(soup, ...) : \n  unused argument (salt = 1)", "Error in cook(soup, ...) : unused argument (salt = 1)"),
        ('SoupError: {\n  Description = "no salt";\n}', 'SoupError: { Description = "no salt";'),
        ("SoupError: cannot cook\n[/src/salt.cc:465] no salt", "SoupError: cannot cook"),
    ],
)  # fmt: skip
def test_a_headline_goes_on_behind_a_colon(text, line):
    assert headline(text) == line


@pytest.mark.parametrize(
    "beside", ["cook.py:3: SoupWarning: no salt found", "We followed the recipe, and then it crashed very soon:"]
)
def test_the_headline_of_a_warning_or_of_a_story_gives_way_to_the_line_that_fits(beside):
    text = f"Serving: boom happened\n{beside}\n"
    diagnosis = diagnose(
        text, Catalogue([make_article(signatures=(Signature(message="boom happened", general=True),))])
    )

    assert diagnosis.headline == "Serving: boom happened"


def test_an_error_keeps_its_headline_beside_a_line_that_fits():
    text = "Serving: boom happened\nSoupError: no salt\n"
    diagnosis = diagnose(
        text, Catalogue([make_article(signatures=(Signature(message="boom happened", general=True),))])
    )

    assert diagnosis.headline == "SoupError: no salt"


def test_no_control_character_gets_into_the_headline():
    assert headline("KeyError: 'a\x07\u202eb'").isprintable()


KERNEL = make_article(
    "kernel",
    signatures=(
        Signature(message="device-side assert triggered", exceptions=("RuntimeError",), general=True),
        Signature(message="thread: [{thread}] Assertion `{check}` failed", general=True),
    ),
    values=(ValueTemplate("with capability {capability} is not supported"),),
    cases=(case("A label.", "{check} is *n_classes*"), case("An index.", "{check} is *index*")),
    fix="Read the line above.",
)
LABEL = "Loss.cu:250: block: [0,0,0], thread: [7,0,0] Assertion `t >= 0 && t < n_classes` failed.\n"
INDEX = "Scatter.cu:9: block: [0,0,0], thread: [1,0,0] Assertion `index < size` failed.\n"
DEVICE = TRACE.format(code="loss.item()", message="CUDA error: device-side assert triggered")
OTHER = TRACE.format(code="open(path)", message="cannot open it")
PROGRESS = "epoch 1, step 20, loss 0.3\n"


def fix_for(text):
    return diagnose(text, Catalogue([KERNEL])).matches[0].fix


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LABEL + DEVICE, "A label."),
        (LABEL * 40 + PROGRESS + DEVICE, "A label."),
        (OTHER + LABEL + DEVICE, "A label."),
        ("UserWarning: slow\\n" + LABEL + DEVICE, "A label."),
        (INDEX + PROGRESS + LABEL + DEVICE, "A label."),
        ("[rank1]: " + INDEX + LABEL + prefixed("[rank0]: ", DEVICE), "A label."),
        (prefixed("[rank0]: ", LABEL) + prefixed("[rank1]: ", OTHER) + prefixed("[rank0]: ", DEVICE), "A label."),
    ],
    ids=[
        "right above",
        "farther above",
        "below another error",
        "below a warning",
        "the nearest",
        "unnamed rank",
        "same rank",
    ],
)
def test_a_line_above_the_traceback_decides_too(text, expected):
    assert fix_for(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        LABEL + OTHER + DEVICE,
        LABEL + PROGRESS * 400 + DEVICE,
        prefixed("[rank1]: ", LABEL) + prefixed("[rank0]: ", DEVICE),
        DEVICE.replace("loss.item()", f'log("{LABEL.strip()}")'),
        DEVICE,
    ],
    ids=["of another error", "far away", "of another rank", "in quoted code", "none"],
)
def test_a_line_that_belongs_to_something_else_does_not_decide(text):
    assert fix_for(text) == "Read the line above."


def test_what_the_error_says_itself_counts_more_than_a_line_above():
    match = first("2.00 GiB is reserved\n3.00 GiB is free\n" + full("1.00 GiB is reserved"))

    assert match.values["reserved"] == "1.00 GiB"
    assert match.values["free"] == "3.00 GiB"


def test_templates_of_values_are_read_above_the_traceback():
    text = f"UserWarning: a card with capability sm_120 is not supported\n  warnings.warn(\n{DEVICE}"

    assert diagnose(text, Catalogue([KERNEL])).matches[0].values["capability"] == "sm_120"


def test_a_row_alone_may_ask_for_the_system():
    rows = (Row("Read the journal.", unless=("system is Windows",)), Row("Restart."))
    article = make_article(signatures=(Signature(message="boom happened", general=True),), steps=rows)

    def steps(text):
        (match,) = diagnose(text, Catalogue([article])).matches
        return [row.do for row in match.rows]

    assert steps("RuntimeError: boom happened") == ["Read the journal.", "Restart."]
    assert steps("C:\\Users\\user> python stir.py\nRuntimeError: boom happened") == ["Restart."]
