"""What only stands aside of the error is at most likely, and nothing where an exception tells what went wrong."""

import pytest

from tests.published_articles import published_catalogue
from tests.tracefix.matching.known import CATALOGUE, ERROR, answer
from tracefix.matching.diagnosis import diagnose

FORK = "Cannot re-initialize CUDA in forked subprocess"
ROOT = 'Traceback (most recent call last):\n  File "train.py", line 3, in <module>\n    main()\nZorkError: no zork'
FORMS = {
    "a warning": "/x/torch/a.py:12: UserWarning: {}\n  warnings.warn(",
    "below a warning": "/x/torch/a.py:12: UserWarning: this went wrong:\n{}\n  warnings.warn(",
    "the level WARNING": "WARNING: {}",
    "a log at the level WARNING": "2026-01-01 10:00:00,123 - root - WARNING - {}",
    "a log at the level INFO": "INFO:root:{}",
    "glog's level": "W0101 10:00:00.1 123 torch/x.py:12] {}",
    "c10's level": "[W socket.cpp:464] {}",
    "what goes on": "{}. Falling back to the CPU",
    "what is skipped": "Skipping x: {}",
    "weights that a checkpoint lacks": "Some weights of x are newly initialized: {}",
    "weights that a model lacks": "Some weights of x were not used when initializing: {}",
    "a report of both": "x LOAD REPORT from: {}",
    "ignored": "Exception ignored in: <function A.__del__ at 0x7f>\nTraceback (most recent call last):\n"
    '  File "x.py", line 3, in __del__\n    f()\n{}',
    "at exit": 'Error in sys.excepthook:\nTraceback (most recent call last):\n  File "x.py", line 3, in f\n    f()\n{}',
}
SOURCE = {
    "a statement": '  File "x.py", line 3, in f\n    raise RuntimeError("{}")',
    "a statement of several lines": '        raise RuntimeError(\n            "{}"\n        )',
    "a cell": '/x/a.py in f(x)\n      3     if x:\n----> 4         raise RuntimeError("{}")\n      5     return 1',
}
PROSE = (
    "I get {} when I train",
    "For example: {}",
    "for instance, {} is raised by older versions",
    "See also: {}",
    "Does anybody know what {} means?",
    "{}?",
    'the docs say "{}" may be printed',
    "- [x] I have read the FAQ on {}",
    "<!-- If you see {}, read the FAQ -->",
    'print("{}")',
)


@pytest.mark.parametrize("error", [FORK, f"RuntimeError: {FORK}"])
@pytest.mark.parametrize("form", FORMS)
def test_a_notice_is_at_most_likely(form, error):
    assert answer(FORMS[form].format(error)) == ("likely", ["fork"])


def test_a_warning_that_a_terminal_wrapped_is_one():
    warning = f"/x/torch/a.py:12: UserWarning: C\nUDA: Found no time: {FORK}\n  warnings.warn("

    assert answer(warning) == ("likely", ["fork"])
    assert answer(f"{warning}\n{ROOT}") == ("none", [])


@pytest.mark.parametrize("error", [FORK, f"RuntimeError: {FORK}", "ModuleNotFoundError: No module named 'x'"])
@pytest.mark.parametrize("form", FORMS)
def test_a_notice_says_nothing_beside_an_exception(form, error):
    assert answer(f"{FORMS[form].format(error)}\n\n{ROOT}") == ("none", [])


@pytest.mark.parametrize("form", SOURCE)
def test_quoted_source_is_at_most_likely_and_says_nothing_beside_an_exception(form):
    text = SOURCE[form].format(FORK)

    assert answer(text) == ("likely", ["fork"])
    assert answer(f"{text}\n\n{ROOT}") == ("none", [])


@pytest.mark.parametrize("form", PROSE)
@pytest.mark.parametrize("error", [FORK, f"RuntimeError: {FORK}"])
def test_an_error_named_in_a_sentence_is_at_most_likely(form, error):
    assert answer(form.format(error))[0] != "exact"


def test_a_kind_of_error_is_none_beside_an_error_where_a_program_reports_what_it_does():
    info, warning = (f"2026-01-01 10:00:00 [{level}] [app.rs:3] No module named 'acme'" for level in ("INFO", "WARN"))

    assert answer(f"{info}\nexit code: 1") == ("none", [])
    assert answer(f"{warning}\nexit code: 1") == ("likely", ["module"])
    assert answer(info) == ("likely", ["module"])
    assert answer(f"2026-01-01 10:00:00 [INFO] [app.rs:3] {FORK}\nexit code: 1") == ("likely", ["fork"])


def test_what_fits_only_once_squashed_says_nothing_beside_an_exception():
    squashed = FORK.lower().replace(" ", "")

    assert answer(squashed) == ("likely", ["fork"])
    assert answer(f"{squashed}\n\n{ROOT}") == ("none", [])
    assert answer(f"RuntimeError: {squashed}") == ("likely", ["fork"])


def test_a_stack_makes_an_error_of_what_is_logged_as_a_warning():
    stack = 'Traceback (most recent call last):\n  File "x.py", line 3, in f\n    f()\n'

    assert answer(f"WARNING: it failed: {stack}RuntimeError: {FORK}") == ("exact", ["fork"])
    assert (
        answer("\n".join(f"WARNING:root:{line}" for line in f"{stack}RuntimeError: {FORK}".split("\n")))[0] == "exact"
    )


def test_the_level_of_an_error_and_of_nccl_is_none_of_a_notice():
    assert answer(f"ERROR: RuntimeError: {FORK}") == ("exact", ["fork"])
    assert answer(f"node1:7:7 [0] NCCL WARN {FORK}")[1] == ["fork"]


def test_a_message_that_ends_in_a_question_of_its_own_is_none_that_is_asked():
    assert answer(f"RuntimeError: {FORK}. Did you mean spawn?") == ("exact", ["fork"])


def test_a_full_stop_of_a_path_does_not_end_the_question():
    loader = "/lib/libstdc++.so.6: version `GLIBCXX_3.4.30' not found (required by ./prog)"

    assert diagnose(f"{loader}\n\n{ROOT}", published_catalogue()).verdict == "exact"
    assert diagnose(f"Does anybody know what {loader} means?\n\n{ROOT}", published_catalogue()).verdict != "exact"


def test_the_reason_names_the_notice():
    (match,) = diagnose(f"WARNING: {ERROR}", CATALOGUE).matches

    assert str(match.reasons[0]).startswith("Only a warning or another notice holds ")


START_UP = (
    'WARNING 01-01 10:00:00 [_custom_ops.py:20] Failed to import from vllm._C with ModuleNotFoundError("No module '
    "named 'vllm._C'\")",
    "/x/vllm/connections.py:8: RuntimeWarning: Failed to read commit hash:\nNo module named 'vllm._version'\n"
    "  from vllm.version import __version__ as VLLM_VERSION",
    "INFO 01-01 10:00:00 [__init__.py:20] No platform detected: No module named 'libtpu'",
    "A matching Triton is not available, some optimizations will not be enabled.\nTraceback (most recent call last):\n"
    "  File \"xformers/__init__.py\", line 55, in f\n    import triton\nModuleNotFoundError: No module named 'triton'",
    "E tensorflow/cuda_dnn.cc:9342] Unable to register cuDNN factory: Attempting to register factory for plugin cuDNN",
)


@pytest.mark.parametrize("noise", START_UP)
def test_what_programs_print_at_every_start_says_nothing(noise):
    assert diagnose(noise, published_catalogue()).verdict != "exact"
    assert diagnose(f"{noise}\n{ROOT}", published_catalogue()).verdict == "none"


@pytest.mark.parametrize("command", ["'ninja', '-v'", "'git', 'rev-parse'", "'which', 'nvcc'", "'cmake', '..'"])
def test_a_compiler_or_helper_that_failed_is_no_launcher(command):
    text = f"subprocess.CalledProcessError: Command '[{command}]' returned non-zero exit status 1."

    slugs = [match.article.slug for match in diagnose(text, published_catalogue()).matches]
    assert "launcher-child-failed" not in slugs


@pytest.mark.parametrize("said", ["For example: {}", "For example, {} is raised", "We handle `{}` by retrying"])
def test_a_sentence_below_frames_is_not_their_error(said):
    stack = 'Traceback (most recent call last):\n  File "/home/me/train.py", line 3, in f\n    g()\n'

    assert answer(stack + said.format(ERROR))[0] == "likely"


def test_a_kind_in_a_log_below_an_error_is_not_its_message():
    log = "IndexError: index 9 is out of bounds\n12:00:01: unpacking done\n12:00:02: No module named 'x'"

    assert answer(log) == ("none", [])
    assert answer("RuntimeError: Failed to import x because of the following error:\nNo module named 'x'")[1] == [
        "module"
    ]


def test_what_fits_only_once_squashed_is_not_found_in_source_unless_it_raises():
    statement = '  File "x.py", line 3, in f\n    {}' + FORK.lower().replace(" ", "")

    assert answer(statement.format("")) == ("none", [])
    assert answer(statement.format("raise RuntimeError: ")) == ("likely", ["fork"])
