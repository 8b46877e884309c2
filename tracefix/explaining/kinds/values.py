"""Kinds of error that Python raises about names, values and imports."""

from tracefix.explaining.kinds.row import Row
from tracefix.phrases import sentence

VALUES: tuple[Row, ...] = (
    # ── names and values ────────────────────────────────────────────────────────────────────────────────────────
    Row(
        ("KeyError",),
        sentence("The key {name} was looked up in a dictionary that does not have it."),
        sentence("Print the dictionary's keys just before the line that fails."),
        sentence("Print the dictionary's keys just before line {line} of {file}."),
        r"^(?P<name>['\"][^'\"\s]{1,200}['\"]|-?\d{1,20})$",
    ),
    Row(
        ("KeyError",),
        sentence("A key was looked up in a dictionary, a config or a registry that does not have it."),
        sentence("Print the keys that are there just before the line that fails."),
        sentence("Print the keys that are there just before line {line} of {file}."),
    ),
    Row(
        ("IndexError", "RuntimeError"),
        sentence("Compiled code looked up a name that it does not know: `at` of a C++ map raised."),
        sentence("Compare the names that the file or model holds with those that this release of the program knows."),
        "",
        r"(?:\bmap|Map_base|unordered_map\S{0,200})::at\b",
    ),
    Row(
        ("IndexError",),
        sentence("An index is outside of the list, the tuple or the tensor that it was used on."),
        sentence(
            "Print the length, or the shape, and the index just before the line that fails: often the list is empty."
        ),
        sentence(
            "Print the length, or the shape, and the index just before line {line} of {file}: often the list is empty."
        ),
    ),
    Row(
        ("AttributeError",),
        sentence("Something is None where an object with {name} was expected."),
        sentence("Find where that value was assigned: a call that failed quietly, or a function without a return."),
        sentence(
            "Find where the value on line {line} of {file} was assigned: a call that failed quietly, or a function "
            "without a return."
        ),
        r"'NoneType' object has no attribute '(?P<name>\w{1,100})'",
    ),
    Row(
        ("AttributeError",),
        sentence(
            "The module {module} has no {name} in the version that is installed, or another file of that name hides it."
        ),
        sentence("Print `{module}.__file__` and the version: a file of yours with this name comes first."),
        "",
        r"^(?:partially initialized )?module '(?P<module>[\w.]{1,100})' has no attribute '(?P<name>\w{1,100})'",
    ),
    Row(
        ("AttributeError",),
        sentence(
            "An object of the class {owner} has no {name}: it is of another class than the code expects, or the "
            "library "
            "has renamed it."
        ),
        sentence(
            "Print the object's type just before the line that fails, and compare the library's version with the one "
            "that the code was written for."
        ),
        sentence(
            "Print the object's type just before line {line} of {file}, and compare the library's version with the one "
            "that the code was written for."
        ),
        r"'(?P<owner>[\w.]{1,100})' object has no attribute '(?P<name>\w{1,100})'",
    ),
    Row(
        ("AttributeError",),
        sentence("Code asked an object for something that objects of its class do not have."),
        sentence("Print the object's type just before the line that fails."),
        sentence("Print the object's type just before line {line} of {file}."),
    ),
    Row(
        ("TypeError",),
        sentence("{function} was called with an argument {name} that its installed version does not take."),
        sentence(
            "Compare the call with the function's signature in the installed version: the argument was renamed, "
            "removed, "
            "or added later."
        ),
        "",
        r"(?P<function>[\w.<>]{1,120})\(\) got an unexpected keyword argument '(?P<name>\w{1,100})'",
    ),
    Row(
        ("TypeError",),
        sentence("{function} was called with fewer or more arguments than it takes."),
        sentence(
            "Compare the call with the function's signature in the installed version; a method counts `self`, too."
        ),
        sentence(
            "Compare the call on line {line} of {file} with the function's signature in the installed version; a "
            "method counts `self`, too."
        ),
        r"(?P<function>[\w.<>]{1,120})\(\) (?:missing \d+ required|takes (?:from )?\d+)",
    ),
    Row(
        ("TypeError",),
        sentence("A value of the type {name} was called, indexed or looped over, which that type does not allow."),
        sentence("Find where the value was assigned: it is something other than its name says."),
        sentence(
            "Find where the values on line {line} of {file} were assigned: one of them is something other "
            "than its name says."
        ),
        r"'(?P<name>[A-MO-Za-z][\w.]{0,100})' object is not \w",
    ),
    Row(
        ("TypeError",),
        sentence("A value is None where the code expects something that it can use."),
        sentence("Find where that value was assigned: a call that found nothing often returns None."),
        sentence("Print the values on line {line} of {file}, and find which of them is None and who returned it."),
        r"NoneType",
    ),
    Row(
        ("TypeError",),
        sentence("An operation or a call got a value of a type that it does not take."),
        sentence("Print the types of the arguments just before the line that fails."),
        sentence("Print the types of the values on line {line} of {file}."),
    ),
    Row(
        ("ValueError",),
        sentence("There are more or fewer values than names on the left of the equals sign."),
        sentence("Print the right-hand side: its length has changed."),
        sentence("Print the right-hand side of line {line} of {file}: its length has changed."),
        r"(?:values to unpack|to unpack \()",
    ),
    Row(
        ("RuntimeError",),
        sentence("The shapes of two tensors do not fit each other."),
        sentence("Print the shape of each tensor just before the line that fails."),
        sentence("Print the shape of each tensor just before line {line} of {file}."),
        r"(?i)(?:size of tensor|shapes? cannot be multiplied|size mismatch|sizes of tensors|"
        r"is invalid for input of size|"
        r"shape '\[)",
    ),
    Row(
        ("RuntimeError", "AcceleratorError", "OutOfMemoryError", "DistBackendError"),
        sentence("The GPU has not enough free memory for what was asked for."),
        sentence(
            "Run `nvidia-smi` to see who uses the memory; then make the batch, the sequence or the model smaller."
        ),
        "",
        r"(?i)(?:out of memory|\bOOM\b)",
    ),
    Row(
        ("RuntimeError", "AcceleratorError", "cuda"),
        sentence(
            "A kernel failed on the GPU, and Python noticed only later: the line in the stack may not be the "
            "one that failed."
        ),
        sentence(
            "Run it again with `CUDA_LAUNCH_BLOCKING=1`: the stack then ends at the call that failed. Often "
            "an index or a label is out of range."
        ),
        "",
        r"(?i)(?:CUDA error|device-side assert|illegal memory access|HIP error|error=59|Assertion )",
    ),
    Row(
        ("RuntimeError", "DistBackendError", "DistNetworkError", "DistStoreError", "nccl", "torch"),
        sentence("The processes of the job could not talk to each other."),
        sentence("Run it again with `NCCL_DEBUG=INFO` on every rank, and read the first rank that failed."),
        "",
        r"(?i)(?:NCCL|Gloo|c10d|rendezvous|TCPStore|Socket Timeout)",
    ),
    Row(
        ("Exception",),
        sentence("A worker process failed with {name}, and this line quotes that process's own traceback."),
        sentence("The last line of that traceback is the error itself: if your paste stops before it, add it."),
        "",
        r"^(?P<name>\w{1,60}(?:Error|Exception)):? ?T(?:raceback|$)",
    ),
    Row(
        (
            *("DistBackendError", "DistNetworkError", "DistStoreError", "ncclSystemError", "ncclInternalError"),
            *("ncclUnhandledCudaError", "ncclRemoteError", "ncclInvalidUsage"),
        ),
        sentence("The processes of the job could not talk to each other."),
        sentence("Run it again with `NCCL_DEBUG=INFO` on every rank, and read the first rank that failed."),
    ),
    Row(
        ("OutOfMemoryError",),
        sentence("The GPU has not enough free memory for what was asked for."),
        sentence(
            "Run `nvidia-smi` to see who uses the memory; then make the batch, the sequence or the model smaller."
        ),
    ),
    Row(
        ("AssertionError",),
        sentence("The code checks that something holds, and it does not."),
        sentence("Read the `assert` on the last line of the stack: it says what was expected."),
        sentence("Read the `assert` on the last line of the stack, and print its values on line {line} of {file}."),
    ),
    Row(
        ("UnboundLocalError",),
        sentence("A variable is read before it has a value: the branch that sets it did not run."),
        sentence(
            "If the code is yours, give it a value before the `if`, the loop or the `try` that sets it. If it is a "
            "package's, an earlier step failed or your input is of another release: look above this line."
        ),
        sentence("Follow the branches above line {line} of {file}: one of them does not set it."),
    ),
    Row(
        ("NameError",),
        sentence("The name {name} is used, but nothing has defined or imported it."),
        sentence("Look for a missing import, a cell of the notebook that was not run, or a typo."),
        sentence(
            "Look at line {line} of {file} for a missing import, a cell of the notebook that was not run, or a typo."
        ),
        r"name '(?P<name>\w{1,100})' is not defined",
    ),
    Row(
        ("NameError",),
        sentence("A name is used that nothing has defined or imported."),
        sentence("Look for a missing import, a cell of the notebook that was not run, or a typo."),
    ),
    # ── imports ─────────────────────────────────────────────────────────────────────────────────────────────────
    Row(
        ("ModuleNotFoundError", "ImportError"),
        sentence("The Python that ran has no module {name}: it is not installed there, or not on its path."),
        sentence(
            'Run `python -c "import sys; print(sys.executable)"` in the same shell, and install it into that Python; a '
            "module of your own needs its folder on the path."
        ),
        "",
        r"No module named '?(?P<name>[\w.]{1,100})'?",
    ),
    Row(
        ("ImportError",),
        sentence(
            "The module {module} was found, but it has no {name}: another version has it, or this is another module."
        ),
        sentence(
            "Print `{module}.__file__`: a file or folder of yours with this name hides the package. If it is the "
            "package, compare its version with what the importing code asks for."
        ),
        "",
        r"cannot import name '(?P<name>\w{1,100})' from (?:partially initialized module )?'(?P<module>[\w.]{1,100})'",
    ),
    Row(
        ("ImportError", "OSError", "loader", "ld.so", "dyld", "windows"),
        sentence("A compiled library was built for other versions than those that are installed."),
        sentence(
            "Reinstall the package that owns the library, so that it fits the installed PyTorch, CUDA and Python."
        ),
        "",
        r"(?:undefined symbol|GLIBC|symbol lookup error|version `)",
    ),
    Row(
        ("ImportError", "OSError"),
        sentence("The library was built for another processor than the Python that loads it."),
        sentence(
            'Run `python -c "import platform; print(platform.machine())"`: an x86_64 Python runs on Apple silicon, '
            "too, but loads no arm64 library. Install an arm64 Python, and the packages into it again."
        ),
        "",
        r"(?i)incompatible architecture|wrong architecture",
    ),
    Row(
        ("ImportError", "OSError"),
        sentence("A library asks macOS, or another library, for a function that it does not have."),
        sentence(
            "Compare `sw_vers` with the macOS that the package needs: update macOS, or install a release of the "
            "package for yours."
        ),
        "",
        r"(?i)symbol not found",
    ),
    Row(
        ("ImportError", "OSError"),
        sentence("macOS did not find a library, or one that it needs."),
        sentence("Run `otool -L` on the file that the message names: it lists the libraries that must be there."),
        "",
        r"dlopen\(|\.dylib\b|Library not loaded",
    ),
    Row(
        ("ImportError", "OSError"),
        sentence("A DLL could not be loaded: it, or one that it needs, is missing or of another version."),
        sentence("Reinstall the package that the file lies in, together with those that it was built with."),
        "",
        r"(?i)DLL load failed|procedure entry point|"
        r"(?:not|cannot|failed to|unable to) (?:find|load)\b[^\n]{0,120}\.(?:dll|pyd)\b|"
        r"\.(?:dll|pyd)\b[^\n]{0,80}(?:not found|missing|could not|cannot|failed|is either)",
    ),
    Row(
        ("ImportError", "OSError", "loader", "ld.so"),
        sentence("A shared library could not be loaded: it, or one that it needs, is missing."),
        sentence("Run `ldd` on the file that the message names, and see which line says “not found”."),
        "",
        r"(?i)(?:cannot open shared object|error while loading shared|\.so\b)",
    ),
    Row(
        ("ModuleNotFoundError", "ImportError"),
        sentence("Python could not import a module, or a name in it."),
        sentence("Compare the installed versions of both packages with what the importing one asks for."),
    ),
)
