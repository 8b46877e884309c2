"""What a message says, said plainly: each shape with messages that it fits and look-alikes that it must not fit."""

import pytest

from tests.examples import every
from tests.work import work
from tracefix.articles.conditions import Facts
from tracefix.explaining.restated import restate_message
from tracefix.explaining.shapes import DETAILS, SHAPES
from tracefix.linear_re import Expression
from tracefix.matching.required_texts import texts_of_pattern
from tracefix.reading.cleaning import squash

SAID = {
    "labels that a folder lacks": (
        "WARNING: No labels found in ../soup/labels/. See https://stew.example. Can not cook without labels.",
        "the program found no labels in `../soup/labels/`",
    ),
    "images that a folder lacks": (
        "ValueError: Found 0 images in '/srv/soup/train'",
        "the program found no images in `/srv/soup/train`",
    ),
    "files of a kind that a folder lacks": (
        "Could not find any .npz files in data/soup.",
        "the program found no .npz files in `data/soup`",
    ),
    "None for what C++ wants": (
        "Python argument types in Stage.GetPot(Stage, NoneType) did not match C++ signature: GetPot(Stage, Path)",
        "`Stage.GetPot` was given `None`",
    ),
    "a variable that must not be set": (
        "RuntimeError: do not set the environment variable `SOUP_KEY`",
        "The environment variable `SOUP_KEY` is set, and must not be",
    ),
    "a requirement": ("Lentil requires PyTorch >= 1.13.0", "`Lentil` needs `PyTorch` `>=1.13.0`"),
    "a requirement with what is installed": (
        "ladle 2.7 requires torch<2.1,>=1.7, but you have torch 2.4.0 which is incompatible.",
        "`ladle` needs `torch` `<2.1,>=1.7`, and `2.4.0` is installed",
    ),
    "a requirement at the end of its sentence": (
        "The soup package installed is at version 1.60.0, but the generated code in ladle_pb2.py depends on soup>=1.63.0.",
        "`ladle_pb2.py` needs `soup` `>=1.63.0`, and did not find such a release",
    ),
    "a requirement of a series": ("Lentil requires PyTorch ==1.13.*", "`Lentil` needs `PyTorch` `==1.13.*`"),
    "a Python": ("Lentil requires Python >=3.10", "`Lentil` needs Python `>=3.10`"),
    "an upgrade": (
        "Please upgrade soupkit to version 2.4.0 or newer.",
        "the message asks for `soupkit` `2.4.0` or newer",
    ),
    "a build without a GPU": ("CUDA is required to build Soup!", "the program found no GPU that it can use with CUDA"),
    "a package": ("Soup needs the ladlepiece library", "the program did not find `ladlepiece`, or could not import it"),
    "a package to install": (
        "Please install ladle before use",
        "the message asks for `ladle`, which the program did not find",
    ),
    "a package in quotes": ("`ladle` not installed", "the program did not find `ladle`, or could not import it"),
    "a package that is required but missing": (
        "'ladle' is required but not installed",
        "the program did not find `ladle`, or could not import it",
    ),
    "a package that is not found": ("ladle not found, please install it", "the program did not find `ladle`"),
    "a package that is not imported": (
        "Could not import ladle python package. Please install it with `pip install ladle-py`.",
        "the program did not find `ladle`, or could not import it",
    ),
    "a package that is required": (
        "soup is needed to eat. Run `pip install soup`",
        "the program did not find `soup`, or could not import it",
    ),
    "a dependency": ("Unable to import required dependency soup. pip install soup", "the program did not find `soup`"),
    "a dependency without a command": ("Unable to import dependency soup. ", "`soup` could not be imported"),
    "a package that a feature needs": ("The `ladle` package is required", "the program did not find `ladle`"),
    "a count": ("Sequence must have length 2, got 3.", "`length 2` is expected, and `3` came"),
    "a shape": (
        "expected shape [4, 16, 3] but got [4, 0, 3]",
        "`[4, 16, 3]` is expected, and `[4, 0, 3]` came",
    ),
    "a dtype": ("expected scalar type Float but found Half", "`scalar type Float` is expected, and `Half` came"),
    "a field's type": (
        "ladle: 0 has type int, but expected one of: bytes, unicode",
        "`0` is of the type `int`, and a field takes one of these: `bytes, unicode`",
    ),
    "a limit": (
        "num_spoons (12) cannot be larger than num_bowls (8).",
        "`num_spoons` is `12`, and may not pass `num_bowls`",
    ),
    "a limit without numbers": (
        "k cannot be greater than the dimension",
        "`k` may not pass `the dimension`, and it does",
    ),
    "a rule": ("embed_dim must be divisible by num_heads", "`divisible by num_heads` is the rule for `embed_dim`"),
    "a choice": (
        "'sooup' is not a valid dish: ['soup', 'stew']",
        "`sooup` is not among the values that are taken here: `'soup', 'stew'`",
    ),
    "a choice by name": ("dish must be one of ['soup', 'stew']", "`dish` takes one of these, and got another value"),
    "keys": ("broth must contain keys {'salt', 'type'}", "lacks one of these: `'salt', 'type'`"),
    "an archive": ("not a gzip file", "the file that is read is no `gzip` file"),
    "a file that is not opened": ("Failed to open FASTA file stew/pot.fa", "could not open `stew/pot.fa`"),
    "a checksum": ("CRC check failed 0x5b6a0de1 != 0x1fb3a12e", "a compressed file that is read here is damaged"),
    "a model file": ("Failed to parse ONNX model", "it is empty, cut short, of another kind, or newer"),
    "JSON": ("Expecting value: line 1 column 1 (char 0)", "what was read as JSON is empty"),
    "a newer file": ("Unsupported model IR version: 11, max supported IR version: 10", "in version `11`"),
    "an unknown name": ("unknown model type: 'gourd'", "the program does not know the model type `gourd`"),
    "a release for a name": (
        "unknown soup version: 3.16.1. Known",
        "the program does not know the soup version `3.16.1`",
    ),
    "a number for a name": ("invalid model type 4", "the program does not know the model type `4`"),
    "no name at all": ("Invalid voice 'None'", "no voice was given: the value is `None`"),
    "a registry": ("stew-large is not registered", "`stew-large` is in no list of this program"),
    "a setting": ("`spoons` should be 0 if the pot is full.", "the setting `spoons` must be `0` if `the pot is full`"),
    "a variable": ("SOUP_HOME is not set", "the environment variable `SOUP_HOME` is not set"),
    "a switch": (
        "You can set SOUP_ALLOW_SALT=1 to skip this",
        "the environment variable `SOUP_ALLOW_SALT`, set to `1`",
    ),
    "a switch in another form": ("Try setting SOUP_ALLOW_SALT=1", "the environment variable `SOUP_ALLOW_SALT`"),
    "a switch beside a setting": (
        "Requested setting SOUP_POTS, but no pots are set. Define the environment variable SOUP_SETTINGS_MODULE first.",
        "names a switch: the environment variable `SOUP_SETTINGS_MODULE`",
    ),
    "a release with an exception": (
        "soupkit>=0.11.1,!=0.11.3,<0.14 is required for a normal functioning of this module, but found soupkit==0.15.0.",
        "needs `soupkit` `>=0.11.1,!=0.11.3,<0.14`, and `0.15.0` is installed",
    ),
    "an option": (
        "It failed. Retry with --show-oven to learn more.",
        "the message names an option: `--show-oven`",
    ),
    "a log": ("1 / 32 failed, log is in exp/stew/stir.1.log", "the message names a log, `exp/stew/stir.1.log`"),
    "a container": ("container stove exited (1)", "the container `stove` ended with status `1`"),
    "a browser": (
        "Cannot read properties of null (reading 'lid')",
        "JavaScript, not Python, asked for `lid` of a value that is `null`",
    ),
    "a browser's name": (
        "TypeError: pot.lids is not iterable",
        "JavaScript, not Python, found that `pot.lids` is not iterable",
    ),
    "NaN": ("Column x must not contain NaN/inf values", "a value is NaN or infinite"),
    "nothing left": ("max() arg is an empty sequence", "is taken of nothing"),
    "no gradient": (
        "element 0 of tensors does not require grad and does not have a grad_fn",
        "the loss has no way back to a parameter",
    ),
    "a meta tensor": ("Tensor on device meta is not on the expected device cpu!", "its numbers were never loaded"),
    "a meta tensor to copy": ("Cannot copy out of meta tensor; no data! Please use to_empty()", "on the device `meta`"),
    "a controller": ('srun: error: Unable to resolve "stove": Unknown host', "Slurm looks for the machine `stove`"),
    "a controller without a name": (
        "srun: error: Unable to contact slurm controller (connect failure)",
        "Slurm's command found no controller",
    ),
    "a number for a shape": ("Cannot convert '7' to a shape.", "Keras 3 wants a shape as a tuple"),
    "a build": ("Demo needs OpenSpoon for webcam images.", "needs `OpenSpoon` for webcam images, and does not have it"),
    "a server": ("stove-server failed to start within timeout", "`stove-server` did not answer in the time"),
    "a server without a name": (
        "Server failed to start in time. Check server logs for details.",
        "the server did not answer in the time",
    ),
    "a count of data": (
        "The number of classes has to be greater than one; got 1 class",
        "too few or too many classes: their number must be greater than one",
    ),
    "an engine": (
        "failed to connect to the docker API at npipe:////./pipe/docker_engine; check if the path is correct",
        "the command found no Docker engine",
    ),
    "a switch of Apple's GPU": (
        "you can set the environment variable `PYTORCH_ENABLE_MPS_FALLBACK=1` to use the CPU",
        "the environment variable `PYTORCH_ENABLE_MPS_FALLBACK`, set to `1`",
    ),
    "a DLL": (
        "Could not find module 'C:\\soup kit\\ladle.dll' (or one of its dependencies). Try using the full path",
        "Windows did not load `C:\\soup kit\\ladle.dll`: it is missing, or a DLL that it needs is",
    ),
    "a choice of words": (
        'heat must be either "low" or "high", not warm.',
        '`heat` may not be `warm`: this program knows only `"low" or "high"`',
    ),
    "a setting that was not given": (
        "1 validation error for Kitchen soup_key Field required [type=missing, input_value={}, input_type=dict]",
        "`Kitchen` needs `soup_key`, and it was not given",
    ),
    "… as the first releases said it": (
        "1 validation error for Kitchen soup_key field required (type=value_error.missing)",
        "`Kitchen` needs `soup_key`, and it was not given",
    ),
    "a setting too many": (
        "2 validation errors for Kitchen ladle Extra inputs are not permitted [type=extra_forbidden, input_value='3', "
        "input_type=str] For further information visit https://errors.pydantic.dev/2.14/v/extra_forbidden",
        "`Kitchen` has no field `ladle`",
    ),
    "None in a field": (
        "1 validation error for Soup name Input should be a valid string [type=string_type, input_value=None, "
        "input_type=NoneType]",
        "`name` of `Soup` is `None`, and may not be",
    ),
    "a choice that a field lacks": (
        "1 validation error for Soup pot Input should be 'iron' or 'steel' [type=literal_error, input_value='wood', "
        "input_type=str]",
        "`pot` of `Soup` is `wood`, and may be one of: `'iron' or 'steel'`",
    ),
    "an object of another class": (
        "1 validation error for Soup ladle Input should be an instance of Ladle [type=is_instance_of, input_value=3, "
        "input_type=int]",
        "`ladle` of `Soup` must be a `Ladle`",
    ),
    "a text for a number": (
        "1 validation error for Soup bowls.1 Input should be a valid integer, unable to parse string as an integer "
        "[type=int_parsing, input_value='x', input_type=str]",
        "`bowls.1` of `Soup` should be a valid integer, and it is `x` (`str`)",
    ),
    "a text that is no JSON": (
        "1 validation error for Soup Invalid JSON: EOF while parsing a value at line 1 column 6 [type=json_invalid, "
        "input_value='x', input_type=str]",
        "What should become a `Soup` is not valid JSON: `EOF while parsing a value`",
    ),
    "a field that a request lacks": (
        '{"detail":[{"type":"missing","loc":["body","soup"],"msg":"Field required","input":{"text":"hi"}}]}',
        "the server wants `soup` in the body of the request",
    ),
    "a request without JSON": (
        '{"detail":[{"type":"missing","loc":["body"],"msg":"Field required","input":null}]}',
        "the server found no JSON in the body",
    ),
    "a field that a request has in another form": (
        '{"detail":[{"type":"string_type","loc":["body","soup"],"msg":"Input should be a valid string","input":3}]}',
        "the server refuses `soup` in the body of the request: `Input should be a valid string`",
    ),
    "another file for a pickled one": ("invalid load key, '<'.", "no pickled file, or a damaged one: `<` is not valid"),
    "a pointer": ("b'version https://git-lfs.github.com/spec/v1'", "only a pointer of Git LFS"),
}


@pytest.mark.parametrize(("message", "said"), SAID.values(), ids=SAID)
def test_a_message_is_said_plainly_with_its_own_values(message, said):
    assert said.casefold() in restate_message(message).finding.casefold()


@pytest.mark.parametrize(("message", "said"), every(6, {name: tuple(case) for name, case in SAID.items()}))
def test_words_around_a_message_change_nothing(message, said):
    assert said.casefold() in restate_message(f"2026-01-01 10:00:00 stove[12]: {message}").finding.casefold()


@pytest.mark.parametrize(
    "message",
    [
        "step 2 exited with non-zero status 3",
        "ladle.exe failed with exit code 3: cook.py",
        "it ended with return code: 3",
    ],
)
def test_a_program_that_another_one_started_has_an_error_of_its_own(message):
    assert "failed with exit code `3`: its own error is elsewhere" in restate_message(message, "RuntimeError").finding


def test_no_row_is_for_windows_where_only_a_mac_has_the_switch():
    message = "you can set the environment variable `PYTORCH_ENABLE_MPS_FALLBACK=1` to use the CPU"

    assert [step.commands for step in restate_message(message).steps] == [("export PYTORCH_ENABLE_MPS_FALLBACK=1",)]


def test_a_row_is_for_the_systems_that_it_concerns():
    def rows(system):
        return restate_message("You can set SOUP_ALLOW_SALT=1", facts=Facts(system=system)).steps

    assert [len(rows(system)) for system in ("", "Windows", "Linux", "macOS")] == [2, 2, 1, 1]


@pytest.mark.parametrize(
    "name",
    ["JAX_TRACEBACK_FILTERING", "SOUP_VERBOSE", "RUST_BACKTRACE", "SOUP_DEBUG", "HYDRA_FULL_ERROR", "RAY_DEDUP_LOGS"],
)
def test_a_switch_that_only_shows_more_is_no_fix(name):
    assert restate_message(f"The oven failed. Set {name}=1 to see more.") is None


def test_what_torch_says_of_ninja_before_each_build_is_no_fix():
    said = "Allowing ninja to set a default number of workers... (overridable by setting the environment variable"

    assert restate_message(f"The oven failed. {said} MAX_JOBS=N)") is None


def test_what_pip_has_just_replaced_is_put_back_only_for_who_needs_it():
    said = "soupkit 0.12.4 requires ladle<1.1, but you have ladle 1.3.2"

    def first(message, text):
        return restate_message(message, facts=Facts(text=text)).steps[0].condition

    assert str(first(f"{said} which is incompatible.", f"{said} which is incompatible.")) != ""
    assert str(first(said, said)) == ""


def test_a_driver_under_wsl_is_that_of_windows():
    def first(text):
        return restate_message("Found no NVIDIA driver", facts=Facts(text=text)).steps[0].do

    assert "driver of Windows" in first("Linux stove 5.15.90.1-microsoft-standard-WSL2 #1 SMP\n")
    assert "driver of Windows" not in first("Linux stove 5.15.0-89-generic\n")


def test_nobody_is_told_to_build_again_for_a_kernel_that_is_only_faster():
    lentil, flash = (restate_message(f"Torch was not compiled with {what}.") for what in ("lentil", "flash attention"))

    assert lentil.steps
    assert not (flash and flash.steps)


def test_only_a_line_that_removes_values_may_remove_one_twice():
    removing, finding = (
        restate_message(said, "ValueError") for said in ("list.remove(x): x not in list", "'a' is not in list")
    )

    assert [len(found.steps) for found in (removing, finding)] == [2, 1]


def test_a_command_on_two_lines_is_two_commands():
    steps = restate_message("b'version https://git-lfs.github.com/spec/v1'").steps

    assert steps[0].commands == ("git lfs install", "git lfs pull")


BUILT_IN = {
    "a value to remove": ("ValueError", "list.remove(x): x not in list", "that the list does not hold"),
    "a value to find": ("ValueError", "'ladle' is not in list", "`ladle` is looked for in a list"),
    "a value of a tuple": ("ValueError", "tuple.index(x): x not in tuple", "that the tuple does not hold"),
    "the last of nothing": ("IndexError", "pop from empty list", "taken out of a list that is empty"),
    "an entry of nothing": ("KeyError", "'popitem(): dictionary is empty'", "a dictionary that is empty"),
}


@pytest.mark.parametrize(("kind", "message", "said"), BUILT_IN.values(), ids=BUILT_IN)
def test_what_a_built_in_refuses_is_said_as_python_means_it(kind, message, said):
    assert said.casefold() in restate_message(message, kind).finding.casefold()


LOOK_ALIKES = {
    "a count of validation errors": ("RuntimeError", "3 validation errors for the soup of today were found"),
    "a field of a form": ("ValueError", "soup: Field required"),
    "details of something else": ("", '"detail":[{"type":"soup","loc":"kitchen","msg":"cold"}]'),
    "a thing that no folder lacks": ("RuntimeError", "No errors were found in /srv/soup/train"),
    "files that a sentence lacks": ("RuntimeError", "No files found in the last run"),
    "a value that is not in a list of the program": ("RuntimeError", "'ladle' is not in list"),
    "a word on meta data": ("RuntimeError", "meta data of the tensor could not be read"),
    "a controller of another kind": ("RuntimeError", "the stove controller did not answer"),
    "a name that Python does not know": ("NameError", "name 'null' is not defined"),
    "a name that a module lacks": ("ImportError", "cannot import name 'Ladle' from 'soup' (/x/soup/__init__.py)"),
    "an invalid thing without a name": ("RuntimeError", "CUDA error: invalid device function (stirdir: x)"),
    "a rule that says or": ("RuntimeError", "Input type (a) and weight type (b) should be the same or dense"),
    "a sentence about finishing": ("RuntimeError", "Expected to have finished reduction in the prior iteration"),
    "an invalid rank": ("ValueError", "Invalid destination rank: destination rank should not be the same"),
    "an invalid ordinal": ("RuntimeError", "invalid device ordinal at /soup/csrc/Module.cpp:50"),
    "a Python type that is not iterable": ("TypeError", "'int' object is not iterable"),
    "a page that is not found": ("", "Error: Page not found"),
    "an operation that numpy lacks": ("TypeError", "Concatenation operation is not implemented for NumPy arrays"),
    "an answer of a web server": ("RuntimeError", "Request failed with status code 503"),
    "a program that did not fail": ("RuntimeError", "the ladle exited with code 0, and no soup is there"),
    "what is not required": ("RuntimeError", "CUDA is required for soup of this size"),
    "a plain failure": ("RuntimeError", "the soup is cold"),
    "a number of dimensions": ("RuntimeError", "'spoons' must be 2-D"),
    "a name of Python's whose class was left out": ("", "name 'X_train' is not defined"),
    "a request that is sent again": ("", "Too many requests. Retrying in 2.0 seconds"),
    "a fetch of something": ("RuntimeError", "Failed to fetch video after 10 retries."),
    "a version in a path": ("OSError", "/opt/soup>=2/ladle is gone"),
    "a file name": ("RuntimeError", "invalid file name: .stew"),
    "a file without a name": ("RuntimeError", "Failed to open file for writing: too many open files"),
    "a phrase where a value should stand": (
        "RuntimeError",
        "Expected all bowls to be on the same table, but found at least two tables, left and right!",
    ),
    "a count that is not zero": ("ValueError", "Expected a positive number of ladles, but got 0.5"),
    "an array that is none": ("error", "src is not a numpy array, neither a scalar"),
    "an installation of something unnamed": ("ImportError", "The right spoon is not there, please install it first."),
    "a thing that is required, without a package": ("RuntimeError", "Soup is required for dinner"),
    "a package that a sentence before it names": ("ImportError", "It is needed but not installed"),
    "a package without a name": ("ImportError", "A required package is not installed"),
    "any of several packages": ("ImportError", "Failed to import any ladle binding"),
    "an unset name in prose": ("", "the timer was not set and the soup burnt"),
    "a setting that was asked for": ("ImproperlyConfigured", "Requested setting SOUP_POTS, but the stove is cold."),
    "a switch to take away": (
        "",
        "the stove is off. To light it, please unset the `SOUP_OFFLINE` environment variable.",
    ),
}


@pytest.mark.parametrize(("kind", "message"), LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_a_look_alike_is_not_restated(kind, message):
    assert restate_message(message, kind) is None


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.example[:50] for shape in SHAPES])
def test_the_example_beside_each_shape_fits_it_and_no_shape_before_it(shape):
    kind = shape.kinds[0] if shape.kinds else ""
    first = next(each for each in SHAPES if (not each.kinds or kind in each.kinds) and fits(each, shape.example))

    assert first is shape
    assert restate_message(shape.example, kind).steps


def fits(shape, message):
    return Expression(shape.pattern).search(message)


def test_a_message_that_fits_a_shape_says_one_of_its_texts():
    texts = {shape: texts_of_pattern(shape.pattern) for shape in (*SHAPES, *DETAILS)}
    shapes = [shape for shape in texts if texts[shape]]

    assert len(shapes) > 150
    assert not [shape.example for shape in shapes if not any(said in squash(shape.example) for said in texts[shape])]


@pytest.mark.parametrize("shape", every(8, SHAPES), ids=lambda shape: shape.example[:50])
def test_every_value_stands_in_code_where_markdown_means_nothing(shape):
    for template in (
        *shape.findings,
        *(text for each in shape.advice for text in (each.do, each.note, each.condition)),
    ):
        outside = "".join(template.split("`")[::2])
        assert not [name for name in ("{got}", "{path}", "{list}", "{near}", "{wanted}", "{env}") if name in outside]


# ── commands ────────────────────────────────────────────────────────────────────────────────────────────────────


def commands(message):
    return [command for step in restate_message(message).steps for command in step.commands]


def test_a_command_installs_a_known_distribution_alone():
    assert commands("Lentil requires Pillow >= 9.1.0") == ["python -m pip install 'pillow>=9.1.0'"]
    assert not [command for command in commands("Lentil requires soupladlex >= 1.13.0") if "install" in command]
    assert not [command for command in commands("Please install torhc first") if "install" in command]


def test_the_distribution_that_the_message_names_is_installed_if_it_is_known_and_the_only_one():
    said = "Could not import cv2 python package. Please install it with `pip install {}`."

    assert "python -m pip install wandb" in commands(said.format("wandb"))
    for other in ("souplad", "wandb` or `pip install lxml"):
        assert "python -m pip install opencv-python" in commands(said.format(other))


def test_no_command_may_exchange_a_build_for_the_machine():
    first, _ = restate_message("Lentil requires PyTorch >= 1.13.0").steps

    assert first.commands == ()
    assert (
        first.note == "Take the command from its own page: plain `pip install` may bring a build for another machine."
    )


def test_only_what_may_be_a_module_is_imported():
    assert 'python -c "import ladle"' in commands("Please install ladle first")
    assert 'python -c "import PIL"' in commands("Please install PIL first")
    assert not [command for command in commands("Please install Ladle first") if "import" in command]


@pytest.mark.parametrize(
    "message",
    [
        "unable to find '/srv/$(touch x)/stew.pt'",
        "unable to find '/srv/a b; rm -rf ~/stew.pt'",
        "failed, log is in -rf/../`id`.log",
        "Please install torch;id first",
        "container $(id) exited (1)",
    ],
)
def test_what_a_shell_would_obey_stands_in_no_command(message):
    found = restate_message(message)

    assert (
        not [c for step in found.steps for c in step.commands if set(c) & set("$`;") and "python -c" not in c]
        if found
        else True
    )


def test_the_closest_choice_is_named():
    steps = restate_message("'sooup' is not a valid dish: ['soup', 'stew', 'salad']").steps

    assert steps[0].do == "Write `soup` in place of `sooup`: it is the closest one that is taken."


def test_a_sentence_is_no_value():
    message = "Expected all pots of soup to be on the same stove, but found at least two stoves, one and two!"

    assert restate_message(message, "RuntimeError") is None


def test_a_dtype_is_converted_by_name():
    steps = restate_message("expected Float but found Half").steps

    assert steps[0].do == "Convert the value before the call: `.to(torch.float32)`."


def test_a_backtick_in_a_value_ends_no_code():
    assert "`" not in restate_message("unknown model type: 'go`urd'").finding.split("type ", 1)[1].strip("`")


def test_a_long_value_is_cut_between_words():
    finding = restate_message("'x' is not a valid dish: ['" + "', '".join(f"dish{n}" for n in range(60)) + "']").finding

    assert len(finding) < 300
    assert finding.rstrip("`").endswith("',…") or finding.rstrip("`").endswith("'…")


@pytest.mark.parametrize("filler", ["expected a ", "must be one of [", "'x' is not ", "requires a ", "set A_B to "])
def test_restating_costs_what_the_message_is_long(filler):
    once, twice = filler * 400, filler * 800

    assert work(lambda: restate_message(twice)) <= 2.6 * work(lambda: restate_message(once))


def test_two_equal_values_are_no_mismatch():
    assert restate_message("Sequence must have length 2, got 3.")
    assert restate_message("expected 12 but got 12") is None
