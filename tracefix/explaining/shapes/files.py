"""Files that are missing, empty, or something else than their names say."""

from tracefix.explaining.shapes.row import NAME, QUOTE, Advice, Shape
from tracefix.phrases import sentence

_PATH = r"(?P<path>(?:[A-Za-z]:)?[^\s'\"`,;:*?<>|]{1,240}\.\w{1,12})"
_LOOK_AT_ANY = Advice(
    "Look at the size and the first bytes of the file that is read: "
    "`python -c \"f = r'FILE'; import os; print(os.path.getsize(f), open(f, 'rb').read(120))\"`.",
    note=sentence(
        "`<html` is a web page. `version https://git-lfs` is a pointer: `git lfs pull` in its clone fetches the file."
    ),
)
_FETCH = Advice(
    "Delete it and download it again, and compare its size with the one on the page that it comes from.",
    condition=sentence("it was downloaded"),
)
_LFS = Advice(
    "Fetch the real file, in its clone.",
    "git lfs install\ngit lfs pull",
    condition=sentence("it is a pointer of Git LFS"),
)
_LFS_NOW = _LFS._replace(condition="")

FILES: tuple[Shape, ...] = (
    Shape(
        r"version https://git-lfs\.github\.com|git-lfs pointer|is a pointer (?:file )?(?:of|to|for) (?:git[ -])?lfs",
        "ValueError: could not read the bowl: b'version https://git-lfs.github.com/spec/v1'",
        (sentence("The file is only a pointer of Git LFS; its content was not fetched"),),
        (
            _LFS_NOW,
            Advice("Download the file itself from its page.", condition=sentence("it was not cloned")),
        ),
    ),
    Shape(
        r"(?i)(?:is )?not a (?:valid )?(?P<kind>gzip|bzip2|zip|tar|gzipped|xz|hdf5|parquet|pickle|numpy"
        r"|safetensors|ONNX|"
        r"GGUF|\.?keras(?: zip)?|json|png|jpe?g|wav)(?: ?(?:file|archive|format)\b| *(?:$|[.,:;!)'\"\]]))",
        "tarfile.ReadError: not a gzip file",
        (sentence("The file that is read is no `{kind}` file, or not a whole one"),),
        (_LOOK_AT_ANY, _FETCH),
    ),
    Shape(
        r"invalid load key, ?'(?P<value>.{1,6})'",
        "_pickle.UnpicklingError: invalid load key, '<'.",
        (sentence("What was read is no pickled file, or a damaged one: `{value}` is not valid there"),),
        (_LOOK_AT_ANY, _FETCH),
    ),
    Shape(
        r"(?i)(?:ModelProto does not have a graph|(?:failed|unable) to parse (?:the )?(?:ONNX )?model|"
        r"(?:INVALID_PROTOBUF|protobuf parsing failed)|file signature not found|truncated file|unexpected end of file|"
        r"(?:invalid|bad|corrupt(?:ed)?) (?:magic|header|zip|archive)|corrupt(?:ed)? "
        r"file|header too large)",
        "Error loading script: stove.py. ModelProto does not have a graph.",
        (sentence("A file could not be read: it is empty, cut short, of another kind, or newer than its reader"),),
        (
            _LOOK_AT_ANY,
            _FETCH,
            Advice(
                "Update the program that reads it; the lines above may name what it does not know.",
                condition=sentence("the file is whole"),
            ),
        ),
    ),
    Shape(
        r"Expecting value: line 1 column 1 \(char 0\)",
        "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)",
        (sentence("What was read as JSON is empty, or is none from its first character on, such as a web page"),),
        (
            Advice("Print its first 200 characters, and the status of the answer if it came from a server."),
            Advice(
                "Delete it, and let the program make it again.",
                condition=sentence("it was read from a file in a cache"),
            ),
        ),
    ),
    Shape(
        rf"(?:{_PATH}|(?P<what>{NAME})) (?:could not|cannot|can't) be (?:loaded|opened|read) (?:with|by) (?:cv2?"
        rf"|opencv)",
        "/srv/stew/bowl_17.mp4 could not be loaded with cv.",
        (
            sentence("OpenCV cannot open `{path}`: the file is missing, empty, or in a format that it does not decode"),
            sentence("OpenCV cannot open the video: it is missing, empty, or in a format that it does not decode"),
        ),
        (
            Advice(
                "Look whether the file is there and not empty.",
                "python -c \"import os; print(os.path.getsize('{path}'))\"",
                sentence("If it is missing, the step before failed: its own message, often of ffmpeg, stands above."),
            ),
            Advice(
                "Move it to a path of plain ASCII letters: OpenCV cannot open others on Windows.",
                condition=sentence("its path has other letters"),
                unless="system is Linux | macOS",
            ),
            Advice(
                "Encode it again as H.264: `ffmpeg -i IN.mp4 -c:v libx264 -pix_fmt yuv420p OUT.mp4`.",
                condition=sentence("it is there and plays elsewhere"),
            ),
        ),
        says=("loaded", "opened", "read"),
    ),
    Shape(
        rf"(?i:unable to find|cannot find|can't find|could not find|couldn't find|did not find|missing file):? "
        rf"(?:the )?(?:file |model )?{QUOTE}?(?P<path>(?:[A-Za-z]:\\|~?/|\.{{1,2}}/)[^\s'\"`,;]{{1,240}}\w){QUOTE}?",
        "failed to load 'stew' version 1: Unavailable: unable to find '/models/stew/1/model.pt' for model instance",
        (sentence("The program looks for `{path}`, and nothing is there"),),
        (
            Advice("List the folder: the file may have another name, or lie a level higher.", "ls -la {folder}"),
            Advice(
                "Mount the folder into the container under this path, or put the file there under this name.",
                condition=sentence("the program runs in a container"),
            ),
        ),
        says=("find", "missingfile"),
    ),
    Shape(
        rf"Could not find module {QUOTE}(?P<path>[^'\"\n]{{1,240}}){QUOTE} \(or one of its dependencies\)",
        "FileNotFoundError: Could not find module 'C:\\soup\\ladle.dll' (or one of its dependencies). Try using",
        (sentence("Windows did not load `{path}`: it is missing, or a DLL that it needs is"),),
        (
            Advice(
                "Install the “Visual C++ Redistributable” of Microsoft; a CUDA build needs CUDA's DLLs, too.",
                note=sentence("`dumpbin /dependents` on the file lists the DLLs that it needs."),
                condition=sentence("the file is there"),
            ),
            Advice("Install its package again.", condition=sentence("the file is missing")),
        ),
        says=("(oroneofitsdependencies)",),
    ),
    Shape(
        rf"(?i)error with archive {QUOTE}?(?P<archive>\S{{3,240}}?pkgs\S{{1,200}}\.(?:tar|conda)\b)",
        "InvalidArchiveError('Error with archive C:\\\\Users\\\\u\\\\Anaconda3\\\\pkgs\\\\ladle-0.1-py_0.tar.bz2",
        (sentence("An archive in conda's cache of packages could not be unpacked"),),
        (
            Advice("Empty conda's cache, and try again: it downloads them anew.", "conda clean --all --yes"),
            Advice(
                "Move Anaconda to a short path without spaces, or allow long paths in Windows.",
                condition=sentence("it fails again on Windows"),
            ),
        ),
        says=("errorwitharchive",),
    ),
)
