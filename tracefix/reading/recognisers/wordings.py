"""Messages that are known by their wording, and lines of logs: they stand without a class.

People paste a message without the class before it; frameworks log `str(error)` alone.
"""

from tracefix.reading.recognisers.rows import messages
from tracefix.reading.report import Weight

_BEGIN = (
    r"^[ \t`*#\"'>-]*(?:\[[\w /]{1,20}\] ?)?(?:(?:[\w ]{0,30}[Ee]rror(?: \d+)?|[\w.]+Error|Reason|"
    r"EXCEPTION|Internal): ?)?"
)

_OF_CPP = (".cc:", ".cu:", ".h:", ".inc:")

WORDINGS = (
    *messages(
        Weight.ERROR,
        (
            # TensorFlow, XLA: what made it abort, `F external/x.inc:110] X_Read not available in this library.`
            ("tensorflow", _OF_CPP, r"(?:^|: )F [\w./-]+\.(?:cc|cu|h|inc)[\w.]*:\d+\] (?P<message>\S.*)"),
        ),
    ),
    *messages(
        Weight.NOTICE,
        (
            # NVIDIA's containers, at their start: `WARNING: The NVIDIA Driver was not detected.  GPU functionality …`
            ("docker", "NVIDIA Driver was not detected", r"(?P<message>The NVIDIA Driver was not detected\..*)"),
        ),
    ),
    *messages(
        Weight.LOG,
        (
            # gzip, zipfile, tarfile: `not a gzip file`, `File is not a zip file`
            (
                "python",
                ("ot a gzip", "ot a zip", "invalid header"),
                _BEGIN + r"(?P<message>(?:[Nn]ot a gzip(?:ped)? file|File is not a zip file|invalid header$).*)",
            ),
            # OSError: `[Errno 98] Address already in use`, `[WinError 126] The specified module could not be found`
            ("python", ("[Errno ", "[WinError "), r"(?P<message>\[(?:Errno|WinError) -?\d+\] \S.*)"),
            (
                "python",
                ("No such file or directory: ", "No space left on device", "Address already in use"),
                _BEGIN
                + r"(?P<message>(?:No such file or directory: |No space left on device|Address already in use).*)",
            ),
            # ImportError: `No module named 'x'`, `cannot import name 'x' from 'y'`
            (
                "python",
                ("odule named", "import name"),
                _BEGIN + r"(?P<message>(?:[Nn]o module named ['\"]?[\w.]|cannot import name ['\"]).*)",
            ),
            # AttributeError: `module 'x' has no attribute 'y'`, `'X' object has no attribute 'y'`
            (
                "python",
                "has no attribute",
                _BEGIN + r"(?P<message>(?:[Mm]odule '[\w.]+'|'[\w.]+' object|type object '[\w.]+'|"
                r"[\w.]+ object) has no attribute '?\w.*)",
            ),
            # pickle: `cannot pickle 'x' object`, `can't pickle x objects`, `Can't pickle <class 'x'>: …`
            ("python", " pickle ", _BEGIN + r"(?P<message>[Cc]an(?:no|')t pickle \S.*)"),
            # NameError: `name 'x' is not defined`; UnboundLocalError: `local variable 'x' referenced before assignment`
            (
                "python",
                ("is not defined", "before assignment", "is not associated"),
                _BEGIN
                + r"(?P<message>(?:name|local variable|cannot access local variable) '\w+' (?:is not|referenced).*)",
            ),
            # TypeError: `f() got an unexpected keyword argument 'x'`, `f() missing 1 required positional argument: 'x'`
            (
                "python",
                ("got an unexpected keyword", "required positional", "got multiple values"),
                _BEGIN
                + r"(?P<message>[\w.<>]+\(\) (?:got an unexpected keyword|missing \d+ required|got multiple values).*)",
            ),
            # TypeError: `'NoneType' object is not iterable`, `unsupported operand type(s) for +: 'int' and 'str'`
            (
                "python",
                ("object is not ", "unsupported operand", "object cannot be "),
                _BEGIN + r"(?P<message>(?:'[\w.]+' object (?:is not|cannot be) |unsupported operand type).*)",
            ),
            ("python", "argument of type", _BEGIN + r"(?P<message>argument of type '\w+' is not iterable.*)"),
            # ValueError, IndexError: `not enough values to unpack (expected 2, got 1)`, `list index out of range`
            (
                "python",
                ("values to unpack", "index out of range"),
                _BEGIN + r"(?P<message>(?:not enough|too many) values to unpack.*|(?:list|tuple|"
                r"string) index out of range\W*)$",
            ),
            # … `invalid literal for int() with base 10: 'x'`, `expected str, bytes or os.PathLike object, not NoneType`
            (
                "python",
                ("invalid literal for", "os.PathLike object", "could not convert string"),
                _BEGIN + r"(?P<message>(?:invalid literal for \w+\(\)|expected str, bytes or os\.PathLike|"
                r"could not convert string to float).*)",
            ),
            # multiprocessing: `daemonic processes are not allowed to have children`
            (
                "python",
                "daemonic processes",
                _BEGIN + r"(?P<message>daemonic processes are not allowed to have children.*)",
            ),
            # torch: `CUDA out of memory. Tried to allocate …`, `Cannot re-initialize CUDA in forked subprocess`
            (
                "torch",
                ("out of memory", "re-initialize CUDA", "PYTORCH NO CUDA"),
                _BEGIN + r"(?P<message>(?:CUDA out of memory|HIP out of memory|MPS backend out of memory|"
                r"Cannot re-initialize CUDA).*)",
            ),
            (
                "torch",
                ("Expected all tensors", "mat1 and mat2 shapes", "must match the size of tensor", "should be the same"),
                _BEGIN + r"(?P<message>(?:Expected all tensors to be|mat1 and mat2 shapes|The size of tensor a|"
                r"Input type \().*)",
            ),
            (
                "torch",
                ("Weights only load", "WeightsUnpickler error", "loading state_dict", "size mismatch for", "key(s) in"),
                _BEGIN + r"(?P<message>(?:Weights only load failed|WeightsUnpickler error|"
                r"Error\(s\) in loading state_dict|size mismatch for |"
                r"(?:Missing|Unexpected) key\(s\) in ?state_dict).*)",
            ),
            # … `A tensor with all NaNs was produced in VAE.`, without the class, as a web UI prints it
            ("torch", "all NaNs was produced", _BEGIN + r"(?P<message>A tensor with all NaNs was produced in \S.*)"),
            # … `… INTERNAL ASSERT FAILED at "x.cpp":12`, `Error loading "x.dll" or one of its dependencies.`
            ("torch", "INTERNAL ASSERT FAILED", r"(?P<message>(?:\S+ )?INTERNAL ASSERT FAILED at .*)"),
            ("torch", "one of its dependencies", r"(?P<message>Error loading \".*\" or one of its dependencies.*)"),
            # NCCL, c10d: `Duplicate GPU detected : rank 1 and rank 0 both on …`, `unhandled cuda error`, a watchdog's
            (
                "nccl",
                (
                    "uplicate GPU detected",
                    "unhandled cuda error",
                    "unhandled system error",
                    "collective operation timeout",
                ),
                r"(?P<message>(?:[Dd]uplicate GPU detected|unhandled (?:cuda|system) error|"
                r"(?:Watchdog caught )?collective operation timeout).*)",
            ),
            # Ray: `The actor is dead because its worker process has died.`, `A worker died or was killed while …`
            (
                "ray",
                ("worker died or was killed", "actor is dead because", "actor died "),
                r"(?P<message>(?:A worker died or was killed|The actor is dead because|The actor died ).*)",
            ),
            # raylet, GCS and the core worker: `[2025-04-02 15:38:12,441 E 12 12] (raylet) node_manager.cc:3: …`
            (
                "ray",
                (" E ", " C "),
                r"^\[[\d-]{10} [\d:,]+ [EC] \d+ \d+\] (?:\([\w-]+\) )?[\w./]+:\d+: *(?P<message>\S.*)",
            ),
            ("grpc", "onnect to all addresses", r"(?P<message>failed to connect to all addresses.*)"),
            # gRPC: `details = "failed to connect to all addresses"`, `grpc_message:"…"`
            (
                "grpc",
                ("details = ", "grpc_message"),
                r"(?:^[ \t]*details = |grpc_message\\?\": ?\\?|grpc_message:)\"(?P<message>[^\"\\]+)",
            ),
            # TensorFlow, XLA: `E tensorflow/x.cc:366] failed to create cublas handle: …`
            ("tensorflow", _OF_CPP, r"(?:^|: )E [\w./-]+\.(?:cc|cu|h|inc)[\w.]*:\d+\] (?P<message>\S.*)"),
            # an answer in JSON, or as Python shows it: `{"error": "model not found"}`, `{'detail': '…'}`
            (
                "",
                ("rror", "detail"),
                r"[{,][ \t]*[\"'](?:error|detail|error_message|errorMessage|err_?msg|"
                r"exception)[\"'] ?: ?[\"'](?P<message>[^\"'\n]{3,}.*)",
            ),
            # … as FastAPI lists what is wrong with a request: `{"detail":[{"type":"missing","loc":["body"],"msg":"…"`
            ("", '"detail"', r"(?P<message>\"detail\" ?: ?\[ ?\{ ?\"(?:type|loc)\" ?: ?.*\"msg\" ?: ?.*)"),
            # logs at an error's level: `[ERROR] x failed`, `ERROR: x`, `FATAL: x`, `[TRT] [E] 1: …`, `CRITICAL - x`;
            # Rich pads the level: `[01/02/24 10:00:00] ERROR    x failed`
            (
                "log",
                ("ERROR", "FATAL", "CRITICAL", "[E]", "[F]"),
                r"^[^a-z]{0,60}?(?:\[[\w.-]{1,30}\] ?)*\[? ?(?:(?:ERROR|FATAL(?: ERROR)?|CRITICAL|E|F)(?:\]|:| -| \|)|"
                r"ERROR {4})[ \t:|-]*(?:\[[^\]\s]*\] ?)*(?:[\w.]+:[\w.]+\.py:\d+ )?(?P<message>\S+[ \t].*?)"
                r"(?:[ \t]{3,}[\w.]+\.py:\d+)?$",
            ),
            # … behind the name of what prints it: `wandb: ERROR Unable to reach the server`
            ("log", ": ERROR ", r"^[ \t]*[A-Za-z][\w.-]{0,30}: ERROR:?[ \t]+(?P<message>\S+[ \t].*)"),
            # … in small letters, before the part of the program: `[Error] (Router) Failed to load model: …`
            (
                "log",
                ("[Error]", "[error]"),
                r"^.{0,60}?\[[Ee]rror\][ \t:|-]*(?:\([\w .-]{1,40}\) ?)?(?P<message>[^\s(*•-]\S*[ \t].*)",
            ),
            # Triton's server: `failed to load 'm' version 1: Internal: …`
            ("triton", "failed to load '", r"(?P<message>failed to load '[^']{1,200}' version \d+: .*)"),
            # OpenCV, before it returns None: `[ WARN:0@1.9] global loadsave.cpp … imread_('x'): can't open/read file`
            ("opencv", "can't open/read file", r"(?P<message>imread_\(.*\): can't open/read file.*)"),
            # sentences that programs begin in this way: `Failed to get user session: …`, `Unable to load weights`
            (
                "log",
                ("Failed to ", "Unable to ", "Could not ", "Couldn't ", "Cannot "),
                r"^[ \t]*(?P<message>(?:Failed to|Unable to|Could not|Couldn't|Cannot) [a-z]+ .*)",
            ),
            # hosts of demos, with a mark instead of a level: `❗️ The main module file does not exist: …`
            ("log", ("❗", "❌", "⛔", "🚨"), r"^\W*(?:❗|❌|⛔|🚨)\x{fe0f}?[ \t]*(?P<message>\S+ .*)"),
        ),
    ),
)
