"""Programs that are no Python, and what kills a process: who printed the error, and what it says."""

import pytest

from tracefix.reading.cleaning import clean
from tracefix.reading.report import Weight
from tracefix.reading.tracebacks import parse


def errors(text):
    return parse(clean(text)).errors


def root_lines(text):
    return [error.line for error in errors(text) if error.is_root]


# The message of an error follows §, up to the next one or the end.
PROGRAMS = [
    ("pip", "ERROR: §No matching distribution found for torch==9.9"),
    ("pip", "§Package 'x' requires a different Python: 3.11.7 not in '>=3.99'"),
    ("pip", "§x-1.0-cp37-cp37m-linux_x86_64.whl is not a supported wheel on this platform."),
    ("pip", "error: §externally-managed-environment"),
    ("uv", "  × §No solution found when resolving dependencies:"),
    ("meson", 'sub/meson.build:1:0: ERROR: §Unknown options: "lid"'),
    ("bash", "/ws@tmp/script.sh: 1: §Syntax error: Unterminated quoted string"),
    ("ssh", "me@stove: §Permission denied (publickey,password)."),
    ("", '{§"detail":[{"type":"missing","loc":["body"],"msg":"Field required","input":null}]}'),
    ("electron", "(node:5034) §electron: Failed to load URL: http://localhost:1/ with error: ERR_CONNECTION_REFUSED"),
    ("gcc", "a.c:1:19: error: §'f' undeclared (first use in this function)"),
    ("gcc", "b.c:1:10: fatal error: §nox.h: No such file or directory"),
    ("gcc", "g++: fatal error: §Killed signal terminated program cc1plus"),
    ("nvcc", "nvcc fatal   : §Unsupported gpu architecture 'compute_89'"),
    ("nvcc", 'x.cu(12): error: §identifier "f" is undefined'),
    ("msvc", "C:\\a\\x.cpp(12): fatal error §C1083: Cannot open include file"),
    ("llvm", "LLVM ERROR: §Cannot select: t1"),
    ("ld", "/usr/bin/ld: §cannot find -lcuda: No such file or directory"),
    ("ld", "c.c:(.text+0xa): §undefined reference to `g'"),
    ("ld.so", "./a: error while loading shared libraries: §libx.so.1: cannot open shared object file"),
    ("ld.so", "python: §/lib/libstdc++.so.6: version `GLIBCXX_3.4.29' not found (required by /a/b.so)"),
    ("ld.so", "§/a/b.so: undefined symbol: _ZN2at4_ops"),
    ("ld.so", "§undefined symbol: mbes_ping"),
    ("ninja", "FAILED: [code=1] §build/rasterize.o"),
    ("ninja", "ninja: error: §loading 'build.ninja': No such file or directory"),
    ("make", "make: *** §No rule to make target 'nothing'.  Stop."),
    ("git", "fatal: §not found: ref"),
    ("argparse", "prog serve: error: §the following arguments are required: model"),
    ("mypy", 'a/b.py:12: error: §Name "f" is not defined  [name-defined]'),
    ("lint", "a.py:1:80: §E501 line too long (90 > 88)"),
    ("lint", "a.py:3:0: §C0114: Missing module docstring"),
    ("black", "§would reformat src/a.py"),
    ("isort", "ERROR: §/src/a.py Imports are incorrectly sorted and/or formatted."),
    ("codespell", "docs/a.md:3: §teh ==> the"),
    ("pre-commit", "§ruff format..............................Failed"),
    ("lintrunner", "  Error (§CLANGTIDY) Linter failed"),
    ("tsc", "src/a.ts:1:2 - error §TS2322: Type 'string' is not assignable"),
    ("eslint", "  3:10  error  §'x' is not defined  no-undef"),
    ("go", "./main.go:12:3: §undefined: f"),
    ("rustfmt", "§Diff in /src/main.rs:3:"),
    ("coverage", "FAIL §Required test coverage of 90% not reached. Total coverage: 85.31%"),
    ("mkdocs", "§Aborted with 2 warnings in strict mode!"),
    ("git", "§CONFLICT (content): Merge conflict in a.py"),
    ("git", " ! §[rejected]        main -> main (fetch first)"),
    ("api", '{"message": "§API rate limit exceeded for user ID 1."}'),
    ("gradle", "* What went wrong:\n§Execution failed for task ':compileJava'."),
    ("", "Caused by:\n    §connection refused by the kitchen"),
    ("signal", "[W 210425 09:55:42 process:153] child 0 (pid 8391) §killed by signal 11, restarting"),
    ("tensorflow", "2021-07-18 05:15:21.807145: F external/org_soup/cook.inc:110] §Ladle_Read not available here."),
    ("signal", "§*** SIGTERM received by PID 12 (TID 12) on cpu 6 from PID 3; stack trace: ***"),
    ("windows", "§This application has requested the Runtime to terminate it in an unusual way.§\nPlease contact us."),
    ("windows", "§R6010 - abort() has been called"),
    ("tesseract", "Page 1\n§Empty page!!"),
    ("tesseract", "§Must provide a --traineddata see training documentation"),
    ("exit", "Process §finished with exit code -1"),
    ("nox", "nox > §Command pytest -q failed with exit code 1"),
    ("tox", "§py311: exit 1 (2.90 seconds) /x> pytest pid=12"),
    ("docker", 'ERROR: §failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 2'),
    ("gh", "§failed to run git: fatal: not a git repository (or any of the parent directories): .git"),
    ("pnpm", " §ERR_PNPM_FETCH_404  GET https://registry/a: Not Found - 404"),
    ("cobra", "§unknown flag: --bootstrap"),
    ("signal", "a/test_b.py 1/1 failed! §Received signal: SIGBUS"),
    ("argparse", "报错main.py: error: §unrecognized arguments: --x"),
    ("bash", "bash: line 1: §nosuch: command not found"),
    ("bash", "sh: 1: §nosuch: not found"),
    ("bash", "zsh: §command not found: nosuch"),
    ("bash", "./run.sh: line 3: §nosuch: command not found"),
    ("cmd", "§'nosuch' is not recognized as an internal or external command,"),
    ("powershell", "nosuch : §The term 'nosuch' is not recognized as the name of a cmdlet"),
    ("python", "/usr/bin/§python3.11: No module named vllm.cli"),
    ("python", "C:\\venv\\Scripts\\§python.exe: No module named vllm"),
    ("python", "python: §can't open file '/tmp/x.py': [Errno 2] No such file or directory"),
    ("coreutils", "ls: §cannot access 'x': No such file or directory"),
    ("coreutils", "rm: §cannot remove 'soup.txt': No such file or directory"),
    ("glibc", "§*** buffer overflow detected ***: ladle terminated"),
    ("cmake", "§CMake Error in /srv/stew/CMakeLists.txt:"),
    ("build", "  §Backend subprocess exited when trying to invoke build_wheel"),
    ("aiohttp", "Stove: §500, message='Internal Server Error', url=URL('http://localhost:8000/api/chat')"),
    ("coreutils", "groupadd: §GID '1000' already exists"),
    ("coreutils", "useradd: §UID 1000 is not unique"),
    ("coreutils", "addgroup: §gid '123' in use"),
    ("ffmpeg", "the log says `§pipe:: Invalid data found when processing input§`"),
    ("docker", "docker: §Error response from daemon: no such image"),
    ("docker", "§Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?"),
    ("docker", "§permission denied while trying to connect to the docker API at unix:///var/run/docker.sock"),
    ("docker", "§nvidia-container-cli: initialization error: nvml error: driver not loaded: unknown"),
    (
        "macos",
        "2023-06-05 21:25:22 python[64:35] *** §Terminating app due to uncaught exception 'NSRangeException', reason: 'far'",
    ),
    ("go", "panic: §runtime error: index out of range [3]"),
    ("go", 'time="t" level=error msg="§no route§"'),
    ("rust", "§thread 'main' panicked at src/main.rs:3:5:"),
    ("node", "Error: §Cannot find module 'nox'§\n    at f (node:internal/x:1207:15)"),
    ("llama.cpp", "llama_model_load: §error loading model: unknown model architecture"),
    ("slurm", "slurmstepd: error: §Detected 1 oom_kill event in StepId=1.0."),
    ("kernel", "§Out of memory: Killed process 12 (python) total-vm:1kB"),
    (
        "kubernetes",
        "  Warning  FailedScheduling  2s (x5 over 9m)  default-scheduler  §0/6 nodes are available: 6 Insufficient soup.",
    ),
    ("kubernetes", 'kitchen   15m    Warning   Failed     pod/soup-1    §Error: cannot find volume "bowl" to mount'),
    ("kubernetes", "pod cannot be scheduled: §0/5 nodes are available: 5 Insufficient soup."),
    ("dyld", "I get: (§mach-o file, but is an incompatible architecture (have 'arm64', need 'x86_64'))"),
    ("dyld", "  §Symbol not found: _cook"),
    ("log", "soupd: ERROR §The bowl is empty"),
    ("log", "[01/02/24 10:00:00] ERROR    §The bowl is empty"),
    ("log", "09:37:55-984016 ERROR    §The bowl is empty"),
    ("log", "ERROR    soup:pot.py:12 §The bowl is empty"),
    ("kernel", "[Jan05 10:37] §soupd[12]: segfault at 8 ip 0f sp 0e error 4 in libsoup.so[7f+1]"),
    ("kernel", "[  812.441907] §BUG: unable to handle kernel NULL pointer dereference at 0008"),
    ("kernel", "amdgpu 0000:03:00.0: §amdgpu: GPU reset(2) succeeded!"),
    ("kernel", "amdgpu 0000:03:00.0: [drm] §device wedged, but recovered"),
    ("kubernetes", "    Reason:       §OOMKilled"),
    ("signal", "§Segmentation fault (core dumped)"),
    ("signal", "bash: line 1: 29239 §Killed                  python x.py"),
    ("exit", "Process §finished with exit code -1073741819 (0xC0000005)"),
    ("exit", "Process §finished with exit code 137"),
    ("jupyter", "§The kernel appears to have died. It will restart automatically."),
    ("python", "Server error: §local variable 'p' referenced before assignment"),
    ("python", "ERROR:    §[Errno 98] Address already in use"),
    ("log", "[TRT] [E] §1: unable to open the plan"),
    ("log", "2026-01-05 10:00:00.715 [Error] (Router) §Failed to load model: no answer in time"),
    ("python", "§not a gzip file"),
    ("c++", '[/opt/dali/loader.h:223] §Assert on "num_shards_ > shard_id_" failed: 1 shards'),
    ("c++", "1.2 §Check failed: soup.type == bowl.type"),
    ("c++", "[option_manager.cc:815] §Check failed: ExistsDir(*image_path)§ "),
    (
        "opencv",
        "[ WARN:0@1.9] global loadsave.cpp:248 findDecoder §imread_('a.png'): can't open/read file: check file path",
    ),
    ("torch", "§A tensor with all NaNs was produced in Unet."),
    (
        "triton",
        "E0720 03:42:54.944486 1 model_repository_manager.cc:810] §failed to load 'm' version 1: Internal: no such op",
    ),
    ("paddle", "  [§unhandled cuda error§] at (/paddle/paddle/fluid/platform/nccl_helper.h:113)"),
    ("nvcc", '§2 errors detected in the compilation of "/x/a.cu".'),
    ("llvm", ' 0%| | 0/4 [00:00<?, ?it/sloc("mps_add"("(mpsFileLoc): /x.mm":0:0)): error: §input types do not fit'),
    ("docker", '6d3a11   acme/server:1   "serve"   16 seconds ago   §Exited (132) 12 seconds ago   web'),
    ("docker", "WARNING: §The NVIDIA Driver was not detected.  GPU functionality will not be available."),
]


@pytest.mark.parametrize(("program", "marked"), PROGRAMS)
def test_the_error_of_a_program_is_read_with_who_printed_it(program, marked):
    roots = [(error.program, error.message) for error in errors(marked.replace("§", "")) if error.is_root]

    assert roots == [(program, marked.split("§")[1])]


@pytest.mark.parametrize(
    "text",
    [
        "Process finished with exit code 0",
        "a.c:1:19: note: each undeclared identifier is reported only once",
        "0 errors, 0 failed",
        "the killed fraction is 0.3",
        'level=info msg="started"',
        "saved to /a/b.so",
        "An empty page!! of the menu, and SIGTERM is sent by kill.",
        "What is not found? How can I fail fast?",
        '6d3a11   acme/server:1   "serve"   16 seconds ago   Exited (0) 12 seconds ago   web',
        "loc(here): all is well",
        "read 3 files [at (x.py:3)]",
        "[Error] (Router)   - a file may be missing",
    ],
)
def test_what_programs_print_beside_errors_is_none(text):
    assert all(error.weight is Weight.SAID for error in errors(text))


BESIDE = {
    "a compiler beside its driver's and make's summary": (
        "make: *** [Makefile:2: all] Error 1\ncollect2: error: ld returned 1 exit status\n/usr/bin/ld: cannot find -lx",
        [3],
    ),
    "a build's own error beside pip's summary": (
        "error: subprocess-exited-with-error\n\na.c:1:9: fatal error: x.h: No such file\n\n"
        "error: command 'gcc' failed with exit status 1",
        [3],
    ),
    "an exception beside the signal that it ends in": ("RuntimeError: boom\n\nAborted (core dumped)", [1]),
    "a killed process beside a warning": ("a.py:3: UserWarning: soon gone\n  warn()\nKilled", [3]),
    "a killed process beside a line of a log": ("[ERROR] status checks failed\nKilled", [2]),
    "an exception beside somebody's interruption": ("KeyboardInterrupt\n\nTypeError: boom", [3]),
    "an exception beside the thread that waited for it": (
        "TypeError: boom\n\njava.lang.InterruptedException\n\tat a.b.Queue.poll(Queue.java:435)",
        [1],
    ),
    "an error that a server passes on at its own level": (
        "2022-08-16T06:46:24,780 [WARN ] W-9000-cats_1.0-stderr MODEL_LOG - run.py: error: unrecognized arguments: --x\n"
        "java.lang.InterruptedException\n\tat a.b.Queue.poll(Queue.java:435)",
        [1],
    ),
    "a warning that a server passes on": (
        "2022-08-16T06:46:24,780 [INFO ] W-9000-cats_1.0-stdout MODEL_LOG - WARNING: list index out of range\n"
        "ValueError: boom",
        [2],
    ),
    "an exception beside the echo of a finaliser": (
        "Exception ignored in: <function A.__del__ at 0x7f>\nTraceback (most recent call last):\n"
        '  File "a.py", line 3, in __del__\n    self.b.close()\nAttributeError: gone\n\nValueError: boom',
        [7],
    ),
    "an exception beside a notice at the start": (
        "Failed to import from vllm._C with ImportError('libx.so')\nValueError: boom",
        [2],
    ),
    "the cause that an exception quotes": (
        'Exception: KeyError:Traceback (most recent call last):\n  File "a.py", line 3, in f\n    x[0]\nKeyError: 0',
        [4],
    ),
    "a rank's exit code beside the launcher's error": (
        "  exitcode  : 1 (pid: 12)\ntorch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n====",
        [2],
    ),
    "a message above its stack": (
        'Error occurred when executing A:\n\nb is required\n\nFile "a.py", line 3, in f\nx()',
        [3],
    ),
    "what a library says beside the C++ error that sums it up": (
        "[2026-01-05 10:00:00   ERROR] Network must have an output\nterminate called after throwing an instance of "
        "'std::runtime_error'\n  what():  Failed to create object\nAborted (core dumped)",
        [1, 3],
    ),
    "a C++ error that says why, beside a log": (
        "[2026-01-05 10:00:00   ERROR] Network must have an output\nterminate called after throwing an instance of "
        "'std::runtime_error'\n  what():  Failed to open model.onnx: no such file\nAborted (core dumped)",
        [3],
    ),
    "a log's list of what an error usually means": (
        "2026-01-05 10:00:00.715 [Error] (Server) This usually means:\n"
        "2026-01-05 10:00:00.715 [Error] (Server)   - a driver is missing\n"
        "2026-01-05 10:00:01.000 [Error] (Router) Failed to load model: no answer in time",
        [3],
    ),
    "a log that announces the message of the stack below it": (
        "2026-01-05 10:00:00,1 - ERROR - Exception: 'label'\nTraceback (most recent call last):\n"
        '  File "a.py", line 3, in f\n    item["label"]\nKeyError: \'label\'',
        [5],
    ),
    "a header of ComfyUI above the stack of the same error": (
        "!!! Exception during processing !!! the soup is cold\nTraceback (most recent call last):\n"
        '  File "a.py", line 3, in f\n    stir()\nRuntimeError: the soup is cold',
        [5],
    ),
    "a log before the stack of another error": (
        "Exception: 'label'\nTraceback (most recent call last):\n"
        '  File "a.py", line 3, in f\n    item["mask"]\nKeyError: \'mask\'',
        [1, 5],
    ),
    "conda beside the error of the pip that it ran": (
        "Pip subprocess error:\na.c:1:9: fatal error: x.h: No such file\n\nCondaEnvException: Pip failed",
        [2],
    ),
    "the message of a driver beside an error": (
        "WARNING: The NVIDIA Driver was not detected.  GPU functionality will not be available.\nValueError: boom",
        [2],
    ),
    "npm's reason beside what it prints around it": (
        "npm error code ETARGET\nnpm error notarget No matching version found for ladle@99.9.\n"
        "npm error notarget In most cases you or one of your dependencies are requesting a package version that "
        "doesn't exist.\nnpm error A complete log of this run can be found in: /root/.npm/_logs/0.log",
        [2],
    ),
    "npm's exception beside the fields of its system call": (
        "npm ERR! code EPERM\nnpm ERR! syscall rename\nnpm ERR! path C:\\a\nnpm ERR! dest C:\\b\nnpm ERR! errno -4048\n"
        "npm ERR! Error: EPERM: operation not permitted, rename 'C:\\a' -> 'C:\\b'\nnpm ERR!   errno: -4048,",
        [6],
    ),
    "a sentence where nothing else stands": ("Crash on start: _C is not defined in a file\nloss 0.3", [1]),
}


@pytest.mark.parametrize(("text", "lines"), BESIDE.values(), ids=BESIDE)
def test_the_roots_are_the_errors_that_tell_most(text, lines):
    assert root_lines(text) == lines


def test_a_log_that_announces_a_traceback_is_no_root_where_that_is_cut():
    text = (
        '[ERROR] Failed to load the model.\nTraceback (most recent call last):\n  File "a.py", line 3, in f\n    run()'
    )

    assert root_lines(text) == []


def test_a_program_that_an_exception_quotes_belongs_to_its_message():
    text = "ImportError: cannot load it:\n/a/b.so: undefined symbol: f"

    assert [error.type for error in errors(text)] == ["ImportError"]


def test_a_notice_of_what_a_program_does_without_is_no_error():
    assert errors("Failed to initialize process group: RANK is not set, falling back to single GPU") == ()
