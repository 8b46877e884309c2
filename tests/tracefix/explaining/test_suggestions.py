"""What a message itself suggests: its own sentences, and no standing advice."""

import pytest

from tracefix.explaining.suggestions import read_suggestions

SUGGESTS = {
    "please": ("Cannot save it, please unwrap the model with `unwrap(model)`.",) * 2,
    "an option": ("No GPU; add --skip-cuda-test to disable this check",) * 2,
    "instead": ("np.concat is gone, use np.concatenate() instead.",) * 2,
    "try": ("It is full. Try to reduce `batch_size`.", "Try to reduce `batch_size`."),
    "you need": ("No adapter. You need to call `load_adapter` first.", "You need to call `load_adapter` first."),
    "you can": ("It is cut. You can set `strict=False`.", "You can set `strict=False`."),
    "an installer": ("Missing x: run `pip install x`.",) * 2,
    "did you mean": ("No field 'lr'. Did you mean: 'l2'?", "Did you mean: 'l2'?"),
    "consider": ("Slow. Consider using `num_workers=2`.", "Consider using `num_workers=2`."),
    "set to": ("Wrong mode. Set `mode='min'` to go on.", "Set `mode='min'` to go on."),
    "make sure": ("Not found. Make sure the path exists.", "Make sure the path exists."),
    "one of": ("Bad value: it must be one of 'a', 'b'.",) * 2,
    "an abbreviation": ("No. Use a name, e.g. `gpt2`, for it.", "Use a name, e.g. `gpt2`, for it."),
    "a line that a terminal broke": ("No. Please pass\n`labels` to it.", "Please pass `labels` to it."),
    "what stands in brackets": ("It failed (run with LOG=1 for details), version 2", "run with LOG=1 for details"),
    "a label": ("UserWarning: Please install it before you go on", "Please install it before you go on"),
    "a way to mend it": ("It is slow. This can be fixed by setting `x=1`.", "This can be fixed by setting `x=1`."),
    "a line below": ("Wrong type:\nhint: use `int`", "hint: use `int`"),
}


@pytest.mark.parametrize(("message", "expected"), SUGGESTS.values(), ids=SUGGESTS)
def test_a_sentence_that_suggests_something_is_repeated(message, expected):
    assert read_suggestions(message) == (expected,)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "division by zero",
        "Expected all tensors to be on the same device, but found at least two devices",
        "cannot set the value",
        "the set of names that are used is empty",
        "CUDA error: x\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1.",
        "x\nCompile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.",
        "x\nSet the environment variable HYDRA_FULL_ERROR=1 for a complete stack trace.",
        "x\n[notice] To update, run: pip install --upgrade pip",
        "Please file an issue at https://x.example",
        'no\nCommand: "python" -m pip install x',
        "no\n$ pip install x",
        "no\n(venv) jane@host:~$ pip install x",
        "no\nINFO please use the new name",
        'no\n  File "x.py", line 3\n    please use it',
        "When I clone the project and run pip install -e . it dies",
        "I checked it by running the code again and it is the same",
        "while running the command: `pip install x` .",
        "Check failed: objects_valid",
        "Load failed for the model",
        "CRI: Load nothing. There is no soup in the pot.",
        "The time is measured by running the model twice.",
    ],
)
def test_what_suggests_nothing_for_this_error_is_not_repeated(message):
    assert read_suggestions(message) == ()


def test_the_same_is_said_once_and_three_at_most():
    assert read_suggestions("Try `a`, now. Try `a`, now. Try `b`, now. Try `c`, now. Try `d`, now.") == (
        "Try `a`, now.",
        "Try `b`, now.",
        "Try `c`, now.",
    )


def test_a_long_sentence_is_cut():
    (said,) = read_suggestions("Please use " + "very " * 200 + "much.")

    assert len(said) < 330
    assert said.endswith("…")


def test_lines_are_joined_only_where_one_continues_the_other():
    block = "Not allowed here, please sign in before\nInvalid address: /\nInvalid address: /logs"

    assert read_suggestions(block) == ("Not allowed here, please sign in before",)


def test_of_a_sentence_about_an_error_only_an_imperative_is_repeated():
    assert read_suggestions("Wrong answer, please sign in first", is_said=True) == ()
    assert read_suggestions("The build stops and then use of the GPU fails, you can try it", is_said=True) == ()
    assert read_suggestions("Please add support for my card.", is_said=True) == ()
    assert read_suggestions("Failed. Please rerun the preprocessing.", is_said=True) == (
        "Please rerun the preprocessing.",
    )
    assert read_suggestions("It is unset. If this is wrong, please read docs/paths.md.", is_said=True) == (
        "If this is wrong, please read docs/paths.md.",
    )


def test_the_beginning_of_a_sentence_that_was_said_is_not_said_again():
    block = "Unset. Please read docs/paths.md for all of it properly.\nUnset.\nPlease read docs/paths.md for all of it."

    assert read_suggestions(block) == ("Please read docs/paths.md for all of it properly.",)
