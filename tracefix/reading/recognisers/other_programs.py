"""Errors of programs other than Python: shells, other languages, model runners, and bad command-line arguments.

The wording is that of the programs' sources; where one is printed in several languages, English and Chinese are read.
The first row that fits decides. `message` is what follows the program's name.
"""

from tracefix.reading.recognisers.rows import TOOL, messages
from tracefix.reading.report import Weight

# A script that takes away what was never made: what failed to make it stands above
_CLEANING_UP = messages(
    Weight.WRAPPER,
    (("coreutils", "cannot remove", TOOL + r"rm: (?P<message>cannot remove .*: No such file or directory)"),),
)

_SHELLS = messages(
    Weight.ERROR,
    (
        # bash, dash, zsh: `bash: line 1: x: command not found`, `/bin/sh: 1: x: not found`, `zsh: command not found: x`
        (
            "bash",
            (
                "not found",
                "No such file",
                "ermission denied",
                "cannot execute",
                "rror near",
                "bad interpreter",
                "yntax error: ",
            ),
            TOOL + r"-?(?:ba|da|z|k|a)?sh: (?:(?:line )?\d+: )?(?P<message>.*(?:not found|"
            r"No such file or directory|ermission denied|"
            r"annot execute|rror near|bad interpreter|no matches found|yntax error: ).*)",
        ),
        ("bash", "no matches found: ", r"^[ \t]*zsh: (?P<message>no matches found: .*)"),
        # … below a script: `./run.sh: line 3: x: command not found`, `run.sh: 3: x: not found`
        (
            "bash",
            ("not found", "No such file", "ermission denied", "cannot execute", "rror near", "yntax error: "),
            r"^[ \t]*[^:\s]*: (?:line )?\d+: (?P<message>.*(?:not found|No such file or directory|ermission denied|"
            r"annot execute|rror near|yntax error: ).*)",
        ),
        # … with the name alone: `x: command not found`, `fish: Unknown command: x`
        ("bash", "ommand not found", r"^[ \t$#]*(?P<message>[^\s:]+: [Cc]ommand not found)\b"),
        ("bash", "未找到命令", r"(?P<message>[^\s:]+: ?未找到命令.*)"),
        ("bash", "nknown command", r"^[ \t]*fish: (?P<message>Unknown command.*)"),
        # … `/usr/bin/env: 'python': No such file or directory`
        ("bash", "No such file", TOOL + r"env: (?P<message>.*No such file or directory.*)"),
        # cmd.exe: `'x' is not recognized as an internal or external command,`; what is left of it in a wrong code page
        (
            "cmd",
            ("is not recognized as an internal", "不是内部或外部命令", "\ufffd"),
            r"^[ \t]*(?P<message>['\"][^'\"\n]+['\"] ?(?:is not recognized as an internal|不是内部或外部命令|"
            r"\x{fffd}{2}).*)",
        ),
        ("cmd", "The system cannot find", r"^[ \t]*(?P<message>The system cannot find the .* specified\.?)"),
        # PowerShell: `x : The term 'x' is not recognized as the name of a cmdlet, function, …`
        ("powershell", "is not recognized as", r"(?P<message>The term '.*' is not recognized as .*)"),
        ("powershell", "无法将", r"(?P<message>无法将[\"“'].*项识别为.*)"),
        # the interpreter itself; its name tells `python -m` from an ImportError of Python 2 that has the same words
        ("python", "ython", r"^[ \t]*(?:[A-Za-z]:)?(?:[^:\n]*[/\\])?(?P<message>[Pp]ython[\w.]*: No module named.*)"),
        # `python: can't open file 'x.py': [Errno 2] …`, …
        (
            "python",
            "ython",
            r"^[ \t]*(?:[A-Za-z]:)?[^:]*[Pp]ython[\w.]*: (?P<message>(?:can't open file|can't find '|"
            r"Error while finding module).*)",
        ),
        # GNU's tools: `cp: cannot stat 'x': No such file or directory`
        (
            "coreutils",
            (": cannot ", ": No such file", ": missing ", ": can't "),
            TOOL
            + r"(?:cp|mv|mkdir|rm|ls|tar|cat|cd|chmod|chown|touch|ln|sed|grep|df|du|find|stat|tee|unzip|head|tail|cut|"
            r"sort|g?awk|wc|paste|join|gzip|gunzip|zcat|split|diff|md5sum): "
            r"(?P<message>(?:cannot|can't|missing|.*: No such file).*)",
        ),
        # … and those that make users: `groupadd: GID '1000' already exists`
        (
            "coreutils",
            ("add: ", "mod: ", "addgroup: "),
            TOOL + r"(?:(?:group|user)(?:add|mod)|addgroup|adduser): "
            r"(?P<message>.*(?:already exists|not unique|in use|does not exist|annot |Permission denied).*)",
        ),
        # ffmpeg, of what it reads: `pipe:: Invalid data found when processing input`
        ("ffmpeg", "Invalid data found when", r"(?P<message>[^\s`'\"]+: Invalid data found when processing input)"),
        # `curl: (6) Could not resolve host: x`, `wget: unable to resolve host address`, `ssh: connect to host …`
        ("curl", "curl: (", r"curl: (?P<message>\(\d+\) .*)"),
        # aiohttp's error without its class: `Ollama: 500, message='Internal Server Error', url=URL('http://…')`
        ("aiohttp", ", message='", r"\b(?P<message>[45]\d\d, message='[^']*', url=.*)"),
        ("wget", "wget: ", r"wget: (?P<message>(?:unable|cannot|failed).*)"),
        (
            "ssh",
            ("ssh: ", "Host key verification failed"),
            r"(?:\bssh: )?(?P<message>(?:connect to host|Could not resolve hostname|Host key verification failed).*)",
        ),
        # … `git@host: Permission denied (publickey).`
        ("ssh", "Permission denied (", r"^[ \t]*\S+: (?P<message>Permission denied \([a-z][\w,-]*\).*)"),
        # docker: `docker: Error response from daemon: …`, `error from daemon in stream: …`, `ERROR: failed to solve: …`
        (
            "docker",
            ("rror response from daemon", "rror from daemon"),
            r"(?P<message>[Ee]rror (?:response )?from daemon.*)",
        ),
        # … and its client: `Got permission denied while trying to connect to the Docker daemon socket at …`
        (
            "docker",
            ("ermission denied while trying to connect to the ", "annot connect to the Docker daemon"),
            r"(?P<message>(?:Got )?[Pp]ermission denied while trying to connect to the [Dd]ocker.*|"
            r"Cannot connect to the Docker daemon.*)",
        ),
        # … NVIDIA's hook: `nvidia-container-cli: initialization error: nvml error: driver not loaded: unknown`
        ("docker", "nvidia-container-cli: ", r"(?P<message>nvidia-container-cli: .*)"),
        # Kubernetes' scheduler: `0/5 nodes are available: 5 Insufficient nvidia.com/gpu.`
        ("kubernetes", "nodes are available", r"(?P<message>\d+/\d+ nodes are available: .*)"),
        ("docker", "ERROR: failed to ", r"ERROR: (?P<message>failed to (?:solve|build).*)"),
    ),
)
_LANGUAGES = messages(
    Weight.ERROR,
    (
        # Go: `panic: runtime error: index out of range [3]`, `fatal error: all goroutines are asleep - deadlock!`
        ("go", "panic: ", r"^[ \t]*panic: (?P<message>\S.*)"),
        (
            "go",
            "fatal error: ",
            r"^fatal error: (?P<message>(?:all goroutines|concurrent map|runtime:|out of memory|"
            r"stack overflow|unexpected signal).*)",
        ),
        # … logrus: `time="…" level=error msg="…"`
        ("go", ("level=error", "level=fatal"), r"\blevel=(?:error|fatal) .*?msg=\"?(?P<message>[^\"\n]+)"),
        # Rust: `thread 'main' panicked at src/main.rs:3:5:`; the message follows, or stands in quotes
        ("rust", " panicked at ", r"(?P<message>thread '.*' (?:\(\d+\) )?panicked at .*)"),
        # node, of a package that it does not find: `Uncaught Error: …`
        ("node", "Uncaught ", r"(?P<message>Uncaught (?:\(in promise\) )?\S.*)"),
        # Electron, of a window's page: `(node:5034) electron: Failed to load URL: http://… with error: ERR_…`
        ("electron", "electron: Failed to load URL", r"(?P<message>electron: Failed to load URL: .*)"),
        # macOS: `*** Terminating app due to uncaught exception 'NSRangeException', reason: '…'`
        ("macos", "*** Terminating app", r"\*\*\* (?P<message>Terminating app due to uncaught exception .*)"),
        # R: `Error in f(x) : object 'y' not found`
        ("r", "Error in ", r"^Error in (?P<message>\S.* : .*)"),
        # Elixir's Mix: `** (Mix) The task "x" could not be found`
        ("elixir", "** (", r"^[ \t]*\*\* (?P<message>\((?:Mix|EXIT|stop|exit)\b.*)"),
    ),
)
_MODELS = messages(
    Weight.ERROR,
    (
        # llama.cpp: `llama_model_load: error loading model: unknown model architecture: 'x'`
        ("llama.cpp", "error loading model", r"(?P<message>error loading model.*)"),
        ("llama.cpp", "GGML_ASSERT", r"(?P<message>GGML_ASSERT.*)"),
        (
            "llama.cpp",
            ("error: ", "failed to ", "invalid "),
            r"^[ \t]*(?:llama|ggml|gguf|clip|common|whisper|srv|main)(?:_\w+)*(?: +\w+)?(?:\(\))?: "
            r"(?:error: )?(?P<message>(?:failed to|error|invalid|unable to|unknown) ?.*)",
        ),
        # ggml, nvidia-smi and the CUDA samples: `CUDA error: out of memory`, `CUDA error 2 at ggml-cuda.cu:12: …`
        (
            "cuda",
            ("CUDA error", "HIP error", "ROCm error"),
            r"^(?:.*: )?(?P<message>(?:CUDA|HIP|ROCm) error(?::| \d+ ).*)",
        ),
        # nvidia-smi: `NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver`
        (
            "nvidia-smi",
            ("NVIDIA-SMI has failed", "Failed to initialize NVML"),
            r"(?P<message>(?:NVIDIA-SMI has failed|Failed to initialize NVML).*)",
        ),
        # Paddle, below its summary: `  [unhandled cuda error] at (/paddle/x.h:113)`
        ("paddle", "] at (", r"^[ \t]*\[(?P<message>[^\]\n]{3,200})\] at \([^)\s]+:\d+\)"),
        # Intel's MKL and OpenMP: `OMP: Error #15: Initializing libiomp5md.dll, but found …`
        ("omp", "OMP: Error", r"OMP: Error (?P<message>#\d+: .*)"),
        ("mkl", ("MKL FATAL ERROR", "INTEL MKL ERROR"), r"MKL (?:FATAL )?ERROR: (?P<message>\S.*)"),
        # MPICH: `Abort(12) on node 0 (rank 0 in comm 0): Fatal error in internal_Sendrecv: Invalid rank, error stack:`
        ("mpi", "on node ", r"Abort\(\d+\) on node \d+ \([^)]*\): (?P<message>\S.*)"),
        # absl: `FATAL Flags parsing error:`; what is wrong follows
        ("absl", "Flags parsing error", r"FATAL (?P<message>Flags parsing error:.*)"),
        # hydra: `Could not override 'x'.`, `Key 'x' is not in struct`
        (
            "hydra",
            ("Could not override '", "Could not append to config", "' is not in struct"),
            r"^[ \t]*(?P<message>(?:Could not override '|Could not append to config|Key '.*' is not in struct).*)",
        ),
    ),
)
# Said in the midst of the work, which goes on
_TRAINERS = messages(
    Weight.LOG,
    (
        # Tesseract, of an image in which it finds no text; lstmtraining, of an option that is missing
        ("tesseract", "Empty page!!", r"^[ \t]*(?P<message>Empty page!!)"),
        (
            "tesseract",
            ("Must provide a --", "Must supply a list"),
            r"^(?P<message>Must (?:provide|supply) a .*--\w+.*)",
        ),
    ),
)
_ARGUMENTS = messages(
    Weight.ERROR,
    (
        # not argparse, though it looks like it: `srun: error: Unable to create step`
        ("slurm", ": error: ", r"^[ \t`$>]*(?:srun|sbatch|salloc): error: (?P<message>\S.*)"),
        # argparse and click: `train.py: error: unrecognized arguments: --local-rank=0`, `prog sub: error: …`
        ("argparse", ": error: ", r"^[ \t`$>]*(?:[A-Za-z]:)?[\w./\\-]+(?: [\w-]+){0,2}: error: (?P<message>\S.*)"),
        # Go's pflag, as docker and kubectl: `unknown flag: --bootstrap`
        ("cobra", ("unknown flag: ", "unknown shorthand flag: "), r"^(?P<message>unknown (?:shorthand )?flag: \S.*)"),
        # … below a path with blanks, or behind words: it is told by its wording
        (
            "argparse",
            ": error: ",
            r": error: (?P<message>(?:unrecognized arguments|the following arguments are required|argument \S+|"
            r"one of the arguments|ambiguous option|too few arguments|invalid choice|expected (?:one|at least)).*)",
        ),
    ),
)
_ANY = messages(
    Weight.ERROR,
    (
        # setuptools, cargo, uv: `error: [Errno 2] No such file or directory: 'cmake'`
        ("", "error: ", r"^[ \t]*error: (?P<message>\S.*)"),
    ),
)

OTHER_PROGRAMS = (*_CLEANING_UP, *_SHELLS, *_LANGUAGES, *_MODELS, *_TRAINERS, *_ARGUMENTS, *_ANY)
