"""Where an error was raised: whose a path is, and the innermost frame of the reader's own code."""

import pytest

from tests.tables import read_tables
from tracefix.reading.cleaning import clean
from tracefix.reading.origins import OWN, STDLIB, find_origin, package_of
from tracefix.reading.report import Error, Frame
from tracefix.reading.tracebacks import parse

PACKAGES = read_tables(__file__)["packages"]


@pytest.mark.parametrize("path", PACKAGES)
def test_a_path_tells_whose_code_it_is(path):
    assert package_of(path) == PACKAGES[path]


def origin(text):
    paste = clean(text)
    errors = parse(paste).errors
    return find_origin(next(error for error in errors if error.is_root), paste, errors)


def test_the_innermost_frame_tells_who_raised_it_and_the_innermost_of_ones_own_where_to_look():
    found = origin(
        "Traceback (most recent call last):\n"
        '  File "train.py", line 9, in <module>\n    main()\n'
        '  File "train.py", line 5, in main\n    fit(model)\n'
        '  File "/venv/lib/python3.11/site-packages/lightning/fit.py", line 3, in fit\n    raise ValueError(x)\n'
        "ValueError: no model\n"
    )

    assert (found.raised_in, found.frame.function) == ("lightning", "fit")
    assert (found.own.line, found.own.function, found.own.paste_line) == (5, "main", 4)


def test_frames_of_the_interpreter_itself_are_passed_over():
    found = origin(
        "Traceback (most recent call last):\n"
        '  File "/usr/lib/python3.8/importlib/__init__.py", line 127, in import_module\n'
        '  File "<frozen importlib._bootstrap>", line 991, in _find_and_load\n'
        "ModuleNotFoundError: No module named 'x'\n"
    )

    assert (found.raised_in, found.own) == (STDLIB, None)


def test_code_that_was_made_on_the_way_raised_it_nowhere():
    found = origin(
        "Traceback (most recent call last):\n"
        '  File "train.py", line 5, in <module>\n    f()\n'
        '  File "<string>", line 3, in generated\n'
        "TypeError: no\n"
    )

    assert (found.raised_in, found.own.line) == ("", 5)


def test_the_stack_of_a_crash_begins_with_the_innermost_frame():
    found = origin(
        "Fatal Python error: Segmentation fault\n\nCurrent thread 0x01 (most recent call first):\n"
        '  File "/venv/lib/python3.11/site-packages/torch/cuda.py", line 3 in init\n'
        '  File "train.py", line 5 in main\n'
        '  File "train.py", line 9 in <module>\n'
    )

    assert (found.raised_in, found.own.line) == ("torch", 5)


def test_a_dump_above_the_end_of_a_process_tells_where_it_was():
    paste = clean(
        'Thread 0x01 (most recent call first):\n  File "/v/lib/python3.11/site-packages/av/io.py", line 3 in read\n'
        '  File "train.py", line 5 in main\n\nExit code: 1073740791 (0xC0000409)\n'
    )
    start = paste.text.index("Exit")

    found = find_origin(Error("", "Exit code", 5, program="exit", start=start, end=len(paste.text)), paste)

    assert (found.raised_in, found.own.paste_line) == ("av", 3)


@pytest.mark.parametrize("order", [1, -1])
def test_of_several_threads_above_the_end_of_a_process_the_current_one_tells_where_it_was(order):
    stacks = (
        'Thread 0x01 (most recent call first):\n  File "/usr/lib/python3.11/threading.py", line 327 in wait\n\n',
        'Current thread 0x02 (most recent call first):\n  File "/v/lib/python3.11/site-packages/av/io.py", line 3 in read\n'
        '  File "train.py", line 5 in main\n\n',
    )
    paste = clean("".join(stacks[::order]) + "Exit code: 139\n")
    start = paste.text.index("Exit")

    found = find_origin(Error("", "Exit code", 5, program="exit", start=start, end=len(paste.text)), paste)

    assert (found.raised_in, found.own.file) == ("av", "train.py")


def test_a_report_of_comfyui_goes_down_to_the_frame_that_raised_it():
    paste = clean(
        "Error occurred when executing Loader:\n\nno backend\n\n"
        'File "D:\\ComfyUI\\execution.py", line 16, in run\nf()\n'
        'File "D:\\ComfyUI\\python_embeded\\Lib\\site-packages\\diffusers\\lora.py", line 12, in g\nh()\n'
    )

    found = find_origin(Error("", "no backend", 3, program="comfyui", start=40, end=50), paste)

    assert (found.raised_in, found.own.paste_line) == ("diffusers", 5)


def test_a_frame_that_only_passes_the_call_of_a_sampler_on_is_nobodys():
    paste = clean(
        "Error occurred when executing KSampler:\n\n'soup'\n\n"
        'File "D:\\ComfyUI\\custom_nodes\\Soup-Evolved\\sampling.py", line 16, in cook\nf()\n'
        'File "D:\\ComfyUI\\custom_nodes\\Impact\\modules\\impact\\sample_error_enhancer.py", line 9, in informative\n'
    )

    assert find_origin(Error("", "'soup'", 3, program="comfyui", start=41, end=47), paste).own.paste_line == 5


def test_frames_of_libraries_in_c_are_not_python():
    frames = (
        Frame("train.py", 3, "f"),
        Frame("/site-packages/torch/lib/libc10.so", 0, "c10::Error"),
        Frame("", 0, "g"),
    )

    assert find_origin(Error("RuntimeError", "x", 1, frames)).raised_in == OWN


DAMAGED = {
    "the first line not indented, the others swallowed": (
        'File "/content/demo.py", line 31, in <module>\n    main()\n'
        '  File "/content/demo.py", line 25, in main\n    run()\nTypeError: no\n',
        (OWN, 3),
    ),
    "without its beginning": ('/trl/trainer/grpo.py", line 27, in __init__\n    f()\nTypeError: no\n', ("trl", None)),
    "broken between lines": (
        'Traceback (most recent call last):\n  File "/home/u/launch.py",\nline 56, in <module>\n    main()\n'
        '  File\n"/home/u/utils.py",\nline 39, in prepare\n    f()\nRuntimeError: no\n',
        (OWN, 6),
    ),
    "a cell without a function": (
        "TypeError                 Traceback (most recent call last)\nCell In[35], line 1\n----> 1 trainer.train()\n\n"
        "File ~/env/lib/python3.13/site-packages/trl/x.py:22, in train(self)\n---> 22 f()\n\nTypeError: no\n",
        ("trl", 2),
    ),
    "the place of a warning": (
        "/usr/lib/python3.8/dist-packages/torchvision/io/image.py:13: UserWarning: Failed to load\n",
        ("torchvision", None),
    ),
    "Streamlit's, below the error": (
        "KeyError: 'x'\nTraceback:\nFile \"/v/lib/python3.11/site-packages/streamlit/run.py\", line 6, in _run\n    exec()\n"
        'File "/mount/src/app/app.py", line 3, in <module>\n    app.run()\n',
        ("", 5),
    ),
    "… of an import, which ends at the statement": (
        "ModuleNotFoundError: redacted\nTraceback:\n"
        'File "/mount/src/app/app.py", line 3, in <module>\n    from x import y\n',
        (OWN, 3),
    ),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_damaged_frames_are_found_between_the_header_and_the_error(kind):
    text, expected = DAMAGED[kind]

    found = origin(text)

    assert (found.raised_in, found.own and found.own.paste_line) == expected


@pytest.mark.parametrize(
    "text",
    [
        "ERROR: No matching distribution found for torch\n",
        "step 1 of train.py\n\nValueError: no\n",
        "ValueError: no\n\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\n    g()\nKeyError: 'x'\n",
    ],
)
def test_nothing_is_guessed_where_no_frame_belongs_to_the_error(text):
    paste = clean(text)
    errors = parse(paste).errors

    assert not errors or find_origin(errors[0], paste, errors).raised_in == ""


def test_another_rank_is_no_part_of_a_stack():
    found = origin(
        "[rank0]: Traceback (most recent call last):\n[rank1]: Traceback (most recent call last):\n"
        '[rank0]:   File "/v/lib/python3.11/site-packages/torch/a.py", line 1, in f\n[rank0]:     f()\n'
        '[rank1]:   File "own.py", line 7, in g\n[rank1]:     g()\n'
        "[rank0]: ValueError: no\n[rank1]: KeyError: 'x'\n"
    )

    assert (found.raised_in, found.own) == ("torch", None)
