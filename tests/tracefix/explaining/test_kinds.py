"""The table of kinds: every row is reached, names what the paste names, and is silent where nothing is known."""

import pytest

from tracefix.explaining.kinds import KINDS, explain_kind, short_file
from tracefix.reading.report import Error, Frame

OWN = Frame("/home/u/proj/train.py", 12, "main")
# What reaches each row: its first sentence begins as said here.
CLASSES = {
    ("KeyError", "'x'"): "The key 'x' was looked up",
    ("KeyError", "'Foo is not in the models registry'"): "A key was looked up in a dictionary, a config",
    ("IndexError", "list index out of range"): "An index is outside",
    ("AttributeError", "'NoneType' object has no attribute 'shape'"): "Something is None where an object with shape",
    ("AttributeError", "module 'torch' has no attribute 'foo'"): "The module torch has no foo",
    (
        "AttributeError",
        "'DataFrame' object has no attribute 'append'",
    ): "An object of the class DataFrame has no append",
    ("AttributeError", "__enter__"): "Code asked an object",
    ("TypeError", "f() got an unexpected keyword argument 'x'"): "f was called with an argument x",
    ("TypeError", "f() missing 1 required positional argument: 'x'"): "f was called with fewer or more arguments",
    ("TypeError", "'int' object is not iterable"): "A value of the type int was called",
    ("TypeError", "'NoneType' object is not subscriptable"): "A value is None",
    ("TypeError", "unsupported operand"): "An operation or a call got a value",
    ("ValueError", "too many values to unpack (expected 2)"): "There are more or fewer values",
    ("RuntimeError", "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)"): "The shapes of two tensors",
    ("RuntimeError", "CUDA error: out of memory"): "The GPU has not enough free memory",
    ("RuntimeError", "CUDA error: device-side assert triggered"): "A kernel failed on the GPU",
    ("RuntimeError", "NCCL error in: x.cpp"): "The processes of the job could not talk",
    ("torch.distributed.DistBackendError", "x"): "The processes of the job could not talk",
    ("torch.cuda.OutOfMemoryError", "x"): "The GPU has not enough free memory",
    ("AssertionError", ""): "The code checks that something holds",
    ("UnboundLocalError", "x"): "A variable is read before it has a value",
    ("NameError", "name 'null' is not defined"): "The name null is used",
    ("NameError", "x"): "A name is used that nothing has defined",
    ("ModuleNotFoundError", "No module named 'einops'"): "The Python that ran has no module einops",
    ("ImportError", "cannot import name 'A' from 'b' (/x/b.py)"): "The module b was found, but it has no A",
    ("ImportError", "/x/y.so: undefined symbol: _Z1f"): "A compiled library was built for other versions",
    ("ImportError", "DLL load failed while importing x"): "A shared library could not be loaded",
    ("ImportError", "no"): "Python could not import a module",
    (
        "FileNotFoundError",
        "[Errno 2] No such file or directory: 'a/b.txt'",
    ): "The file, folder or program a/b.txt does not",
    ("FileNotFoundError", "gone"): "A file, folder or program does not exist",
    ("PermissionError", "[Errno 13] Permission denied"): "The user that runs the program",
    ("OSError", "[Errno 28] No space left on device"): "The disk or the quota is full",
    ("OSError", "[Errno 5] Input/output error"): "The operating system refused",
    ("OSError", "no file named pytorch_model.bin"): "Something outside of the program",
    ("ConnectionRefusedError", "x"): "Nothing listens on that address",
    ("ConnectionResetError", "x"): "The other side closed the connection",
    ("TimeoutError", "x"): "An answer did not come in time",
    ("requests.exceptions.HTTPError", "401"): "The server answered with an error",
    ("MemoryError", ""): "The machine, not the GPU",
    ("RecursionError", "x"): "A function calls itself",
    ("StopIteration", ""): "An iterator was asked",
    ("GeneratorExit", ""): "A generator was closed",
    ("EOFError", "Ran out of input"): "A file or a connection ended",
    ("KeyboardInterrupt", ""): "Somebody pressed Ctrl+C",
    ("SystemExit", "2"): "The program ended itself",
    ("ZeroDivisionError", "division by zero"): "Something was divided by zero",
    ("NotImplementedError", ""): "The code says that this case",
    ("SyntaxError", "invalid syntax"): "Python could not parse the file",
    ("UnicodeDecodeError", "x"): "A text was read or written",
    ("json.decoder.JSONDecodeError", "x"): "What was read is not JSON",
    ("huggingface_hub.errors.HFValidationError", "x"): "The name is not a valid repository",
    ("pydantic.ValidationError", "x"): "A config or a request has a field",
    ("_pickle.PicklingError", "x"): "An object could not be turned into bytes",
    ("FutureWarning", "x"): "This is a warning",
    ("torch.distributed.elastic.multiprocessing.errors.ChildFailedError", ""): "A launcher says that one",
    ("subprocess.CalledProcessError", "x"): "A program that was started by this one",
    ("ray.exceptions.RayTaskError", "x"): "Ray says that a task",
    ("Fatal Python error", "Segmentation fault"): "The process crashed",
    ("Exception", "KeyError:Traceback (most recent call last):"): "A worker process failed with KeyError",
    ("Exception", "IndexError:T"): "A worker process failed with IndexError",  # the rest was read as a header
    ("_queue.Empty", ""): "A queue stayed empty",
    ("multiprocessing.managers.RemoteError", "x"): "The error was raised in another process",
    ("datasets.exceptions.DatasetGenerationError", "x"): "The library datasets failed",
    # a library's own class, by its name
    ("acme.MyConfigKeyError", "'x'"): "The key 'x' was looked up",
}
PROGRAMS = {
    ("pip", "No matching distribution found for x"): "The installer found no release",
    ("uv", "failed to build"): "The installer could not install",
    ("gcc", "'f' was not declared"): "The compiler could not build",
    ("ld", "cannot find -lcuda"): "The linker found no library",
    ("loader", "x"): "The program could not start",
    ("argparse", "unrecognized arguments: --x"): "The program does not take these arguments",
    ("bash", "x: command not found"): "The shell found no program",
    ("bash", "syntax error near unexpected token"): "The shell could not run",
    ("kernel", "Out of memory: Killed process 12"): "The machine or the container ran out of memory",
    ("slurm", "Task launch for 3.0 failed on node n1: Job credential expired"): "Slurm could not start the job",
    ("comfyui", "Prompt outputs failed validation:"): "The workflow asks for a node",
    ("slurm", "x"): "The scheduler ended the job",
    ("node", "x"): "A JavaScript program failed",
    ("go", "x"): "A program that is not Python",
    ("signal", "Killed"): "The process was killed from outside",
    ("exit", "Process finished with exit code 137"): "The process was killed from outside",
    ("exit", "Process finished with exit code 1"): "A program ended with an exit status",
    ("exit", "Process finished with exit code 139"): "The process crashed",
    ("signal", "Segmentation fault (core dumped)"): "The process crashed",
    ("kubernetes", "CrashLoopBackOff"): "The container or the service did not start",
    ("git", "fatal: unable to access"): "A program could not reach a server",
    ("omp", "Initializing libiomp5md.dll, but found it already initialized"): "Two copies of the threading library",
    # the class was left out, and the wording tells it
    ("python", "'DataFrame' object has no attribute 'append'"): "An object of the class DataFrame has no append",
    ("python", "No module named 'einops'"): "The Python that ran has no module einops",
    ("python", "f() got an unexpected keyword argument 'x'"): "f was called with an argument x",
    ("python", "list index out of range"): "An index is outside",
    ("python", "local variable 'path' referenced before assignment"): "A variable is read before",
    ("", "Domain socket directory /var/spool/d: No such file or directory"): "A file, folder or program does not exist",
    ("log", "Connection refused"): "Nothing listens on that address",
    ("llama.cpp", "x"): "llama.cpp could not load",
    ("cuda", "Assertion `i < n` failed."): "A kernel failed on the GPU",
}


@pytest.mark.parametrize(("kind", "expected"), CLASSES.items(), ids=lambda kind: str(kind)[:60])
def test_a_class_and_its_message_tell_what_it_means(kind, expected):
    means, look = explain_kind(Error(*kind, 1), OWN)

    assert means.startswith(expected)
    assert look.endswith(".")


@pytest.mark.parametrize(("kind", "expected"), PROGRAMS.items(), ids=lambda kind: str(kind)[:60])
def test_a_program_and_its_message_tell_what_it_means(kind, expected):
    program, message = kind

    assert explain_kind(Error("", message, 1, program=program), None)[0].startswith(expected)


def test_every_row_of_the_table_is_reached():
    errors = [Error(*kind, 1) for kind in CLASSES] + [Error("", text, 1, program=name) for name, text in PROGRAMS]

    reached = {explain_kind(error, None)[0].template for error in errors}

    assert [row.means for row in KINDS if row.means not in reached] == []


def test_each_row_says_two_sentences_with_and_without_ones_own_line():
    for row in KINDS:
        assert row.means
        assert row.otherwise
        assert not row.look or ("{line}" in row.look and "{file}" in row.look)


def test_ones_own_line_is_named_where_the_paste_shows_it():
    error = Error("KeyError", "'x'", 1)

    assert explain_kind(error, OWN)[1] == "Print the dictionary's keys just before line 12 of train.py."
    assert explain_kind(error, None)[1] == "Print the dictionary's keys just before the line that fails."
    assert explain_kind(error, Frame("<ipython-input-1-ab>", 0, "f"))[1].endswith("the line that fails.")


@pytest.mark.parametrize(
    "error", [Error("AcmeFailure", "x", 1), Error("", "something odd", 1), Error("OverflowError", "", 1)]
)
def test_nothing_is_said_of_an_unknown_kind(error):
    assert explain_kind(error, OWN) == ()


def test_a_long_name_is_cut():
    words = explain_kind(Error("FileNotFoundError", f"No such file or directory: '/{'x' * 190}'", 1), OWN)[0]

    assert len(words) < 200
    assert "…" in words


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "$(touch x)", "{line}", "{0.__class__}", "'; DROP"])
def test_a_hostile_value_is_only_text(hostile):
    phrases = explain_kind(Error("FileNotFoundError", f"No such file or directory: `{hostile}`", 1), OWN)

    assert not phrases or hostile not in phrases[0].template


def test_a_file_is_called_by_its_name():
    assert short_file(r"C:\proj\train.py") == "train.py"
    assert short_file("Cell In[3]") == "Cell In[3]"


@pytest.mark.parametrize("name", ["ValueError", "RuntimeError", "dgl._ffi.base.DGLError", "SoupColdError"])
def test_a_class_that_tells_nothing_is_not_described(name):
    assert explain_kind(Error(name, "the soup is cold", 1), OWN) == ()
