"""Every normaliser takes away its kind of damage, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import every
from tests.tables import read_tables
from tracefix.reading.cleaning import clean
from tracefix.reading.normalisers import NORMALISERS

ERROR = "TypeError: cannot pickle 'PyCapsule' object"
FRAME = '  File "/home/user/train.py", line 12, in main'

TABLES = read_tables(__file__)
PREFIXES = TABLES["prefixes"]
AROUND = [("", ""), ("start\n", ""), ("", "\nend"), ("start\n", "\nend")]
CANNOT_HOLD_A_FRAME = {"pytest"}  # its gutter eats three spaces, and a frame is not printed behind it


@pytest.mark.parametrize("prefix", PREFIXES.values(), ids=PREFIXES)
def test_a_prefix_is_taken_away_wherever_the_line_stands(prefix):
    for before, after in AROUND:
        assert clean(f"{before}{prefix}{ERROR}{after}").text == f"{before}{ERROR}{after}"


@pytest.mark.parametrize("name", every(4, sorted(set(PREFIXES) - CANNOT_HOLD_A_FRAME)))
def test_a_prefix_leaves_the_indentation_of_a_traceback(name):
    prefix = PREFIXES[name]

    lines = clean(f"{prefix}Traceback (most recent call last):\n{prefix}{FRAME}\n{prefix}{ERROR}").text.split("\n")

    assert lines == ["Traceback (most recent call last):", FRAME, ERROR]


@pytest.mark.parametrize("inner", ["[rank0]: ", "2022-08-16 06:46:24,780 - mmdet - INFO - ", "ERROR:root:"])
@pytest.mark.parametrize("outer", ["web-1  | ", "(Worker pid=1) ", "Nov 21 10:00:00 gpu01 trainer[4121]: "])
def test_stacked_prefixes_are_all_taken_away(outer, inner):
    assert clean(outer + inner + ERROR).text == ERROR


def test_a_prefix_on_some_lines_only_is_taken_away_there():
    text = f"{ERROR}\n[2022-05-27, 11:59:17 UTC] {{pod_manager.py:122}} INFO - and more"

    assert clean(text).text == f"{ERROR}\nand more"


DAMAGE = TABLES["damage"]


@pytest.mark.parametrize(("damaged", "healed"), DAMAGE.values(), ids=DAMAGE)
def test_damage_is_healed_wherever_it_stands(damaged, healed):
    for before, after in AROUND:
        assert clean(f"{before}{damaged}{after}").text == f"{before}{healed}{after}"


def test_every_normaliser_is_shown_at_work():
    damaged = [damaged for damaged, _ in DAMAGE.values()] + [prefix + ERROR for prefix in PREFIXES.values()]

    at_work = {name for text in damaged for name in clean(text).applied}

    assert at_work == {normaliser.name for normaliser in NORMALISERS}


@pytest.mark.parametrize("damaged", every(4, {name: damaged for name, (damaged, _) in DAMAGE.items()}))
def test_what_is_healed_is_left_alone_the_next_time(damaged):
    healed = clean(damaged).text

    assert clean(healed).text == healed


@given(
    st.lists(st.sampled_from([*PREFIXES.values(), "", "> > "]), max_size=3),
    st.sampled_from([ERROR, FRAME, "", "loss 0.3"]),
)
def test_cleaning_twice_takes_no_more_than_once(prefixes, line):
    once = clean("".join(prefixes) + line).text

    assert clean(once).text == once or any(prefix in once for prefix in PREFIXES.values())


UNDAMAGED = TABLES["undamaged"]


@pytest.mark.parametrize("text", UNDAMAGED.values(), ids=UNDAMAGED)
def test_an_undamaged_text_is_left_alone(text):
    assert clean(text).text == text


# What we know to be wrong: (input, desired, actual). When a case is fixed this test fails, and the row moves up.
KNOWN_WRONG = {
    "compose without a space": ("web|boom", "boom", "web|boom"),
    "a bar of bare carriage returns keeps its old states": ("1%\r2%\r3% done", "3% done", "1%\n2%\n3% done"),
}


@pytest.mark.parametrize(("text", "desired", "actual"), KNOWN_WRONG.values(), ids=KNOWN_WRONG)
def test_known_mistakes_are_still_made(text, desired, actual):
    assert clean(text).text == actual
    assert actual != desired


def test_every_normaliser_has_a_name_of_its_own():
    names = [normaliser.name for normaliser in NORMALISERS]

    assert len(names) == len(set(names))


def test_numbers_outside_the_build_step_that_failed_stay():
    step = "[4/9] RUN make:\n12.53 no\n------\n0.125 0.5\n"

    assert clean(step).text == step.replace("12.53 ", "")
    assert clean(step.replace("RUN", "COPY")).text == step.replace("RUN", "COPY")


LABELLED = {
    "Buildkite": "\x1b_bk;t=1690000000000\x07",
    "Buildkite, its escape character lost": "_bk;t=1690000000000",
    "BuildKit, of a command's output": "#12 34.56 ",
    "gh run view --log": "build\tRun tests\t2024-01-01T00:00:00.1234567Z ",
    "GitHub Actions": "2024-01-01T00:00:00.1234567Z ##[error]",
    "a workflow command": "::error file=a.py,line=3::",
    "GitLab": "2024-01-01T00:00:00.123456Z 01O ",
    "a log viewer's table": "|   | 2024-01-01 00:00:00.123456 master-0 >> ",
    "GitLab, a line that goes on": "2024-01-01T00:00:00.123456Z 01E+",
    "pdsh": "worker-1: ",
    "GPU": "[GPU0] ",
    "modal": "[modal-client] ",
    "drone": "[build:L12:3s] ",
}
LINES = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nValueError: no'


@pytest.mark.parametrize("label", LABELLED.values(), ids=LABELLED)
def test_what_a_runner_puts_before_every_line_is_taken_away(label):
    text = "\n".join(label + line for line in LINES.splitlines())

    assert clean(text).text == LINES


@pytest.mark.parametrize("text", ["[main] began", "worker-1: ready", "3: three", "[m] x", "[maybe] no"])
def test_a_label_before_ordinary_text_stays(text):
    assert clean(text).text == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "报错 `ValueError: too many values to unpack (expected 2)`，怎么解决？",
            "ValueError: too many values to unpack (expected 2)",
        ),
        ("RuntimeError: CUDA error: invalid argument`", "RuntimeError: CUDA error: invalid argument"),
        ("ModuleNotFoundError: No module named 'cv2' 请问怎么办", "ModuleNotFoundError: No module named 'cv2'"),
        ("ModuleNotFoundError: No module named 'cv2'，怎么解决", "ModuleNotFoundError: No module named 'cv2'"),
    ],
)
def test_what_a_person_wrote_behind_an_error_is_not_its_message(text, kept):
    assert clean(text).text.endswith(kept)


@pytest.mark.parametrize(
    "text",
    [
        "FileNotFoundError: [WinError 2] 系统找不到指定的文件。: 'a'",
        "TypeError: f() got an unexpected keyword argument `x`",
        "ValueError: set `a` or `b`.",
        "ValueError: bad value in `x and on",
        "为什么 loss 不下降",
    ],
)
def test_a_message_keeps_its_own_code_and_its_chinese(text):
    assert clean(text).text == text.replace("。", clean("。").text)


@pytest.mark.parametrize("name", ["ImportError", "ModuleNotFoundError", "torch.OutOfMemoryError"])
@pytest.mark.parametrize("before", ["from a import CustomTrainer", "x()", "d['k']"])
def test_where_newlines_were_lost_a_class_does_not_begin_in_the_line_before(name, before):
    text = f'Traceback (most recent call last):  File "t.py", line 3, in f    {before}{name}: it failed'

    assert clean(text).text.splitlines()[-1] == f"{name}: it failed"


def test_a_class_of_ones_own_stays_whole_where_no_newline_was_lost():
    text = (
        'Traceback (most recent call last):\n  File "t.py", line 3, in f\n    x()\nCustomTrainerImportError: it failed'
    )

    assert clean(text).text == text
