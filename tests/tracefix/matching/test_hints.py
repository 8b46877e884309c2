"""A hint says what is wrong with the paste itself."""

import inspect
import re

import pytest
from packaging.specifiers import SpecifierSet

from tests.tracefix.matching.known import CATALOGUE, ERROR, article
from tracefix.articles.model import Affected
from tracefix.articles.signatures import Signature
from tracefix.matching import hints as hints_module
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.matching.hints import HINT_NAMES, HintCode


def test_every_hint_has_names_or_says_that_it_needs_none():
    assert HINT_NAMES.keys() == set(HintCode)


def test_every_hint_has_a_condition():
    source = inspect.getsource(hints_module)

    assert [code for code in HintCode if not re.search(rf"\bHint\(\s*HintCode\.{code.name},", source)] == []


def hints(text, catalogue=CATALOGUE):
    return [hint.code for hint in diagnose(text, catalogue).hints]


STACK = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    run()\n'
HINTED = {
    "a cut paste": (STACK, "cut"),
    "… whose error has no words": (
        f"{STACK}Exception: \n\n-- Process 7 terminated with the following error:\nTraceb",
        "cut",
    ),
    "… whose title names the error": (f"{ERROR}\n{STACK}", ""),
    "a wrapper alone": ("ChildFailedError: \n====\ntrain.py FAILED", "wrapper-only"),
    "… with its cause": (f"{ERROR}\nChildFailedError: \n====", ""),
    "a text without an error": ("loss 0.3\nloss 0.2", "no-error"),
    "a sentence that says that something failed": ("Crash on start: _C is not defined in a file", ""),
    "a process that an exception ended": ("ValueError: something new\n\nAborted (core dumped)", ""),
    "a warning alone": ("a.py:3: UserWarning: soon gone\n  warn()", "not-an-error"),
    "an unknown error": ("ValueError: something new", ""),
    "an interrupt beside an error": ("ValueError: no soup\n^C", ""),
}


@pytest.mark.parametrize(("text", "hint"), HINTED.values(), ids=HINTED)
def test_what_is_wrong_with_a_paste_is_told(text, hint):
    assert hints(text) == ([hint] if hint else [])


CALLS = (
    'Traceback (most recent call last):\n  File "/home/u/proj/train.py", line 9, in <module>\n    load()\n'
    '  File "/x/site-packages/torch/serialization.py", line 792, in load\n    with open_file(f) as opened:'
)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (CALLS, "at line 792 of serialization.py, which line 9 of your train.py led to."),
        (CALLS.partition('  File "/x')[0], "at line 9 of train.py. "),
        ("Traceback (most recent call last):\n", "below the last `File …` line"),
        (f'{CALLS}\n  File "/x/site-pack', "at line 792 of serialization.py, "),  # half a frame is none
        (CALLS.replace("serialization", "<b>x</b>"), "Please add"),
        (CALLS.replace("torch/serialization", "gradio/blocks"), "blocks.py, which is the server's own code"),
        (CALLS.replace("/x/", "/tmp/pip-build-env-0v1hkktj/overlay/lib/"), "pip builds a package from its source"),
        (CALLS.replace("/x/site", f"/tmp/pip-install-to_1/numpy_{'9f' * 16}/site"), "pip builds numpy from its source"),
    ],
)
def test_a_cut_paste_is_told_where_it_stops(text, place):
    (hint,) = diagnose(text, CATALOGUE).hints

    assert hint.code == "cut"
    assert place in hint.text


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Killed", "dmesg"),
        ("Process finished with exit code 137", "dmesg"),
        ("Segmentation fault (core dumped)", "faulthandler"),
        ("$ llama-server -m soup.gguf\nSegmentation fault (core dumped)", "gdb"),
        ("$ python cook.py # with ollama\nSegmentation fault (core dumped)", "faulthandler"),
        ("Bus error (core dumped)", "/dev/shm"),
        ("Aborted (core dumped)", "SIGABRT"),
        ("slurmstepd: error: *** JOB 1 ON n CANCELLED AT t DUE TO TIME LIMIT ***", "sacct"),
        ("Out of memory: Killed process 12 (python)", "Linux kernel"),
        ("BUG: kernel NULL pointer dereference, address: 0000000000000018", "RIP:"),
        ("[  12.1] amdgpu 0000:03:00.0: amdgpu: GPU reset(2) succeeded!", "dmesg"),
        ("lanternd[12]: segfault at 8 ip 00007f01 sp 00007f02 error 4 in libsoup.so.1[7f0+1]", "names the program"),
        ("    Reason:       OOMKilled", "kubectl describe pod"),
        ("The kernel appears to have died. It will restart automatically.", "notebook"),
        (
            "ChildFailedError: \n====\n  exitcode  : -9 (pid: 12)\n  traceback : Signal 9 (SIGKILL) received by PID 12",
            "dmesg",
        ),
    ],
)
def test_what_killed_a_process_is_said_with_how_to_know(text, word):
    found = diagnose(text, CATALOGUE).hints

    assert [hint.code for hint in found] == ["died"]
    assert word in found[0].text


def test_an_interrupt_at_the_end_is_explained():
    log = "INFO:root:soup 1 of 9\nload the bowls: 100%\n^C\n"
    (hint,) = diagnose(log, CATALOGUE).hints

    assert (hint.code, "RAM" in hint.text) == ("died", True)


def test_an_interrupt_that_nobody_pressed_stands_before_a_title():
    found = diagnose("Cannot cook the soup\nI didn't press ctrl+c.\nsoup 1 of 9\n^C", CATALOGUE)

    assert found.headline == "^C"
    assert diagnose("Cannot cook the soup\nsoup 1 of 9\n^C", CATALOGUE).headline == "Cannot cook the soup"


def test_a_key_that_a_text_names_is_no_interrupt():
    assert "died" not in hints("press ^C to stop it\nall is well")


@pytest.mark.parametrize(
    "text",
    [
        "W0101 torch/redirects.py:27] NOTE: Redirects are currently not supported in Windows or MacOs.\nNothing follows.",
        "*****\n   Please avoid running ``setup.py`` directly.\n   Instead, use pypa/build.\n*****",
    ],
)
def test_what_is_known_to_be_harmless_is_said_to_be_no_error_where_it_stands_alone(text):
    assert hints(text) == ["not-an-error"]
    assert hints(f"{text}\n\nValueError: no soup") == []


@pytest.mark.parametrize("name", ["RuntimeError", "KeyError"])
def test_a_notebooks_header_without_the_line_that_it_announces_is_cut(name):
    text = (
        f"---------\n{name}                  Traceback (most recent call last)\nCell In[2], line 2\n      1 from soup"
    )
    found = diagnose(text, CATALOGUE)

    assert [hint.code for hint in found.hints] == ["cut"]
    assert found.headline == name


def fixed_version(version, *affected):
    """The hints on a paste with this version of torch, where these are affected."""
    affects = tuple(Affected("torch", SpecifierSet(each)) for each in affected)
    catalogue = Catalogue([article("old", Signature(message="boom"), affects=affects)])
    return hints(f"torch=={version}\nRuntimeError: boom" if version else "RuntimeError: boom", catalogue)


@pytest.mark.parametrize(
    ("version", "affected"),
    [("2.7.1", ["<2.5"]), ("2.5.1", [">=2.0,<=2.5"]), ("2.5.0+cpu", ["<2.5"]), ("1.7.0", ["<1.5", ">=2.0,<2.2"])],
)
def test_a_version_beyond_the_last_one_with_the_error_may_have_the_fix(version, affected):
    assert fixed_version(version, *affected) == ["fixed-version"]


@pytest.mark.parametrize(
    ("version", "affected"),
    [
        ("2.4.0", ["<2.5"]),
        ("", ["<2.5"]),
        ("1.13.1", [">=2.0,<2.5"]),  # older ones may not have been run
        ("1.13.1", [">=2.0"]),
        ("2.7.1", ["==2.5.0"]),  # nor may those around one that was
        ("2.4.0", ["==2.5.0"]),
        ("2.1.0", [">=2.0", "<2.0"]),
        ("1.13.1", ["<2.0", ">=2.0"]),
    ],
)
def test_a_version_that_nothing_says_is_fixed_is_not_said_to_be(version, affected):
    assert fixed_version(version, *affected) == []


def test_a_warning_above_a_cut_stack_is_not_the_headline():
    warned = f"a.py:3: UserWarning: soon gone\n  warn()\n{CALLS}"

    assert diagnose(warned, CATALOGUE).headline == ""
    assert diagnose(f"{warned}\nValueError: no soup", CATALOGUE).headline == "ValueError: no soup"
