"""Conditions: what holds of a paste, what does not, and what an author is told of one that cannot be read."""

import re

import pytest

from tracefix.articles.conditions import PLACES, ConditionError, Facts, parse_condition
from tracefix.articles.quantities import read_quantity

OOM = {"size": "392.00 MiB", "total": "23.65 GiB", "free": "94.50 MiB", "used": "20.10 GiB", "reserved": "2.60 GiB"}
FACTS = Facts(
    {
        **OOM,
        "module": "skimage.metrics",
        "again": "skimage.metrics",
        "code": "-9",
        "wide": "a  b\nc",
        "words": "several MiB",
        "empty": "",
    },
    {"torch": "2.7.1+cu126", "flash-attn": "2.5.8"},
    ("/usr/lib/python3/site-packages/torch/utils/data/_utils/pin_memory.py", "buffer = f(pin_memory=True)"),
    ("/home/user/fetch.py", "fetch(url)"),
)


@pytest.mark.parametrize(
    "condition",
    [
        "{module} is skimage.metrics",
        "{module} is cv2 | skimage.*",
        "{module}  is not  cv2 | torch.*",
        "{wide} is a b c",
        "{module} is {again}",
        "{module} is not {code}",
        "{code} is captured",
        "{port} is missing",
        "{empty} is missing",
        "{reserved} >= {size}",
        "{reserved} > 2.5 GiB",
        "{size} < 400MiB",
        "{size} == 392 MiB",
        "{total} - {free} - {used} > 1 GiB",
        "{used} > 0.8 * {total}",
        "{code} == -9",
        "{code} < 0",
        "-1 * {code} == 9",
        "stack has */pin_memory.py",
        "stack has nothing | *pin_memory=True*",
        "last frame has */fetch.py",
        "last  frame has nothing | fetch(*",
        "torch >= 2.1",
        "torch>=2.1,<2.8",
        "flash_attn == 2.5.*",
    ],
)
def test_what_is_so_holds(condition):
    assert parse_condition(condition).holds(FACTS)


@pytest.mark.parametrize(
    "condition",
    [
        "{module} is skimage",
        "{module} is not skimage.*",
        "{module} is {code}",
        "{module} is not {again}",
        "{code} is missing",
        "{reserved} < {size}",
        "{size} > 412 MB",
        "{total} - {free} - {used} > 10 GiB",
        "stack has pin_memory",
        "last frame has */pin_memory.py",
        "last frame has *pin_memory=True*",
        "torch < 2.1",
    ],
)
def test_what_is_not_so_does_not_hold(condition):
    assert not parse_condition(condition).holds(FACTS)


@pytest.mark.parametrize(
    "condition",
    [
        *("{port} is 29500", "{port} is not 29500", "{port} > 1", "{port} < 1", "1 GiB > {port}", "{empty} is not a"),
        *("{port} is {port}", "{port} is not {code}", "{code} is not {port}", "{empty} is {empty}"),
        *("{size} - {port} > 0 MiB", "{size} > {port} * 2", "numpy >= 1", "numpy < 1"),
    ],
)
def test_what_asks_for_a_value_that_was_not_captured_does_not_hold(condition):
    assert not parse_condition(condition).holds(FACTS)
    assert not parse_condition(condition).holds(Facts())


@pytest.mark.parametrize(
    "condition",
    [
        *("{words} > 1 MiB", "{words} < 1 MiB", "{module} > 1", "{wide} == 1"),
        *("{size} > 1", "{code} < 1 GiB", "{size} + {code} > 0", "{size} * {size} > 1 GiB"),
    ],
)
def test_units_that_do_not_parse_or_do_not_agree_do_not_hold(condition):
    assert not parse_condition(condition).holds(FACTS)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2048 MiB", "2 GiB"),
        ("1 GB", "1000 MB"),
        ("1 KiB", "1024 bytes"),
        ("1 kB", "1000 B"),
        ("0.1 GB", "100 MB"),
        ("1.5TiB", "1536 GiB"),
        ("+3", "3.0"),
    ],
)
def test_quantities_are_exact_whatever_their_unit(text, same):
    assert read_quantity(text) == read_quantity(same) is not None


def test_gb_and_gib_are_not_the_same():
    assert read_quantity("1 GB").number < read_quantity("1 GiB").number


@pytest.mark.parametrize(
    "text", ["", "GiB", "1,5 GiB", "1 gib", "1e9", "nan", "inf", "٣", "9" * 400, "1 GiB free", "1."]
)
def test_what_is_no_quantity_is_none(text):
    assert read_quantity(text) is None


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("module is cv2", "is no condition: write `{name} is a | b*`"),
        ("{module}", "is no condition"),
        ("{size} = 1 GiB", "is no condition"),
        ("{size} != 1 GiB", "is no condition"),
        ("{size} > 1 GiB > 2", "is no condition"),
        ("{size} > GiB", "cannot read 'GiB'"),
        ("{size} > 1 QiB", "write +, - or * before 'QiB'"),
        ("{size} > 1 GiB 2", "write +, - or * before '2'"),
        ("{size} - > 1 GiB", "cannot read ''"),
        ("{module} is cv2 |", "has nothing on one side of a `|`"),
        ('paste has *cv2* | "*cv3*"', 'the quotes of "*cv3*" would belong to the value'),
        ("{module} is 'cv2'", "the quotes of 'cv2' would belong"),
        ("{module} is not captured", "write `is missing`"),
        ("{module} is not missing", "write `is captured`"),
        ("torch >= two", "is no PEP 440 specifier: write it like `torch >= 2.1, < 2.6`"),
        ("torch > = 2", "is no PEP 440 specifier"),
    ],
)
def test_a_bad_condition_is_told_with_what_to_write(condition, said):
    with pytest.raises(ConditionError) as caught:
        parse_condition(condition)

    assert said in str(caught.value)


def test_the_names_that_a_condition_reads_are_known():
    assert parse_condition("{total} - {free} > 2 * {used}").names == ("total", "free", "used")
    assert parse_condition("torch >= 2.1").names == ()


@pytest.mark.parametrize(
    "value", ["<script>alert(1)</script>", "$(reboot)", "a b/c d.pkl", "x" * 100_000, "a\x00b", "(?P<x>"]
)
def test_no_value_makes_a_condition_raise(value):
    facts = Facts({"x": value}, {"torch": value}, (value,), (value,))

    for condition in ("{x} is a* | *b", "{x} is not a", "{x} > 1 GiB", "stack has *a*", "last frame has *a*"):
        parse_condition(condition).holds(facts)


AROUND = Facts(projects=("nnunet", "torch"), system="Linux", text="one\n  nvcc fatal : no gpu \nthree")


@pytest.mark.parametrize(
    "condition",
    ["project is nnunet", "project is ollama | torch", "project is not ollama", "system is Linux", "system is Windows | Linux",
     "paste has *nvcc fatal*", "paste has nvcc fatal : no gpu", "paste has zero | three"],
)  # fmt: skip
def test_a_condition_on_what_surrounds_the_error_holds(condition):
    assert parse_condition(condition).holds(AROUND)


@pytest.mark.parametrize(
    "condition",
    ["project is ollama", "project is not ollama | nnunet", "system is Windows | macOS", "paste has nvcc fatal", "paste has *fatal*three*",
     "paste has *gone*"],
)  # fmt: skip
def test_a_condition_on_what_does_not_surround_the_error_does_not_hold(condition):
    assert not parse_condition(condition).holds(AROUND)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("notebook", "Cell In[3], line 1"),
        ("notebook", "<ipython-input-3-0a1b2c> in <module>"),
        ("notebook", r'File "C:\Users\u\Temp\ipykernel_17\2891.py", line 1'),
        ("Colab", '  File "/content/train.py", line 1, in <module>'),
        ("Colab", "FileNotFoundError: '/content/drive/MyDrive/a.csv'"),
        ("Kaggle", '  File "/kaggle/working/a.py", line 1'),
        ("conda", '  File "/opt/conda/lib/python3.10/site-packages/a.py", line 1'),
        ("conda", r'  File "C:\Users\u\anaconda3\envs\x\Lib\site-packages\a.py"'),
        ("conda", "(base) u@h:~$ python a.py"),
        ("container", "$ docker run --rm image"),
        ("container", '  File "/app/main.py", line 1'),
        ("container", "api-1  | Traceback (most recent call last):"),
        ("Kubernetes", "$ kubectl logs pod"),
        ("Slurm", "srun: error: n1: task 0: Exited with exit code 1"),
        ("WSL", "FileNotFoundError: '/mnt/c/data'"),
        ("worker", "ValueError: Caught ValueError in DataLoader worker process 0."),
        ("ranks", "[rank1]: ValueError: bad"),
        ("ranks", "$ torchrun --nproc_per_node 2 a.py"),
        ("Slurm | notebook", "Cell In[3], line 1"),
    ],
)
def test_a_place_is_told_by_what_only_it_prints(place, text):
    assert parse_condition(f"place is {place}").holds(Facts(text=f"one\n{text}\nthree"))


@pytest.mark.parametrize(
    "text",
    [
        '  File "/home/u/src/app.py", line 1, in <module>',
        '  File "/home/u/venv/lib/python3.10/site-packages/gym/envs/registration.py", line 1',
        '  File "/usr/local/lib/python3.10/dist-packages/torch/nn/modules/module.py", line 1',
        "No module named 'ipykernel'",
        '  File "/home/u/project/content/a.py", line 1',
        "https://example.org/content/a.png",
        "the worker process died",
        "epoch-1  | 0.5 | 0.7",
        "the ranks of the results",
    ],
)
def test_nothing_else_shows_a_place(text):
    assert [place for place in PLACES if parse_condition(f"place is {place}").holds(Facts(text=text))] == []


@pytest.mark.parametrize(
    ("condition", "owners"),
    [
        ("caller of pandas is installed", ("own", "seaborn", "pandas", "pandas")),
        ("caller of pandas is installed", ("own", "seaborn")),
        ("caller of pandas is own", ("own", "pandas")),
        ("caller of pandas is own", ("seaborn", "own", "stdlib", "", "pandas")),
        ("caller of pandas | numpy is own", ("own", "pandas", "numpy")),
        ("caller of pandas is own", ("own",)),
    ],
)
def test_the_caller_is_the_innermost_frame_outside_of_the_packages(condition, owners):
    other = condition.replace("own", "x").replace("installed", "own").replace(" x", " installed")

    assert parse_condition(condition).holds(Facts(owners=owners))
    assert not parse_condition(other).holds(Facts(owners=owners))


@pytest.mark.parametrize("condition", ["caller of pandas is installed", "caller of pandas is own"])
@pytest.mark.parametrize("owners", [(), ("pandas",), ("stdlib", "")])
def test_without_such_a_frame_nobody_is_the_caller(condition, owners):
    assert not parse_condition(condition).holds(Facts(owners=owners))


@pytest.mark.parametrize(
    "text", [r'File "C:\pandas\io\sql.py"', r"'C:\\pandas\\io\\sql.py'", "/lib/pandas/io/sql.py", "C:/pandas/io"]
)
@pytest.mark.parametrize("glob", ["*pandas/io*", r"*pandas\io*"])
def test_a_path_of_a_paste_is_found_with_the_separators_of_any_system(text, glob):
    assert parse_condition(f"paste has {glob}").holds(Facts(text=text))


@pytest.mark.parametrize("text", ["pandas io", "pandas|io", r"pandas\a\io"])
def test_a_separator_is_no_other_character(text):
    assert not parse_condition("paste has *pandas/io*").holds(Facts(text=text))


def test_brackets_that_a_program_prints_are_no_two_cases():
    assert parse_condition("paste has *[ab]*").holds(Facts(text="soup[ab]"))


@pytest.mark.parametrize("condition", ["project is nnunet", "system is Linux | Windows | macOS", "paste has *x*"])
def test_what_a_paste_does_not_tell_holds_for_nobody(condition):
    assert not parse_condition(condition).holds(Facts())


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("project is nnU-Net", "'nnU-Net' is no card"),
        ("system is linux", "unknown system 'linux': did you mean 'Linux'?"),
        ("system is Linux |", "has nothing on one side"),
        ("place is slurm", "unknown place 'slurm': did you mean 'Slurm'?"),
        ("caller of pandas is mine", "is no condition"),
        ("paste has", "is no condition"),
        ("paste has *[Rr]etrying*", "[Rr] stands for itself in a glob"),
    ],
)
def test_a_condition_on_the_surroundings_that_cannot_be_read_says_what_to_write(condition, message):
    with pytest.raises(ConditionError, match=re.escape(message)):
        parse_condition(condition)
