"""The wording stays, values go: the same error of two people reads the same, and names neither of them."""

import doctest
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.core import generalising
from kb.core.generalising import generalise

MESSAGES = {
    "a path": ("No such file: '/home/jane/data/x.pt'", "No such file: '{path}'"),
    "a path without quotes": ("cannot open /home/jane/x.pt, stop", "cannot open {path}, stop"),
    "a path of Windows": (
        r"[WinError 126] Error loading C:\jane\fbgemm.dll",
        "[WinError {number}] Error loading {path}",
    ),
    "a model": ("jane/my-model is not a local folder", "{path} is not a local folder"),
    "a file": ("train.py: error: unrecognized arguments", "{path}: error: unrecognized arguments"),
    "a file that every model has": ("no config.json found", "no config.json found"),
    "a log file": ("cannot write train.log:12", "cannot write {path}:{number}"),
    "a name that looks like a file": (
        "cannot pickle '_thread.lock', math.log",
        "cannot pickle '_thread.lock', math.log",
    ),
    "a range": ("no port in 7860-7959", "no port in {numbers}"),
    "a shared library": (
        "libcudart.so.11.0: cannot open shared object file",
        "libcudart.so.11.0: cannot open shared object file",
    ),
    "numbers with units": ("Tried to allocate 20.00 MiB (GPU 0)", "Tried to allocate {size} (GPU {number})"),
    "a series": ("shape torch.Size([2, 3, 4]) is invalid", "shape torch.Size([{numbers}]) is invalid"),
    "sizes": ("cannot be multiplied (2x3 and 4x5)", "cannot be multiplied ({numbers} and {numbers})"),
    "a device": ("found cuda:0 and cpu!", "found cuda:{number} and cpu!"),
    "a layer": ("mismatch for model.layers.31.weight", "mismatch for model.layers.{number}.weight"),
    "a rank": ("rank3 left, Thread-7 too", "rank{number} left, Thread-{number} too"),
    "a host with its port": ("connect to trainer:29500", "connect to {host}:{number}"),
    "a host of a domain": ("ip-10-0-3-17.ec2.internal died", "{host} died"),
    "a module that looks like a host": ("module 'torchvision.io' lacks it", "module 'torchvision.io' lacks it"),
    "an address": ("refused by 10.0.3.17:8000", "refused by {address}:{number}"),
    "an address of IPv6": ("refused by [2001:db8::ff00:42:8329]", "refused by [{address}]"),
    "names of C++": ("at::Tensor and c10::cuda::f", "at::Tensor and c10::cuda::f"),
    "an e-mail address": ("sent by jane.doe@example.org", "sent by {email}"),
    "a UUID": ("run 5f0d7a4e-9c1b-4d7e-8f3a-0123456789ab", "run {uuid}"),
    "a place in memory": ("<Foo object at 0x7f3a1c0d5e80>", "<Foo object at {hex}>"),
    "a commit": ("revision 3fa9c17 is unknown", "revision {hex} is unknown"),
    "a time": ("at 2026-01-31T10:00:00.123Z and 10:00:01", "at {time} and {time}"),
    "a quoted sentence": ("KeyError: 'jane and joe'", "KeyError: '{value}'"),
    "a quoted operator": ("for +: 'int' and '<' 'str'", "for +: 'int' and '<' 'str'"),
    "a user": ("authentication failed for user 'jane'", "authentication failed for user '{value}'"),
    "a user who is set": ("job of user=jane, host='x y'", "job of user={value}, host='{value}'"),
    "an apostrophe": ("can't pickle 'dict_keys' objects", "can't pickle 'dict_keys' objects"),
    "types with digits": ("float16, fp8_e4m3, c10d, conv2d", "float16, fp8_e4m3, c10d, conv2d"),
    "a choice": ("Input/output error and/or N/A", "Input/output error and/or N/A"),
    "Chinese": ("无法打开 /home/小明/x.pt", "无法打开 {path}"),
    "control codes": ("a\x1b[2Jb\u202ec  d", "a[{value} d"),
}


@pytest.mark.parametrize(("text", "expected"), MESSAGES.values(), ids=MESSAGES)
def test_a_message_is_generalised(text, expected):
    assert generalise(text) == expected


SEGMENT = st.text(st.sampled_from(string.ascii_lowercase), min_size=7, max_size=12)
PLACES = (
    "cannot open {}",
    "cannot open '{}': no such file",
    'in "{}"',
    "file={}",
    "({})",
    "[{}]",
    "at {}:12",
    "x {}, y",
)


SHAPES = ("/{}/{}/{}", "~/{}/{}/{}", "./{}/{}/{}", "C:\\{}\\{}\\{}", "\\\\{}\\{}\\{}", "s3://{}/{}/{}")


@given(st.sampled_from(PLACES), st.sampled_from(SHAPES), st.tuples(SEGMENT, SEGMENT, SEGMENT))
@settings(max_examples=400)
def test_nothing_of_a_path_survives(place, shape, parts):
    said = generalise(place.format(shape.format(*parts)))

    assert not [part for part in parts if part in said]


@given(st.integers(0, 10**9), st.integers(0, 10**9), st.floats(0, 1e6), st.floats(0, 1e6))
def test_other_numbers_give_the_same_message(one, other, size, other_size):
    template = "worker {} on cuda:{} asked for {:.2f} {}, exit code -{}"

    assert generalise(template.format(one, one, size, "GiB", one)) == generalise(
        template.format(other, other, other_size, "MiB", other)
    )


@given(st.one_of(st.text(max_size=200), st.text(st.sampled_from("a1Z_ .:/\\-'\"=@{}<>(),x0\n"), max_size=80)))
def test_doing_it_twice_changes_nothing(text):
    once = generalise(text)

    assert generalise(once) == once


def test_the_examples_in_the_docstrings_are_true():
    assert doctest.testmod(generalising).failed == 0
