"""Kinds of error that Python raises about names, values and imports."""

from tracefix.explaining.kinds.row import Row
from tracefix.phrases import sentence

# The two sentences of rows that say the same
_NO_TALK = (
    sentence("NCCL, Gloo or the store, by which the processes of a job talk, reported an error."),
    sentence(
        "Find the rank that failed first: its own error may be the cause. Of NCCL, run it again with "
        "`NCCL_DEBUG=INFO` on every rank."
    ),
)

VALUES: tuple[Row, ...] = (
    # ── names and values ────────────────────────────────────────────────────────────────────────────────────────
    Row(
        ("KeyError",),
        sentence("A key or a name was looked up, and is not there."),
        sentence("Print the keys that are there just before the line that fails."),
        look=sentence("Print the keys that are there just before line {line} of {file}."),
    ),
    Row(
        ("IndexError", "RuntimeError"),
        sentence("Compiled code looked up a name that it does not know: `at` of a C++ map raised."),
        sentence("Compare the names that the file or model holds with those that this release of the program knows."),
        r"(?:\bmap|Map_base|unordered_map\S{0,200})::at\b",
    ),
    Row(
        ("IndexError",),
        sentence("An index is outside of the list, the tuple or the tensor that it was used on."),
        sentence(
            "Print the length, or the shape, and the index just before the line that fails. If it is empty, find what "
            "should have filled it."
        ),
        look=sentence(
            "Print the length, or the shape, and the index just before line {line} of {file}. If it is empty, find "
            "what should have filled it."
        ),
    ),
    Row(
        ("AttributeError",),
        sentence("Something was asked for an attribute that it does not have."),
        sentence("Print the object's type just before the line that fails."),
        look=sentence("Print the object's type just before line {line} of {file}."),
    ),
    Row(
        ("TypeError",),
        sentence("A value's type, or the arguments of a call, do not fit what the code does with them."),
        sentence("Print the types of the values just before the line that fails."),
        look=sentence("Print the types of the values on line {line} of {file}."),
    ),
    Row(
        ("RuntimeError", "AcceleratorError", "OutOfMemoryError", "DistBackendError"),
        sentence("There was not enough free memory, of the GPU or of the machine, for what was asked for."),
        sentence(
            "See who uses the memory (`nvidia-smi` for NVIDIA); then make the batch, the sequence or the model smaller."
        ),
        r"(?i)(?:out of memory|\bOOM\b)",
    ),
    Row(
        ("RuntimeError", "AcceleratorError", "cuda"),
        sentence("The GPU reported an error, and an earlier call than the one in the stack may have caused it."),
        sentence(
            "Run it again with `CUDA_LAUNCH_BLOCKING=1`: the stack then ends at the call that failed. Of a "
            "device-side assert, print the largest index or label that is passed there."
        ),
        r"(?i)(?:CUDA error|device-side assert|illegal memory access|HIP error|error=59|Assertion .*failed\.?$)",
    ),
    Row(
        ("RuntimeError", "DistBackendError", "DistNetworkError", "DistStoreError", "nccl", "torch"),
        *_NO_TALK,
        r"(?i)(?:NCCL|Gloo|c10d|rendezvous|TCPStore|Socket Timeout)",
    ),
    Row(
        ("Exception",),
        sentence("A worker process failed with {name}, and this line quotes that process's own traceback."),
        sentence("The last line of that traceback is the error itself: if your paste stops before it, add it."),
        r"^(?P<name>\w{1,60}(?:Error|Exception)):? ?T(?:raceback|$)",
    ),
    Row(
        (
            *("DistBackendError", "DistNetworkError", "DistStoreError", "ncclSystemError", "ncclInternalError"),
            *("ncclUnhandledCudaError", "ncclRemoteError", "ncclInvalidUsage"),
        ),
        *_NO_TALK,
    ),
    Row(
        ("AssertionError",),
        sentence("The code checks something, and the message says what does not hold."),
        sentence("Compare what it speaks of (a path, a name, an option, a shape) with what you passed."),
        r"\w\W+\w",
        sentence(
            "Compare what it speaks of (a path, a name, an option, a shape) with what you passed; line {line} of "
            "{file} leads to the check."
        ),
    ),
    Row(
        ("AssertionError",),
        sentence("The code checks that something holds, and it does not."),
        sentence("Read the `assert` on the last line of the stack: it says what was expected."),
        look=sentence(
            "Read the `assert` on the last line of the stack, and print its values on line {line} of {file}."
        ),
    ),
    Row(
        ("UnboundLocalError",),
        sentence("A variable of the function is read before anything has set it."),
        sentence(
            "If the code is yours, give it a value before the `if`, the loop or the `try` that sets it. If it is a "
            "package's, look above this line for what failed first, and compare your input with what it takes."
        ),
        look=sentence("Look which lines of {file} set it: none of them has run before line {line}."),
    ),
    # ── imports ─────────────────────────────────────────────────────────────────────────────────────────────────
    Row(
        ("ImportError", "OSError", "loader", "ld.so", "dyld", "windows"),
        sentence("A compiled library asks another one for a function or a version that it does not have."),
        sentence(
            "If the message names GLIBC, the system is too old for this build. Else reinstall the package that owns "
            "the library, in the build for the packages that it was compiled against."
        ),
        r"(?:undefined symbol|GLIBC|symbol lookup error|version `)",
    ),
    Row(
        ("ImportError", "OSError"),
        sentence("A library asks macOS, or another library, for a function that it does not have."),
        sentence(
            "Compare `sw_vers` with the macOS that the package needs: update macOS, or install a release of the "
            "package for yours."
        ),
        r"(?i)symbol not found\b.*(?:dlopen|flat namespace|expected in)|dlopen.*symbol not found",
    ),
    Row(
        ("ImportError", "OSError"),
        sentence("macOS could not load a library, or one that it needs."),
        sentence(
            "Read the reason behind the file's name. If a file was not found, `otool -L` on the one that was loaded "
            "lists the libraries that must be there."
        ),
        r"dlopen\(|\.dylib\b|Library not loaded",
    ),
    Row(
        ("ImportError", "OSError"),
        sentence("Windows could not load a DLL: it, or one that it needs, is missing, of another kind, or failed."),
        sentence(
            "Install the “Visual C++ Redistributable” of Microsoft, then the package that the file lies in again, "
            "in the build for this Python."
        ),
        r"(?i)DLL load failed|procedure entry point|"
        r"(?:not|cannot|failed to|unable to) (?:find|load)\b[^\n]{0,120}\.(?:dll|pyd)\b|"
        r"\.(?:dll|pyd)\b[^\n]{0,80}(?:not found|missing|could not|cannot|failed|is either)",
    ),
    Row(
        ("ImportError", "OSError", "loader", "ld.so"),
        sentence("A shared library could not be loaded: the words behind its name say why."),
        sentence("If they say that a file is not there, `ldd` on the library that was imported shows all of them."),
        r"(?i)(?:cannot open shared object|error while loading shared|\.so\b)",
    ),
    Row(
        ("ModuleNotFoundError", "ImportError"),
        sentence("An import failed, or a package refused to be imported: the message says which."),
        sentence("Do what it says. If it names no reason, the error above it does."),
    ),
)
