"""Where an error comes from: the package whose code raised it, and the innermost frame of the reader's own code.

A path tells whose code a frame is. What pip put there stands below `site-packages`; Python's own modules stand below
`lib/python3.x`; what a shell or an editor made (`<string>`, a console script) is nobody's. All else is the reader's:
a checkout of a well-known project, too, for the reader can read and change it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tracefix.linear_re import Expression
from tracefix.reading.libraries import LIBRARIES, STANDARD
from tracefix.reading.lines import LineCounter
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error, Frame

OWN = "own"
STDLIB = "stdlib"
_FATAL = "Fatal Python error"
_IN_PYTHON = ("c++", "comfyui", "torch", "cuda")
NOBODY = ""  # made on the way: it raises nothing and belongs to no package

_LONGEST_PATH = 500  # characters; of a longer one, the end
_FAR = 4_000  # characters around an error line in which its frames are looked for
_FAR_BELOW = 20_000  # characters of an unfinished stack that are looked at: its end


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an error comes from.

    `raised_in` is a package as it is imported, OWN, STDLIB, or "" if the paste does not show it; `frame` is the
    frame that says so. `own` is the innermost frame of the reader's code.
    """

    raised_in: str = ""
    frame: Frame | None = None
    own: Frame | None = None


def find_origin(error: Error, paste: Paste | None = None, errors: Sequence[Error] = ()) -> Origin:
    """Where an error was raised. With the paste and its errors, damaged frames that are in no stack count, too."""
    frames = innermost_last(error)
    found = _of_frames(frames)
    if error.program and not error.type and error.program not in _IN_PYTHON:  # a frame beside it ran the program
        found = Origin(own=found.own)
    is_interleaved = error.rank is not None and any(other.rank not in (error.rank, None) for other in errors)
    if paste is None or is_interleaved or error.type == _FATAL:
        return found
    if error.is_cut and frames and frames[-1].paste_line > error.line:  # the stack's header alone names the class
        return Origin(own=found.own or _of_frames_below(error, paste, errors).own)
    if error.type and (loose := _loose_above(error, paste)):
        return _of_frames(loose)
    if not error.type and (dump := _dump_above(error, paste)):
        return _of_frames(dump)
    if frames or any(other.frames for other in errors if other.start > error.start):
        return found
    return _of_frames_below(error, paste, errors)


def find_unfinished(paste: Paste) -> Origin:
    """The origin of an error whose stack was cut before its error line: `frame` is the last complete frame."""
    first = max(paste.text.rfind(_HEADER), len(paste.text) - _FAR_BELOW, 0)
    frames = [frame for frame, _ in _loose(paste, first, len(paste.text))]
    if not frames:
        return Origin()
    last = frames[-1]
    own = next((frame for frame in reversed(frames) if package_of(frame.file) == OWN), None)
    return Origin(package_of(last.file), last, own)


def innermost_last(error: Error) -> Sequence[Frame]:
    """The Python frames of an error in the order of their calls. faulthandler prints the innermost first."""
    frames = [frame for frame in error.frames if frame.line or not _NATIVE.search(frame.file or ".so")]
    return frames[::-1] if error.type == _FATAL else frames


def _of_frames(frames: Sequence[Frame]) -> Origin:
    """The origin that these frames show; the innermost frame is the last one."""
    raised_in, raising = NOBODY, None
    for frame in reversed(frames):
        if frame.file.startswith("<") and _GENERATED.match(frame.file):  # the code that raised it stands nowhere
            break
        if package := package_of(frame.file):
            raised_in, raising = package, frame
            break
    own = next((frame for frame in reversed(frames) if package_of(frame.file) == OWN), None)
    return Origin(raised_in, raising, own)


# ── whose a path is ─────────────────────────────────────────────────────────────────────────────────────────────

_NATIVE = Expression(r"(?i)\.(?:so[.\d]*|dll|dylib|pyd|exe|c|cc|cpp|cu|h)$")
# code that was made and run as a string; what it raises is nowhere to be read
_GENERATED = Expression(r"^<(?:string|eval_with_key|unknown|template|generated)\b[^/]*$")
_INTERACTIVE = Expression(
    r"^(?:<(?:stdin|ipython-input|input|cell|timed exec|command-|console|doctest)|Cell In ?\[|Input In ?\[|In ?\[)"
    r"|[/\\](?:ipykernel_\d+|ipython-input-[\w-]+)[/\\.]|\.ipynb(?: (?:Cell|单元格) \d+'?)?$"
)
_NOTEBOOK = Expression(r"^(?:<ipython-input|Cell In ?\[|Input In ?\[|In ?\[)|[/\\]ipykernel_\d+[/\\.]|\.ipynb\b")
_IN_ANGLES = Expression(r"^<[^/\\]*>(?:\.\d+)?$")
PACKAGE_FOLDERS = ("site-packages", "dist-packages")  # below which packages are installed
# below it stands an installed package; the word may have lost its beginning at the edge of a screen
_INSTALLED = Expression(
    r"^.*(?:(?:^|/)(?:[\w-]*-)?(?:site|dist)-?packages|^[\w-]{0,12}kages|\.(?:egg|whl)|/uv/archive-v0/[\w-]+"
    r"|/py_modules_files/_ray_pkg_\w+|/spark/python(?:/lib)?|/(?:pyspark|py4j[\w.-]*)\.zip)/(?P<rest>.+)$"
)
_VERSIONED = Expression(r"^.*/(?:lib(?:64|-python)?/(?:python|pypy)?3(?:\.\d+)?t?|python3\d*\.zip)/(?P<rest>.+)$")
# Windows has no version in it: C:\Python310\lib\queue.py, D:\Anaconda\envs\x\lib\queue.py
_ON_WINDOWS = Expression(
    r"(?i)^.*(?:python|conda|/envs?/|/\.?v?env[\w.-]*/|/programs/).*?(?:/lib|/python3?\d*\.zip)/(?P<rest>[^/].*)$"
)
_SCRIPT = Expression(r"(?i)/(?:s?bin|scripts)/(?:[\w.+-]+\.exe/)?[\w+-]+(?:-script\.pyw?|\.exe|__main__\.py)?$|\.exe/")
_EDITOR = Expression(r"(?i)/(?P<name>debugpy|pydevd?|pydev)/")
_DYNAMIC = Expression(r"/(?P<name>transformers_modules|datasets_modules)/")
# what is left of a path whose beginning was cut off or hidden: `…/torch/x.py`, `/trl/x.py`, `<redacted>/torch/x.py`
_RELATIVE = Expression(r"^(?:(?:\.{3}|…|~|/?<[^/>]*>|\[[^/\]]*\]|\*+|)/)?(?P<first>[A-Za-z_]\w*)/(?P<rest>.+)$")
_PYREX = Expression(r"^(?:.*/)?(?P<first>[A-Za-z_]\w*)(?:[./].*)?\.p(?:yx|xi|xd)$")
_NAME = Expression(r"^(?P<name>[A-Za-z_][\w-]*)(?:[./]|$)")
_ARCHIVE = Expression(r"^[^/]+\.(?:egg|whl|zip)/")
# folders of a project that hold programs, though the project bears the name of a package
_PROGRAMS = ("examples", "scripts", "tools", "tests", "recipes", "projects", "demo", "benchmarks", "tutorials")
# Standard modules that a path alone tells, without a folder; nobody's own files are called so
_BARE_STANDARD = ("threading.py", "runpy.py", "contextlib.py", "subprocess.py", "socketserver.py", "selectors.py")
_STANDARD_FOLDERS = ("asyncio", "concurrent", "multiprocessing", "importlib", "urllib", "http", "json", "unittest")
_ALIASES = {"_pytest": "pytest", "_distutils_hack": "setuptools", "_pydevd_bundle": "pydevd", "pydev": "pydevd"}


def is_interactive(file: str) -> bool:
    """Whether a file name, as printed, stands for a notebook cell or for input at a prompt."""
    return bool(_INTERACTIVE.search(file[-_LONGEST_PATH:]))


def is_notebook(file: str) -> bool:
    """Whether a file name, as printed, stands for a cell of a notebook, whose kernel keeps what it has loaded.

    >>> is_notebook("<ipython-input-3-1a2b>"), is_notebook("Cell In[3]"), is_notebook("<stdin>")
    (True, True, False)
    """
    return bool(_NOTEBOOK.search(file[-_LONGEST_PATH:]))


@lru_cache(maxsize=4096)
def package_of(file: str) -> str:
    """Whose code a file is: a package, OWN, STDLIB, or NOBODY's, by its path as printed.

    >>> package_of("/home/u/venv/lib/python3.10/site-packages/torch/nn/modules/module.py")
    'torch'
    >>> package_of(r"C:\\Python310\\lib\\queue.py"), package_of("train.py"), package_of("<frozen runpy>")
    ('stdlib', 'own', '')
    """
    if is_interactive(file):
        return OWN
    if "array_function" in file:
        return "numpy"
    if not file or _IN_ANGLES.match(file):
        return NOBODY
    path = file[-_LONGEST_PATH:].replace("\\", "/").replace("//", "/").replace(" ", "")
    for read in (_read_installed, _read_standard, _read_made, _read_relative):
        if (package := read(path)) is not None:
            return package
    return OWN


def _read_installed(path: str) -> str | None:
    found = _INSTALLED.match(path)
    if found is None:
        return None
    rest: str = found["rest"]
    while egg := _ARCHIVE.match(rest):
        rest = rest[egg.end() :]
    return _top(rest)


def _read_standard(path: str) -> str | None:
    """The package of a file below Python's own folder: STDLIB, or an installed package; None for other files."""
    found = _VERSIONED.match(path) or _ON_WINDOWS.match(path)
    if found:
        name = _top(found["rest"])
        if name in STANDARD:
            return STDLIB
        if _VERSIONED.match(path):
            return name
    if path in _BARE_STANDARD or (path.partition("/")[0] in _STANDARD_FOLDERS and path.endswith(".py")):
        return STDLIB
    return None


def _read_made(path: str) -> str | None:
    """Console scripts, debuggers, code that a hub sends."""
    if _SCRIPT.search(path):
        return NOBODY
    found = _EDITOR.search(path) or _DYNAMIC.search(path)
    return _ALIASES.get(found["name"].lower(), found["name"]) if found else None


def _read_relative(path: str) -> str | None:
    """A path that begins with a package's name; `vllm/vllm/x.py` begins with that of a checkout."""
    if pyrex := _PYREX.match(path):
        parts = path.replace(".", "/").split("/")
        return next((part for part in parts if part in LIBRARIES), _ALIASES.get(pyrex["first"], NOBODY))
    found = _RELATIVE.match(path)
    if found is None or found["first"] not in LIBRARIES:
        return None
    below = found["rest"].partition("/")[0]
    return None if below == found["first"] or below in _PROGRAMS or below in ("python", "src") else found["first"]


def _top(path: str) -> str:
    """The name that a path below `site-packages` begins with.

    >>> _top("torch/nn/functional.py"), _top("six.py"), _top("_pytest/python.py")
    ('torch', 'six', 'pytest')
    """
    found = _NAME.match(path)
    name: str = found["name"] if found else NOBODY
    return _ALIASES.get(name, name)


# ── frames that stand in no stack ───────────────────────────────────────────────────────────────────────────────

# `File "x.py", line 3, in f`, also broken between lines or without its beginning; `File x.py:3, in f`;
# `Cell In[1], line 3`
_LOOSE = Expression(
    r"(?m)(?:^|[\s\"'(])(?P<file>(?:[A-Za-z]:)?[^\s\"',:()]{1,300}\.pyx?|<stdin>|<string>|<ipython-input[^>\n]{0,60}>"
    r"|(?:Cell|Input) In ?\[\d+\])(?:[\"']?,?\s{1,3}(?:li)?ne\s(?P<line>\d{1,7})(?:,? in (?P<function>[\w<>.]+))?"
    r"|(?::(?P<at>\d{1,7}))?,? in (?P<name>[\w<>.]+))"
)
_PLACE = Expression(r"(?P<file>(?:[A-Za-z]:)?[^\s\"',:()]{1,300}\.pyx?):(?P<line>\d{1,7}): $")  # of a warning
_HEADER = "raceback (most recent call"
_DUMP = "(most recent call first)"
_CURRENT = "Current thread 0x"
_FRAME = 'File "'
_BLANK = "\n\n"
_IMPORTS = Expression(r"^\s*(?:[~^\s]*\n)?\s*(?:from [\w.]+ )?import ")
_IMPORT_ERRORS = ("ImportError", "ModuleNotFoundError")
_PASSES_ON = "/impact/sample_error_enhancer.py"  # around each sampler of ComfyUI, also where a paste ends with it


def _loose_above(error: Error, paste: Paste) -> Sequence[Frame]:
    """The frames between an error and the header of its stack, or the blank line above it.

    Empty if the innermost of them is already a frame of the error.
    """
    line = paste.text.rfind("\n", 0, error.start) + 1
    before = paste.text[max(line, error.start - _FAR) : error.start]
    if not error.frames and before.endswith(": ") and (place := _PLACE.search(before)):
        return [Frame(place["file"], int(place["line"]), "", error.line)]
    stack = innermost_last(error)
    far = max(0, error.start - _FAR)
    first = max(paste.text.rfind(_HEADER, far, error.start), far)
    if first == far:
        first = max(paste.text.rfind(_BLANK, far, error.start), far)
    has_own = any(package_of(frame.file) == OWN for frame in stack)
    if has_own and paste.text.count(_FRAME, first, error.start) <= len(stack):  # none was missed
        return []
    frames = [frame for frame, _ in _loose(paste, first, error.start)]
    known = max((frame.paste_line for frame in stack), default=0)
    if not frames or (frames[-1].paste_line <= known and has_own):
        return []
    return sorted({frame.paste_line: frame for frame in (*frames, *stack)}.values(), key=_paste_line)


def _dump_above(error: Error, paste: Paste) -> Sequence[Frame]:
    """The stack that faulthandler printed before a process died: the current thread's, whose innermost frame is first.

    Of a dump that does not say which thread it is, the last one's.
    """
    text, begin = paste.text, max(0, error.start - _FAR)
    first = text.rfind(_CURRENT, begin, error.start)
    first = text.find(_DUMP, first, error.start) if first >= 0 else text.rfind(_DUMP, begin, error.start)
    if first < 0:
        return []
    after = text.find(_DUMP, first + 1, error.start)
    return [frame for frame, _ in _loose(paste, first, error.start if after < 0 else after)][::-1]


def _of_frames_below(error: Error, paste: Paste, errors: Sequence[Error]) -> Origin:
    """Streamlit and ComfyUI print the error first. No error line ends those frames: the innermost may be cut off."""
    first = max((other.end for other in errors if other.start >= error.start), default=error.end)
    frames = list(_loose(paste, first, first + _FAR))
    if not frames:
        return Origin()
    last, end = frames[-1]
    if error.program == "comfyui":  # whose report goes down to the frame that raised it
        return _of_frames([frame for frame, _ in frames if not frame.file.replace("\\", "/").endswith(_PASSES_ON)])
    found = _of_frames([frame for frame, _ in frames])
    is_import = error.type in _IMPORT_ERRORS and _IMPORTS.search(paste.text[end : end + _FAR].partition("\n")[2])
    return found if is_import and found.frame == last else Origin(own=found.own)


def _paste_line(frame: Frame) -> int:
    return frame.paste_line


def _loose(paste: Paste, first: int, last: int) -> Iterator[tuple[Frame, int]]:
    """The frames in this stretch of the cleaned text, and where they end."""
    numbers = LineCounter(paste.original)
    for found in _LOOSE.finditer(paste.text[first:last]):
        line = numbers.number(paste.to_original(first + found.start("file")))
        yield (
            Frame(
                found["file"], int(found["line"] or found["at"] or 0), found["function"] or found["name"] or "", line
            ),
            first + found.end(),
        )
