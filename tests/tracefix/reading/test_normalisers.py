"""Every normaliser takes away its kind of damage, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracefix.reading.cleaning import clean
from tracefix.reading.normalisers import NORMALISERS

ERROR = "TypeError: cannot pickle 'PyCapsule' object"
FRAME = '  File "/home/user/train.py", line 12, in main'

PREFIXES = {
    "torchrun": "[rank0]: ",
    "torchrun-two-digits": "[rank12]: ",
    "elastic-tee": "[default3]:",
    "lightning": "[rank: 0] ",
    "sagemaker": "[1,mpirank:2,algo-1]<stderr>:",
    "mpirun": "[1,2]<stderr>:",
    "ray": "(ServeReplica:app:Model pid=812, ip=10.0.0.8) ",
    "ray-nameless": "(pid=812) ",
    "raylet": "(raylet) ",
    "vllm-engine": "(EngineCore_0 pid=77) ",
    "vllm-worker": "(VllmWorker rank=1 pid=9) ",
    "compose": "web-1  | ",
    "compose-old": "trainer_1 | ",
    "kubectl": "[pod/api-0/main] ",
    "journald": "Nov 21 10:00:00 gpu01 trainer[4121]: ",
    "glog": "E1031 10:00:00.123456 1234 runner.cc:12] ",
    "torch-elastic": "E0416 07:30:30.019000 38112 site-packages/torch/distributed/elastic/multiprocessing/api.py:869] ",
    "airflow": "[2022-05-27, 11:59:17 UTC] {pod_manager.py:122} INFO - ",
    "loguru": "2024-01-01 10:00:00.000 | ERROR    | worker:run:12 - ",
    "torchserve": "2022-08-16T06:46:24,780 [INFO ] W-9000-cats_1.0-stdout MODEL_LOG - ",
    "torchserve-old": "2022-08-16 06:46:24,780 [WARN ] W-9000-cats_1.0-stderr org.pytorch.serve.wlm.WorkerLifeCycle - ",
    "mmengine": "2022-08-16 06:46:24,780 - mmdet - INFO - ",
    "vllm-logger": "ERROR 08-02 08:15:58 worker_base.py:339] ",
    "deepspeed": "[2024-03-06 10:35:32,886] [ERROR] [launch.py:325:sigkill_handler] ",
    "kubernetes": "2024-03-06T10:35:32.886123456Z stderr F ",
    "jenkins": "04:37:39 ",
    "basic-config": "ERROR:root:",
    "stream": "ERROR | stderr | ",
    "log-viewer": "[1757] ",
    "mail": "> ",
    "mail-twice": "> > ",
    "rich-box": "│ ",
    "pytest": "E   ",
}
AROUND = [("", ""), ("start\n", ""), ("", "\nend"), ("start\n", "\nend")]
CANNOT_HOLD_A_FRAME = {"pytest"}  # its gutter eats three spaces, and a frame is not printed behind it


@pytest.mark.parametrize("prefix", PREFIXES.values(), ids=PREFIXES)
def test_a_prefix_is_taken_away_wherever_the_line_stands(prefix):
    for before, after in AROUND:
        assert clean(f"{before}{prefix}{ERROR}{after}").text == f"{before}{ERROR}{after}"


@pytest.mark.parametrize("name", sorted(set(PREFIXES) - CANNOT_HOLD_A_FRAME))
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


DAMAGE = {
    "ansi colour": (f"\x1b[31m{ERROR}\x1b[0m", ERROR),
    "ansi with its escape spelt out": (f"ESC[36m{ERROR}ESC[0m", ERROR),
    "ansi with its escape lost": (f"[36m{ERROR}[0m", ERROR),
    "the end of a colour with its escape lost": (f"[31m{ERROR}[m", ERROR),
    "ansi link": (f"\x1b]8;;file:///a\x1b\\{ERROR}\x1b]8;;\x1b\\", ERROR),
    "windows line ends": (f"a\r\n{ERROR}\r\n", f"a\n{ERROR}\n"),
    "a progress bar's returned carriage": (f"50%|#####\r{ERROR}", f"50%|#####\n{ERROR}"),
    "typographic quotes": ("cannot pickle ‘PyCapsule’ object", "cannot pickle 'PyCapsule' object"),
    "hard spaces": ("cannot\u00a0pickle", "cannot pickle"),
    "zero-width characters": ("cannot\u200b pickle\ufeff", "cannot pickle"),
    "nul": ("cannot\x00 pickle", "cannot pickle"),
    "html entities": (
        "cannot pickle &#39;PyCapsule&#39; object &lt;module&gt;",
        "cannot pickle 'PyCapsule' object <module>",
    ),
    "html tags": (f'<span class="error">{ERROR}</span><br/>', ERROR),
    "html from VS Code, one element a line": (
        f'<div style="color: #d4d4d4;"><div><span>in main</span></div><div><span>{ERROR}</span></div></div>',
        f"in main\n{ERROR}\n",
    ),
    "html whose line breaks are tags": (f"in main<br>{ERROR}<br/>bye", f"in main\n{ERROR}\nbye"),
    "html with line breaks of its own": (f"<p>in main</p>\n<p>{ERROR}</p>\n", f"in main\n{ERROR}\n"),
    "html of an issue tracker": (f"<details><summary>log</summary>\n{ERROR}\n</details>", f"log\n{ERROR}\n"),
    "one dash for two hyphens": ("arguments: —local-rank=0 ‘—x’ a — b", "arguments: --local-rank=0 '--x' a — b"),
    "a box of rich in ASCII": (
        f"+--- Traceback (most recent call last) ---+\n| a.py:3 in main |\n+-------+\n{ERROR}",
        f"+--- Traceback (most recent call last) ---+\na.py:3 in main\n+-------+\n{ERROR}",
    ),
    "a fence": (f"```python\n{ERROR}\n```", f"\n{ERROR}\n"),
    "bold": (f"**{ERROR}**", ERROR),
    "srun labels": (
        f"3: Traceback (most recent call last):\n3: {ERROR}",
        f"Traceback (most recent call last):\n{ERROR}",
    ),
    "a line that ray repeats": (f"(f pid=1) {ERROR} [repeated 3x across cluster]", ERROR),
    "a box of rich": (f"│ {ERROR}        │", ERROR),
    "an exception group": (
        f"  + Exception Group Traceback (most recent call last):\n  | {ERROR}",
        f"  + Exception Group Traceback (most recent call last):\n{ERROR}",
    ),
    "json characters": ("cannot pickle \\u2018X\\u2019 object", "cannot pickle 'X' object"),
    "half a pair of json characters": ("\\ud83d boom", "? boom"),
    "a text that python shows as an object": (
        "b'Traceback (most recent call last):\\n  File \"a.py\"\\nTypeError: cannot pickle \\'X\\' object'",
        "b'Traceback (most recent call last):\n  File \"a.py\"\nTypeError: cannot pickle 'X' object'",
    ),
    "json characters in json": ("cannot pickle \\\\u2018X\\\\u2019 object", "cannot pickle 'X' object"),
    "json escapes in json": (
        '"{\\"detail\\": \\"Traceback (most recent call last):\\\\n  File \\\\\\"a.py\\\\\\", line 1\\\\n'
        + ERROR
        + '\\"}"',
        '"{"detail": "Traceback (most recent call last):\n  File "a.py", line 1\n' + ERROR + '"}"',
    ),
    "json escapes in a line that a terminal wrapped": (
        '{"detail": "Traceback (most recent call last):\\n  Fi\nle \\"a.py\\", line 1\\n' + ERROR + '"}',
        '{"detail": "Traceback (most recent call last):\n  Fi\nle "a.py", line 1\n' + ERROR + '"}',
    ),
    "lost newlines": (
        f'Traceback (most recent call last):  File "a.py", line 1, in f    from a import Trainer{ERROR}',
        f'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    from a import Trainer\n{ERROR}',
    ),
    "newlines that became spaces": (
        'Why?  Traceback (most recent call last):   File "a.py", line 3, in <module>     f(x)   File "b.py", line 9, in f'
        f"     raise x {ERROR}",
        'Why?  Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    f(x)\n  File "b.py", line 9, in f'
        f"\n    raise x\n{ERROR}",
    ),
    "newlines that became spaces, and spaces that became one": (
        f'Traceback (most recent call last): File "a.py", line 3, in f except KeyError: g(x) {ERROR}',
        f'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    except KeyError: g(x)\n{ERROR}',
    ),
    "a backtick that ends code": (f"{ERROR}`", ERROR),
    "a question in Chinese behind it": (f"{ERROR} 请问怎么解决", ERROR),
    "a blank line after every line": (
        f"Traceback (most recent call last):\n\n{FRAME}\n\n    run(a)\n\n{ERROR}\n\n\nNext, what I tried.",
        f"Traceback (most recent call last):\n\n{FRAME}\n    run(a)\n{ERROR}\n\nNext, what I tried.",
    ),
    "json escapes": (
        '{"detail": "Traceback (most recent call last):\\n  File \\"a.py\\", line 1\\n' + ERROR + '"}',
        '{"detail": "Traceback (most recent call last):\n  File "a.py", line 1\n' + ERROR + '"}',
    ),
}


@pytest.mark.parametrize(("damaged", "healed"), DAMAGE.values(), ids=DAMAGE)
def test_damage_is_healed_wherever_it_stands(damaged, healed):
    for before, after in AROUND:
        assert clean(f"{before}{damaged}{after}").text == f"{before}{healed}{after}"


def test_every_normaliser_is_shown_at_work():
    damaged = [damaged for damaged, _ in DAMAGE.values()] + [prefix + ERROR for prefix in PREFIXES.values()]

    at_work = {name for text in damaged for name in clean(text).applied}

    assert at_work == {normaliser.name for normaliser in NORMALISERS}


@pytest.mark.parametrize("damaged", [damaged for damaged, _ in DAMAGE.values()], ids=list(DAMAGE))
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


UNDAMAGED = {
    "an error": ERROR,
    "a traceback": f"Traceback (most recent call last):\n{FRAME}\n    run(a[0], b | c)\n{ERROR}",
    "paragraphs": f"I ran it.\n\n{FRAME}\n    run(a)\n\nThen this:\n\n{ERROR}\n\nWhat is it?\n\n",
    "keyword arguments": "    return func(*args, **kwargs)",
    "a windows path that holds \\n": r'  File "C:\new\train.py", line 3, in <module>',
    "an index": "x[10] > y",
    "a wrapped line that begins with the end of a type": "Can't pickle <function f at 0x7f\n>: attribute lookup f failed",
    "comparison and shift": "if a >> b > c:",
    "a message that begins with a number": "3: not a label of srun",
    "a message that holds a time": "started at 10:00:00 and failed",
    "a type in angle brackets": "<module '__main__' from 'a.py'>",
    "a list": "[1, 2, 3]",
    "a union of types, and a table without a frame": "    x: int | None = a |\n| a | b |",
    "what looks like a tag": "<module> <lambda> <string> <s> <class 'a.B'>",
    "an error of PyTorch's C++ log": "[E1031 10:00:00.123456 ProcessGroupNCCL.cpp:607] [Rank 0] boom",
    "an ipython arrow": "----> 1 ntw.segment_edges(100.0)",
}


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


LABELLED = {
    "Buildkite": "\x1b_bk;t=1690000000000\x07",
    "Buildkite, its escape character lost": "_bk;t=1690000000000",
    "gh run view --log": "build\tRun tests\t2024-01-01T00:00:00.1234567Z ",
    "GitHub Actions": "2024-01-01T00:00:00.1234567Z ##[error]",
    "a workflow command": "::error file=a.py,line=3::",
    "GitLab": "2024-01-01T00:00:00.123456Z 01O ",
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
