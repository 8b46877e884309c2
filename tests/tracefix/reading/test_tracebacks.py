"""parse() finds every error of a report, in whatever layout it was printed."""

import traceback

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import every
from tests.tables import read_tables
from tracefix.reading.cleaning import clean
from tracefix.reading.origins import find_origin
from tracefix.reading.report import Frame, Weight
from tracefix.reading.tracebacks import parse


def read(text):
    return parse(clean(text))


def seen(text):
    """(class, message, is root) of every error."""
    return [(error.type, error.message, error.is_root) for error in read(text).errors]


def printed(function):
    """What Python itself prints for the exception that the function raises."""
    try:
        function()
    except BaseException:
        return traceback.format_exc()
    raise AssertionError("the function raises nothing")


def fails():
    raise TypeError("cannot pickle 'X' object")


def fails_because():
    try:
        fails()
    except TypeError as error:
        raise RuntimeError("could not send the task") from error


def fails_while_handling():
    try:
        fails()
    except TypeError:
        {}["missing"]


def fails_in_a_group():
    raise ExceptionGroup("two things", [ValueError("first"), KeyError("second")])


def test_a_traceback_as_python_prints_it():
    report = read(printed(fails))

    (error,) = report.errors
    assert (error.type, error.message, error.is_root) == ("TypeError", "cannot pickle 'X' object", True)
    assert error.frames[-1].function == "fails"
    assert error.frames[-1].file.endswith("test_tracebacks.py")
    assert not report.is_cut


def test_of_an_explicit_chain_the_first_error_is_the_root():
    assert seen(printed(fails_because)) == [
        ("TypeError", "cannot pickle 'X' object", True),
        ("RuntimeError", "could not send the task", False),
    ]


def test_of_an_implicit_chain_the_first_error_is_the_root():
    assert seen(printed(fails_while_handling)) == [
        ("TypeError", "cannot pickle 'X' object", True),
        ("KeyError", "'missing'", False),
    ]


def test_of_a_group_the_members_are_roots_and_the_group_is_a_wrapper():
    assert seen(printed(fails_in_a_group)) == [
        ("ExceptionGroup", "two things (2 sub-exceptions)", False),
        ("ValueError", "first", True),
        ("KeyError", "'second'", True),
    ]


def test_that_a_worker_died_is_no_cause_where_the_paste_ends_before_it_says_how():
    stack = (
        "Traceback (most recent call last):\n"
        '  File "/site-packages/torch/utils/data/_utils/signal_handling.py", line 66, in handler\n'
        "    _error_if_any_worker_fails()\n"
    )

    assert seen(f"malloc_consolidate(): unaligned chunk\n{stack}RuntimeError: DataLoader wor")[-1][-1] is False


LAYOUTS = {
    name: (layout["text"], [tuple(error) for error in layout["errors"]])
    for name, layout in read_tables(__file__)["layouts"].items()
}


@pytest.mark.parametrize(("text", "errors"), LAYOUTS.values(), ids=LAYOUTS)
def test_a_layout_is_read(text, errors):
    assert seen(text) == errors


NO_ERRORS = {
    "nothing": "",
    "prose": "My training is slow. What can I do?",
    "source that catches": '  File "a.py", line 3, in f\n    except KeyError: pass',
    "an import of an error": "from torch.cuda import OutOfMemoryError",
    "a progress bar": " 50%|#####     | 5/10 [00:01<00:01,  4.2it/s]",
    "a heading": "### Environment\n\nLinux\n\nError\n\nit hangs\n",
    "a statement copied with its strings": (
        'raise RuntimeError(\n    "one TypeError: two "\n    f"ValueError: {three}"\n)'
    ),
    "a word that ends in error": "The mean error was 0.3: fine",
    "an exception class as an argument": "retry(on=<class 'ValueError'>, times=3)",
    "a line of source that asserts": 'logger.info("Assertion tests failed so far: %d", count)',
}


@pytest.mark.parametrize("text", NO_ERRORS.values(), ids=NO_ERRORS)
def test_what_is_no_error_is_not_read_as_one(text):
    assert seen(text) == []


FRAME = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n'
RAISING = {
    "an assertion with a message": ('    assert n == 1, "one at a time"\n', ("AssertionError", "one at a time")),
    "an assertion without one": ("    assert (a.shape == b.shape)\n", ("AssertionError", "")),
    "a raise": ('    raise TypeError("boom")', ("TypeError", "boom")),
    "a raise of a text with values": ('    raise ValueError(f"{path} is gone")\n', ("ValueError", "{path} is gone")),
    "a raise of a variable": ("    raise ValueError(message)\n", ("ValueError", "")),
}


@pytest.mark.parametrize(("statement", "told"), RAISING.values(), ids=RAISING)
def test_a_stack_that_ends_with_the_statement_that_raises_tells_its_error(statement, told):
    report = read(FRAME + statement)

    assert [(error.type, error.message) for error in report.roots] == [told]
    assert not report.is_cut
    assert report.roots[0].frames[-1].function == "f"


@pytest.mark.parametrize("statement", ["    run()\n", "    raises = 3\n", "    assert_equal(a, b)\n", "    raise\n"])
def test_a_stack_that_ends_with_another_statement_is_cut(statement):
    assert read(FRAME + statement).is_cut


def test_a_raising_statement_is_no_error_beside_one():
    text = f'{FRAME}    raise ValueError("b")\nKeyError: 3\n\n{FRAME}    raise TypeError("boom")\n'

    assert seen(text) == [("KeyError", "3", True)]


def test_a_frame_whose_file_a_form_took_for_a_tag_is_the_readers():
    report = read('Traceback (most recent call last):\nFile "" , line 1, in <module>\nrun()\nValueError: boom')

    assert [frame.file for frame in report.roots[0].frames] == ["<stdin>"]


@pytest.mark.parametrize("quote", ["", '"'])
def test_a_first_frame_that_was_copied_from_its_middle_on_is_read(quote):
    report = read(f'{quote}soup/cook.py", line 12, in stir\n    pots[-1].lid()\nIndexError: list index out of range')

    (frame,) = report.roots[0].frames
    assert (frame.file, frame.line, frame.function) == ("soup/cook.py", 12, "stir")


@pytest.mark.parametrize("line", ['it fails in soup/cook.py", line 12, in stir', '"soup/cook.py", line 12'])
def test_a_file_and_line_within_a_sentence_are_no_frame(line):
    assert not read(f"{line}\nIndexError: list index out of range").roots[0].frames


CUT = {
    "after a frame": 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    run()\n',
    "after the header": "starting\nTraceback (most recent call last):\n",
    "inside the header": "boom follows\nTraceback (most rec",
    "inside a box of rich": "╭── Traceback (most recent call last) ──╮\n│ /a/b.py:3 in main │\n│ ❱ 3 run() │",
    "ipython": "Traceback (most recent call last)\nCell In[1], line 3\n----> 3 run()\n",
}


@pytest.mark.parametrize("text", CUT.values(), ids=CUT)
def test_a_report_that_stops_before_its_error_is_cut(text):
    assert read(text).is_cut


@pytest.mark.parametrize("text", every(6, {name: text for name, (text, _) in LAYOUTS.items()}))
def test_a_report_with_its_error_is_not_cut(text):
    assert not read(text).is_cut


@pytest.mark.parametrize("line", ["soup.kitchen.log: 3 plates", "soup.waiter: called", "Soup: served", "soup.Bowl"])
def test_a_line_of_a_log_below_a_stack_that_is_cut_off_names_no_class(line):
    report = read(f"{FRAME}    stir()\nthe broth is hot\n{line}\n")

    assert (report.errors, report.is_cut) == ((), True)


@pytest.mark.parametrize(
    ("line", "root"),
    [
        ("Error reading the recipe. parser error: line 3 is no step.", True),
        ("INFO: the error rate: 3 %", False),
        ("I wrote about the error", False),
        ('print("error: no soup")', False),
    ],
)
def test_what_a_library_calls_an_error_above_a_stack_that_is_cut_off_is_the_error(line, root):
    report = read(f"{line}\n{FRAME}    stir()\n")

    assert ([error.message for error in report.errors if error.is_root], report.is_cut) == (
        [line] if root else [],
        True,
    )


def test_a_launchers_own_stack_is_not_missed():
    text = 'failed (exitcode: 1) local_rank: 0\nTraceback (most recent call last):\n  File "/bin/torchrun", line 8, in main\n'

    assert not read(text).is_cut


def test_lines_are_counted_in_the_original():
    text = "\x1b[0m\n\nweb-1  | ValueError: a\n```\nTypeError: b"

    assert [error.line for error in read(text).errors] == [3, 5]


def test_frames_keep_what_was_printed():
    text = (
        'Traceback (most recent call last):\n  File "C:\\a b\\c.py", line 12, in <module>\n    run()\nTypeError: boom'
    )

    assert read(text).errors[0].frames == (Frame("C:\\a b\\c.py", 12, "<module>"),)


def test_native_frames_belong_to_the_message_above():
    text = (
        "RuntimeError: CUDA error: boom\nException raised from f at x.cpp:44 (most recent call first):\n"
        "frame #0: c10::Error::Error(std::string) + 0x96 (0x7f12 in /site-packages/torch/lib/libc10.so)\nframe #1: <unknown function>"
    )

    assert read(text).errors[0].frames == (
        Frame("/site-packages/torch/lib/libc10.so", 0, "c10::Error::Error(std::string)"),
        Frame("", 0, "<unknown function>"),
    )


def test_the_dump_of_the_thread_that_failed_belongs_to_the_fatal_error():
    text = (
        'Fatal Python error: Bus error\n\nThread 0x7f01 (most recent call first):\n  File "wait.py", line 1 in wait\n\n'
        'Current thread 0x7f02 (most recent call first):\n  File "a.py", line 3 in f\n  File "a.py", line 9 in <module>\n\n'
        "TypeError: boom"
    )

    fatal, later = read(text).errors

    assert fatal.frames == (Frame("a.py", 3, "f"), Frame("a.py", 9, "<module>"))
    assert later.frames == ()


def fails_with(message):
    raise ValueError(message)


@pytest.mark.parametrize("blank", ["", "\n", "\n\n", "\n \n"])
def test_a_message_that_begins_with_empty_lines_is_read(blank):
    text = printed(lambda: fails_with(f"{blank}The fuse is gone.\nCall the janitor."))
    found = read(text).errors[0]

    assert found.message == "The fuse is gone."
    assert clean(text).text[: found.block_end].endswith("Call the janitor.")


@pytest.mark.parametrize(
    "text",
    [
        f"{printed(lambda: fails_with(''))}\nThe weather is fine.",  # Python prints no colon
        "ValueError:\n\nThe weather is fine.",  # below no stack, a heading
        f"{printed(fails).rpartition(': ')[0]}: \n\n\n\n\nThe weather is fine.",
        f"{printed(fails).rpartition(': ')[0]}: \n\nKeyError: 'x'",
        f"{printed(fails).rpartition(': ')[0]}: \n\n### Environment\n\nLinux",
    ],
)
def test_what_stands_below_an_error_without_message_is_not_its_message(text):
    assert read(text).errors[0].message == ""


def test_an_error_without_a_message_has_no_description_of_a_debugger():
    assert read("Exception has occurred: AssertionError\nexception: no description\n").errors[0].message == ""


def test_a_message_that_is_cut_at_the_end_is_read_from_its_statement():
    def message(statement, said, behind=""):
        return read(f"{FRAME}    {statement}\n{said}{behind}").errors[0].message

    raised = 'raise ValueError(f"The pot on {stove} is cold")'
    assert message(raised, "ValueError: The po") == "The pot on {stove} is cold"
    assert message(raised, "ValueError: The po", "\n\nLinux") == "The po"
    assert message(raised, "ValueError: The pan") == "The pan"
    assert message(raised, "KeyError: The po") == "The po"


def test_a_paste_of_errors_without_end_is_read_up_to_a_limit():
    assert len(read("ValueError: a\n" * 5000).errors) == 200


pieces = st.sampled_from([text for text, _ in LAYOUTS.values()] + list(CUT.values()) + ["\n", " ", "[rank1]: ", "│ "])


@given(st.one_of(st.text(max_size=300), st.lists(pieces, max_size=6).map("\n".join)))
def test_parsing_never_fails_and_stays_inside_the_text(text):
    paste = clean(text)

    report = parse(paste)

    for error in report.errors:
        assert 0 <= error.start <= error.end <= error.block_end <= len(paste.text)
        assert 1 <= error.line <= text.count("\n") + 1
    assert report.roots or all(error.weight <= Weight.SAID for error in report.errors)


def test_a_frame_knows_the_line_of_the_paste_on_which_it_stands():
    report = read(
        "$ python a.py\n"
        + 'Traceback (most recent call last):\n  File "a.py", line 30, in f\n    g()\n  File "b.py", line 4, in g\nKeyError: 1\n'
    )

    assert [(frame.file, frame.paste_line) for frame in report.errors[0].frames] == [("a.py", 3), ("b.py", 5)]


def test_pips_summary_of_a_build_is_no_root_beside_the_builds_own_error():
    text = "  error: can't find Rust compiler\n  [end of output]\nERROR: Failed building wheel for tokenizers\n"

    assert seen(text) == [("", "can't find Rust compiler", True), ("", "Failed building wheel for tokenizers", False)]
    assert seen("ERROR: Failed building wheel for tokenizers")[0][2]


@pytest.mark.parametrize(
    "summary",
    [
        "ERROR: Failed to build installable wheels for some pyproject.toml based projects (tokenizers)",  # pip 24.1
        "× Failed to build installable wheels for some pyproject.toml based projects\n╰─> tokenizers",  # pip 25.1
        "error: failed-wheel-build-for-install",
        "ERROR: Failed to build 'tokenizers' when getting requirements to build wheel",
        "ERROR: Failed to build one or more wheels",  # pip wheel
    ],
)
def test_nor_is_the_summary_of_a_newer_pip(summary):
    (root, of_pip) = seen(f"  error: can't find Rust compiler\n  [end of output]\n{summary}\n")

    assert root == ("", "can't find Rust compiler", True)
    assert not of_pip[2]
    assert seen(summary)[0][2]


SOURCE = "      1 def f(x):\n----> 2     return g(x)\n"
LINKED = "vscode-notebook-cell:/home/user/a.ipynb#W3?line=1"
CELLS = {
    "ipython 5": "<ipython-input-3-472c083e30fd> in <module>()",
    "ipython 7": "<ipython-input-3-472c083e30fd> in <module>",
    "ipython 7 on python 3.8 and later": "<ipython-input-3-472c083e30fd> in <cell line: 0>()",
    "ipykernel": "/tmp/ipykernel_17/2891.py in <cell line: 1>()",
    "colab": "/tmp/ipython-input-1-1309.py in <cell line: 0>()",
    "colab, linked": "[<ipython-input-6-cc1d0c1469d1>](https://localhost:8080/#) in <cell line: 8>()",
    "ipython 8.0": "Input In [2], in <module>",
    "ipython 8.2": "Input In [2], in <cell line: 1>()",
    "ipython 8.5": "Cell In [3], line 2",
    "ipython 8.7 and 9": "Cell In[3], line 2",
    "vs code": "/home/user/a.ipynb Cell 3 line 2",
    "vs code, older": "/home/user/a.ipynb Cell 3' in <cell line: 1>()",
    "vs code, linked": f"[/home/user/a.ipynb Cell 3]({LINKED}) line 2",
    "databricks": "File <command-123456>:2",
}
MODULES = {
    "ipython 7": "~/x.py in f(x)",
    "ipython 7 on windows": r"C:\Users\user\x.py in f(x)",
    "ipython 8": "File ~/x.py:2, in f(x)",
    "ipython 8, the module itself": "File ~/x.py:2",
    "ipython 8 on windows, the module itself": r"File C:\Users\user\x.py:2",
    "vs code": "File [~/x.py:2](file:///home/user/x.py:2), in f(x)",
    "vs code, the module itself": "File [~/x.py:2](file:///home/user/x.py:2)",
    "jupyterlab": "File [/opt/x.py:2](http://localhost:8888/opt/x.py#line=1), in f(x)",
    "colab": "[/content/x.py](https://localhost:8080/#) in f(x)",
    "code that was made as a string": "File <string>:2, in f(x)",
    "an import, ipython 7": "<frozen importlib._bootstrap> in _find_and_load(name, import_)",
    "another cell": "Cell In[2], line 2, in f(x)",
    "another cell, ipython 8.2": "Input In [2], in f(x)",
}


def notebook(*frames):
    head = "TypeError                                 Traceback (most recent call last)\n"
    return head + "\n".join(f"{frame}\n{SOURCE}" for frame in frames) + "\nTypeError: boom"


@pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS)
def test_cells_and_modules_of_a_notebook_are_frames(cell):
    for name, module in MODULES.items():
        (error,) = read(notebook(cell, module)).errors

        assert [frame.line for frame in error.frames] == [2, 2], name
        assert (error.type, error.message, error.is_root) == ("TypeError", "boom", True), name


def test_the_line_of_a_frame_of_a_notebook_is_the_one_that_its_own_arrow_marks():
    cell, module = CELLS["ipython 7"], MODULES["ipython 7"]
    frames = f"{cell}\n      7 run()\n      8 x = 1\n\n{module}\n---> 79     return g(x)\n     80 \n"
    (error,) = read(f"TypeError  Traceback (most recent call last)\n{frames}\nTypeError: 3 is not 4").errors

    assert [frame.line for frame in error.frames] == [0, 79]


def test_a_syntax_error_in_a_cell_is_read():
    for place in ("  Cell In[4], line 1", '  File "<ipython-input-4-7cabeb6f0edb>", line 1'):
        (error,) = read(f"{place}\n    f(1\n       ^\nSyntaxError: incomplete input").errors

        assert (error.type, len(error.frames)) == ("SyntaxError", 1)


def test_a_cell_that_is_only_named_is_no_stack():
    for text in ("see Cell In[3] of the notebook", "Input In [2]", "open a.ipynb Cell 3", "File x.py:3 is missing"):
        assert not read(text).is_cut


# ── classes whose names do not say that they are exceptions ─────────────────────────────────────────────────────

STACK = 'Traceback (most recent call last):\n  File "/app/train.py", line 12, in <module>\n    run()\n'
BARE_NAMES = [
    "BadZipFile", "BadGzipFile", "LargeZipFile", "StopIteration", "StopAsyncIteration", "KeyboardInterrupt",
    "SystemExit", "GeneratorExit", "ConnectTimeout", "ReadTimeout", "DistributionNotFound", "VersionConflict",
    "ContextualVersionConflict", "BrokenProcessPool", "KilledWorker", "DoesNotExist", "IncompleteRead",
    "RemoteDisconnected", "TooManyRedirects", "OutOfResources", "TimeoutExpired", "TrialPruned", "struct.error", "re.error",
    "socket.gaierror",
]  # fmt: skip
DOTTED_NAMES = [
    "zipfile.BadZipFile", "struct.error", "zlib.error", "binascii.Error", "socket.timeout", "socket.gaierror", "cv2.error",
    "_queue.Empty", "queue.Full", "pexpect.exceptions.TIMEOUT", "torch._dynamo.exc.Unsupported", "app.models.Run.DoesNotExist",
    "pkg_resources.ContextualVersionConflict", "concurrent.futures.process.BrokenProcessPool", "mylib.core.Oops",
    "grpc._channel._MultiThreadedRendezvous", "mylib.stop_now",
]  # fmt: skip


@pytest.mark.parametrize("name", BARE_NAMES)
@pytest.mark.parametrize("before", [STACK, ""], ids=["below a stack", "alone"])
def test_classes_of_well_known_libraries_are_found_with_and_without_a_stack(name, before):
    assert seen(f"{before}{name}: File is not a zip file\n") == [(name, "File is not a zip file", True)]


@pytest.mark.parametrize("name", every(4, DOTTED_NAMES))
@pytest.mark.parametrize("message", ["it went wrong", "File is not a zip file", "timed out", "Error -3: bad data"])
def test_a_dotted_name_below_a_stack_is_a_class_whatever_it_is_called(name, message):
    assert seen(f"{STACK}{name}: {message}\n") == [(name, message, True)]


@pytest.mark.parametrize("name", ["BadZipFile", "CacheMiss", "EOF", "Oops"])
@pytest.mark.parametrize(
    "frame",
    [
        'Cell In[3], line 1\n----> 1 load("a.zip")\n\n',
        "File /opt/lib/core.py:9, in load(self)\n      7 if x:\n----> 9     raise X\n\n",
        "<ipython-input-3-0a1b> in <module>\n----> 1 load()\n\n",
    ],
)
def test_a_notebook_may_name_any_class_below_its_source(name, frame):
    header = f"{name}{' ' * 30}Traceback (most recent call last)\n"

    assert seen(f"{header}{frame}{name}: timed out\n") == [(name, "timed out", True)]


@pytest.mark.parametrize(
    "line",
    [
        "train.log: written", "data.zip: removed", "worker: started", "model.safetensors: 12 MB", "INFO starting again",
        "started again: yes", "mylib.core", "2026-01-01 10:00:00 mylib.core: started",
    ],
)  # fmt: skip
def test_what_is_no_class_below_a_stack_leaves_it_cut(line):
    report = read(f"{STACK}{line}\n")

    assert report.is_cut
    assert not report.errors


def test_an_error_of_a_program_below_a_stack_is_no_class():
    assert [error.type for error in read(f"{STACK}train.py: error: unrecognized arguments: --x\n").errors] == [""]


def test_a_message_with_a_sign_of_its_own_is_told_once():
    assert seen(f"{STACK}struct.error: [Errno 2] No such file or directory: 'x'\n") == [
        ("struct.error", "[Errno 2] No such file or directory: 'x'", True)
    ]


_TRIED = (
    'Traceback (most recent call last):\n  File "/v/site-packages/soup/_c.py", line 5, in <module>\n    from soup import c\n'
    "ImportError: cannot import name 'c' from 'soup' (/v/site-packages/soup/__init__.py)\n\n"
    "During handling of the above exception, another exception occurred:\n\n"
    "Traceback (most recent call last):\n"
)


@pytest.mark.parametrize(
    ("look_up", "root"),
    [
        ("KeyError: <class 'soup.Bowl'>", "OSError"),  # what lacked it made one, and that failed
        ("KeyError: 'bowl'", "KeyError"),  # the name that somebody asked for
    ],
)
def test_a_class_that_was_looked_up_before_it_was_made_is_no_root(look_up, root):
    report = read(
        f"{FRAME}    return cache[key]\n{look_up}\n\n"
        f"During handling of the above exception, another exception occurred:\n\n"
        f"{FRAME}    return make(key)\nOSError: no such pot\n"
    )

    assert [error.type for error in report.errors if error.is_root] == [root]


def test_the_heading_of_what_failed_in_a_compiled_function_is_no_root():
    inner = "    soup.py:112 call  *\n        x = self.cook(inputs)\n\n"
    report = read(f"{FRAME}    model.fit(x)\nValueError: in user code:\n\n{inner}    ValueError: the pots differ\n")

    (root,) = (error for error in report.errors if error.is_root)
    assert (root.message, len(root.frames)) == ("the pots differ", 1)


def test_a_heading_stays_the_root_where_another_class_follows():
    report = read(f"{FRAME}    model.fit(x)\nValueError: in user code:\n\n    KeyError: 'pot'\n")

    assert "in user code:" in [error.message for error in report.errors if error.is_root]


@pytest.mark.parametrize(
    ("said", "root"),
    [
        ("ValueError: The file should have the keys pot, ladle and bowl", "ValueError"),
        ("ValueError: the pots differ in the kitchen of today", "KeyError"),  # of something else
        ("ValueError: no pot", "KeyError"),  # which says no more than the name
        ("KeyError: 'the pot is missing in the kitchen of today'", "KeyError"),
    ],
)
def test_what_says_in_words_of_what_kind_a_missing_key_is_is_the_root(said, root):
    report = read(
        f"{FRAME}    data.append(line['pot'])\nKeyError: 'pot'\n\n"
        f"During handling of the above exception, another exception occurred:\n\n"
        f"{FRAME}    raise ValueError()\n{said}\n"
    )

    assert [error.type for error in report.errors if error.is_root] == [root]


def test_an_import_that_was_tried_before_a_build_is_no_root():
    built = f"""{_TRIED}  File "/v/site-packages/torch/utils/cpp_extension.py", line 9, in _run_ninja_build
    subprocess.run(
subprocess.CalledProcessError: Command '['ninja', '-v']' returned non-zero exit status 1.

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/v/site-packages/torch/utils/cpp_extension.py", line 9, in load
    raise RuntimeError(message) from e
RuntimeError: Error building extension 'soup'
"""
    other = f"""{_TRIED}  File "cook.py", line 5, in <module>
    raise ValueError("no soup")
ValueError: no soup
"""

    assert [error.message for error in parse(clean(built)).roots] == ["Error building extension 'soup'"]
    assert [error.type for error in parse(clean(other)).roots] == ["ImportError"]


def test_an_exception_on_a_line_of_its_own_is_no_notice_whatever_it_says():
    (error,) = parse(clean("soup.UsageError: The run is finished. The call will be ignored.\n")).errors

    assert error.weight is Weight.ERROR


@pytest.mark.parametrize(
    "line",
    [
        "TypeError: Error when deserializing class 'Soup' using config={}.",
        "ValueError: A total of 2 objects could not be loaded. Example error message for object <Soup name=soup>:",
        "hub.GatedRepoError: 401 Client Error.",
        "hub.RepositoryNotFoundError: 401 Client Error. (Request ID: Root=1-67;0a-4e)",
        "hub.HfHubHTTPError: 500 Server Error: Internal Server Error for url: https://hub.example/x (Request ID: Root=1)",
    ],
)
def test_a_message_of_keras_3_or_of_the_hub_ends_with_its_second_paragraph(line):
    text = f"{line}\n\nException encountered: no salt\n\nBye now\n"
    (error, *_) = parse(clean(text)).errors

    assert text[error.start : error.block_end].endswith("Exception encountered: no salt")


def test_the_message_of_any_other_error_ends_before_a_blank_line():
    for line in (
        "TypeError: cannot cook the soup.",
        "HTTPError: 404 Client Error: Not Found for url: https://x.example",
    ):
        text = f"{line}\n\nException encountered: no salt\n"
        (error, *_) = parse(clean(text)).errors

        assert text[error.start : error.block_end] == line


CLEO = """
  RuntimeError

  Unable to find a candidate for box (2.0)

  at ~/venv/lib/python3.11/site-packages/crates/chooser.py:13 in choose
        9│         return self.choose([2, 1], options)
       10│
       11│     def choose(self, links, options):
       12│         if len(links) != len(options):
    →  13│             raise RuntimeError(f"Unable to find a candidate for {package}")
       14│         return max(links, key=lambda link: link)

Cannot install box.
"""


@pytest.mark.parametrize("text", [CLEO, CLEO.replace("│", "|").replace("→", ">")], ids=["boxes", "ASCII"])
def test_an_error_of_cleo_has_its_class_its_place_below_it_and_its_source_is_no_message(text):
    report = read(text)
    (root,) = report.roots

    assert (root.type, root.message) == ("RuntimeError", "Unable to find a candidate for box (2.0)")
    assert [(frame.file, frame.line, frame.function) for frame in root.frames] == [
        ("~/venv/lib/python3.11/site-packages/crates/chooser.py", 13, "choose")
    ]
    assert [error.message for error in report.errors] == [root.message, "Cannot install box."]


def test_a_paragraph_of_one_word_without_a_place_names_no_class():
    assert seen("\n  Installing\n\n  box failed: no space\n") == seen("\n  box failed: no space\n")


PAUSED = """\
Exception has occurred: ValueError       (note: full exception trace is shown but execution is paused at: run)
the lid does not fit
  File "/home/u/.venv/lib/python3.11/site-packages/soup/pot.py", line 31, in cover
    raise ValueError(
  File "/home/u/kitchen/cook.py", line 9, in <module>
    pot = Pot()
          ^^^^^
"""


@pytest.mark.parametrize(
    "text",
    [PAUSED, PAUSED.replace("Exception has occurred", "发生异常"), PAUSED + "ValueError: the lid does not fit\n"],
    ids=["English", "Chinese", "with the error repeated at the end"],
)
def test_an_error_of_a_debugger_has_its_message_and_its_stack_below_it_with_the_innermost_frame_first(text):
    report = read(text)
    root = report.roots[0]

    assert (root.type, root.message, report.is_cut) == ("ValueError", "the lid does not fit", False)
    assert {error.message for error in report.errors} == {root.message}
    assert [(frame.line, frame.function) for frame in root.frames] == [(9, "<module>"), (31, "cover")]
    assert find_origin(root).raised_in == "soup"


def test_a_sentence_that_names_the_place_of_an_exception_begins_no_stack():
    report = read("Exception has occurred: KeyError in cook.py\nthe lid does not fit\n")

    assert [(error.type, error.message) for error in report.errors] == [("KeyError", "")]


def test_a_title_that_is_a_class_alone_gives_way_to_its_error_below():
    title = "# ValueError\n\nI got this:\n\n"
    stack = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    x()\nValueError: {}\n'

    assert [root for *_, root in seen(title + stack.format("no pot"))] == [False, True]
    assert next(root for *_, root in seen(title + stack.format("no pot").replace("ValueError", "KeyError")))


def test_a_stack_that_was_copied_from_its_first_file_on_keeps_all_frames():
    stack = 'File "a.py", line 2, in f\n    g(\n        1)\n  File "b.py", line 3, in g\n    h()\nValueError: no pot\n'

    (error,) = read(stack).errors
    assert [frame.file for frame in error.frames] == ["a.py", "b.py"]


STACK = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\n'


@pytest.mark.parametrize(
    "title", ["# Help: TypeError: the pot is cold", "Stirring ends in `TypeError: the pot is cold` here"]
)
def test_a_title_that_tells_the_error_of_the_stack_below_is_no_second_root(title):
    (root,) = read(f"{title}\n\n{STACK}TypeError: the pot is cold").roots

    assert len(root.frames) == 1


@pytest.mark.parametrize("title", ["TypeError: the pan is cold", "TypeError: the pot is cold and empty"])
def test_an_error_that_another_one_does_not_say_again_as_a_whole_stays_a_root(title):
    assert len(read(f"# Help: {title}\n\n{STACK}TypeError: the pot is cold").roots) == 2


@pytest.mark.parametrize(
    "said", ["(Fatal) Blocking queue is killed because the data reader raises an exception.", "boom"]
)
def test_that_a_queue_of_paddle_was_killed_is_no_cause_beside_the_workers_error(said):
    roots = read(f"{STACK}TypeError: the pot is cold\n\n{STACK}SystemError: {said}").roots

    assert [root.type for root in roots] == ["TypeError", "SystemError"][: 2 if said == "boom" else 1]
