"""What the tools print that install, build and load programs: pip and uv, compilers, linkers, the loader.

The wording is that of the programs' sources. The first row that fits decides. `message` is what follows the program's
name.
"""

from tracefix.reading.recognisers.rows import TOOL, messages
from tracefix.reading.report import Weight

_FILE = r"(?:[A-Za-z]:)?[^:\s][^:]*"  # also on a drive of Windows

_WRAPPERS = messages(
    Weight.WRAPPER,
    (
        # pip, of what a build printed below it: `error: subprocess-exited-with-error`
        (
            "pip",
            "error: ",
            r"^[ \t]*error: (?P<message>(?:subprocess-exited-with|metadata-generation-failed|failed-wheel-|legacy-).*)",
        ),
        # … `× Building wheel for x (pyproject.toml) did not run successfully.`
        (
            "pip",
            "×",
            r"^[ \t]*× (?P<message>(?:.* did not run successfully|Encountered error while |"
            r"Failed to build installable wheels ).*)",
        ),
        # … `ERROR: Command errored out with exit status 1: …`
        ("pip", "ERROR: ", r"^[ \t]*(?:ERROR: )+(?P<message>(?:Command errored|Command \"|Ignored the following).*)"),
        # pypa's build, poetry: `Backend subprocess exited when trying to invoke build_wheel`
        (
            "build",
            "trying to invoke ",
            r"(?P<message>Backend (?:subprocess exited|operation failed) when trying to invoke \w+)",
        ),
        # setuptools: `error: command 'gcc' failed with exit status 1`, `error: command '/usr/bin/nvcc' failed …`
        ("setuptools", "error: ", r"^[ \t]*error: (?P<message>command '.*' failed with exit (?:status|code) \d+.*)"),
        # linker's driver: `collect2: error: ld returned 1 exit status`, `clang: error: linker command failed with …`
        ("gcc", "error: ", r"error: (?P<message>(?:ld returned \d+ exit status|linker command failed with ).*)"),
        # make: `make[1]: *** [Makefile:12: all] Error 1`; ninja: `ninja: build stopped: subcommand failed.`
        ("make", "*** [", TOOL + r"g?make(?:\[\d+\])?(?:\.exe)?: (?P<message>\*\*\* \[.*)"),
        ("make", "*** Waiting", TOOL + r"g?make(?:\[\d+\])?: (?P<message>\*\*\* Waiting for unfinished jobs.*)"),
        ("ninja", "build stopped", r"ninja: (?P<message>build stopped: .*)"),
        (
            "ninja",
            "FAILED: ",
            r"^(?:\[\d+/\d+\] )?FAILED: (?:\[code=\d+\] )?(?P<message>\S+\.(?:o|obj|so|pyd|a|ptx|cubin)\b.*)",
        ),
        # nvcc: `2 errors detected in the compilation of "x.cu".`
        ("nvcc", "detected in the compilation", r"(?P<message>\d+ errors? detected in the compilation of .*)"),
        # cargo: `error: could not compile `x` (lib) due to 2 previous errors`
        ("cargo", "error: ", r"^[ \t]*error: (?P<message>(?:could not compile|build failed|aborting due to).*)"),
        # cmake: `-- Configuring incomplete, errors occurred!`
        ("cmake", "errors occurred", r"(?P<message>Configuring incomplete, ?errors occurred.*)"),
        # Docker, before BuildKit: `The command '/bin/sh -c make' returned a non-zero code: 2`
        ("build", "returned a non-zero code", r"(?P<message>The command '.*' returned a non-zero code: \d+)"),
        # Slurm: `srun: error: n1: tasks 0-3: Exited with exit code 1`
        ("slurm", "error: ", r"srun: error: (?P<message>\S+: tasks? .*: Exited with exit code \d+.*)"),
        # Kaldi: `run.pl: 32 / 32 failed, log is in exp/log/train.*.log`
        ("kaldi", " failed, log is in ", r"(?P<message>\d+ / \d+ failed, log is in .*)"),
        # npm: `npm ERR! code 1`, and what it prints around the line that says why
        (
            "npm",
            ("npm ERR!", "npm error"),
            r"^npm (?:ERR!|error) (?P<message>(?:code|errno|syscall|command|signal|path|dest|cwd|address|port) \S.*|"
            r"(?:enoent |notarget |network |notsup |403 )?(?:A complete log of|This is (?:related|a problem|probably)|"
            r"There is likely|In most cases|If you are behind|Note that you can|Not compatible with).*|"
            r" +(?:at |\w+: ).*)",
        ),
    ),
)
_BUILD_TOOLS = messages(
    Weight.ERROR,
    (
        # pip: `ERROR: No matching distribution found for torch==9.9`
        (
            "pip",
            "ERROR: ",
            r"^[ \t]*(?:ERROR: )+(?P<message>(?:Could not (?:find a version|install|open requirements|build wheels)|"
            r"No matching distribution|Cannot (?:install|uninstall)|Invalid requirement|ResolutionImpossible|"
            r"Package '|.* is not a supported wheel|.* requires a different [Pp]ython|Directory '|HTTP error|"
            r"Fail(?:ed|ure) (?:building wheel|to build)|pip's dependency resolver|THESE PACKAGES DO NOT MATCH|"
            r"Can not perform a '--user' install|Wheel '|Invalid wheel|Hash ).*)",
        ),
        (
            "pip",
            (
                "building wheel for",
                "satisfies the requirement",
                "matching distribution found",
                "supported wheel on this",
                "requires a different",
            ),
            r"^[ \t]*(?P<message>(?:Failed building wheel for|Could not find a version that satisfies|"
            r"No matching distribution found for) \S.*|\S+\.whl is not a supported wheel on this.*|"
            r"Package '.*' requires a different [Pp]ython.*)",
        ),
        # … `error: externally-managed-environment`
        ("pip", "error: ", r"^[ \t]*error: (?P<message>(?:externally-managed|uninstall-no-record|resolution-too-).*)"),
        # uv: `  × No solution found when resolving dependencies:`; the reason follows
        ("uv", "×", r"^[ \t]*× (?P<message>\S.*)"),
        # conda: `Solving environment: failed`
        ("conda", "nvironment: failed", r"(?P<message>(?:Solving|Collecting) .*nvironment: failed\b.*)"),
        # apt: `E: Unable to locate package libfoo`
        ("apt", "E: ", r"^[ \t]*E: (?P<message>[A-Z].*)"),
        # cmake: `CMake Error at CMakeLists.txt:5 (find_package):`; what is wrong follows
        ("cmake", "CMake Error", r"(?P<message>CMake Error(?: (?:at|in) .*|: \S.*))"),
        # Meson: `meson.build:1:0: ERROR: Unknown options: "x"`
        (
            "meson",
            ": ERROR: ",
            r"^[ \t]*(?:\S*[/\\])?meson(?:\.build|\.options|_options\.txt):\d+:\d+: ERROR: (?P<message>\S.*)",
        ),
        # make: `make: *** No rule to make target 'x'.  Stop.`; ninja: `ninja: error: loading 'build.ninja': …`
        ("make", "*** ", TOOL + r"g?make(?:\[\d+\])?: \*\*\* (?P<message>\S.*)"),
        ("ninja", "ninja: ", r"ninja: (?:error|fatal): (?P<message>\S.*)"),
        # git: `fatal: unable to access 'https://…': Could not resolve host`
        ("git", "fatal: ", r"^[ \t]*fatal: (?P<message>\S.*)"),
        # gh, which asks git: `failed to run git: fatal: not a git repository (or any of the parent directories): .git`
        ("gh", "failed to run git: ", r"^[ \t]*(?P<message>failed to run git: \S.*)"),
        # pnpm: ` ERR_PNPM_FETCH_404  GET https://…: Not Found - 404`
        ("pnpm", "ERR_PNPM_", r"^[ \t]*(?P<message>ERR_PNPM_\w+ .*)"),
        # npm: `npm ERR! ERESOLVE could not resolve`
        ("npm", ("npm ERR!", "npm error"), r"^npm (?:ERR!|error) (?P<message>\S.*)"),
    ),
)
_COMPILERS = messages(
    Weight.ERROR,
    (
        # gcc, clang: `x.cpp:3:4: error: 'f' was not declared`, `x.cpp:3:4: fatal error: x.h: No such file`
        ("gcc", "error: ", rf"^[ \t`]*{_FILE}:\d+(?::\d+)?: (?:fatal )?error: (?P<message>\S.*)"),
        # … their drivers: `g++: fatal error: Killed signal terminated program cc1plus`
        (
            "gcc",
            "error: ",
            TOOL + r"(?:[\w-]+-)?(?:gcc|g\+\+|cc1(?:plus|obj)?|c\+\+|cc|clang(?:\+\+)?|collect2|as)(?:-[\d.]+)?"
            r"(?:\.exe)?: (?:fatal )?error: (?P<message>\S.*)",
        ),
        # nvcc: `nvcc fatal   : Unsupported gpu architecture 'compute_89'`, `ptxas error   : …`, `nvlink error   : …`
        (
            "nvcc",
            (" fatal ", " error "),
            r"^[ \t]*(?:nvcc|ptxas|nvlink|cicc|fatbinary) (?:fatal|error) *: (?P<message>\S.*)",
        ),
        # nvcc: `x.cu(12): error: identifier "f" is undefined`; MSVC: `x.cpp(12): fatal error C1083: Cannot open …`
        (
            "nvcc",
            ": error",
            r"^[ \t]*(?:[A-Za-z]:)?[^:()]+\.(?:cu|cuh)\(\d+\) ?: error(?: #?[\w-]+)?: (?P<message>\S.*)",
        ),
        (
            "msvc",
            "error ",
            r"^[ \t]*(?:[A-Za-z]:)?(?:[^:]+\(\d+(?:,\d+)?\)|LINK|cl|[^:\s]+\.(?:obj|lib)) ?: "
            r"(?:[Cc]ommand line |fatal )?error (?P<message>[A-Z]+\d+ ?: \S.*)",
        ),
        # rustc: `error[E0425]: cannot find value `x` in this scope`
        ("rustc", "error[E", r"^[ \t]*error\[E\d+\]: (?P<message>\S.*)"),
        # MLIR, below MPS, XLA and Triton: `loc("mps_add"("(x)": 12:3)): error: input types … are not …`
        ("llvm", "): error: ", r"loc\(.*\): error: (?P<message>\S.*)"),
        # LLVM, below Triton, numba and JAX: `LLVM ERROR: Cannot select: …`
        ("llvm", "LLVM ERROR", r"LLVM ERROR: (?P<message>\S.*)"),
        # GNU ld, lld, gold, mold and Apple's: `/usr/bin/ld: cannot find -lcuda`, `ld: library not found for -lomp`
        (
            "ld",
            ("ld: ", "lld: ", "ld.gold: ", "ld64.lld: ", "ld.exe: ", "mold: "),
            TOOL + r"(?:[\w-]+-)?(?:ld|ld64|lld|gold|mold)(?:\.\w+)?: (?:error: |fatal: )?(?P<message>"
            r"(?:cannot find|can't |library not found|framework not found|symbol|undefined|duplicate|unrecognized|"
            r"final link failed|unknown|failed to|.*(?:undefined |multiple definition|relocation|DSO missing|"
            r"not found|file format not recognized|No such file)).*)",
        ),
        # … `x.o: in function `f': x.cpp:(.text+0x1): undefined reference to `g'`
        ("ld", "undefined reference to", r"(?P<message>undefined reference to [`'\"].*)"),
        ("ld", "Undefined symbols for", r"^(?P<message>Undefined symbols for architecture .*)"),
    ),
)
_LOADERS = messages(
    Weight.ERROR,
    (
        # glibc's ld.so: `x: error while loading shared libraries: libfoo.so.1: cannot open shared object file: …`
        ("ld.so", "error while loading shared", r"error while loading shared libraries: (?P<message>\S.*)"),
        # … `x: /lib/libstdc++.so.6: version `GLIBCXX_3.4.29' not found (required by y)`
        (
            "ld.so",
            "' not found (required by",
            r"(?P<message>(?:\S+: )?version [`'][\w.+-]+' not found \(required by .*)",
        ),
        # … `x: symbol lookup error: /y.so: undefined symbol: f`, and Python's, without the class: `/y.so: undefined …`
        ("ld.so", "symbol lookup error", r"symbol lookup error: (?P<message>\S.*)"),
        ("ld.so", "undefined symbol: ", r"(?P<message>[^\s:'\"]+\.so[\w.]*: undefined symbol: \S.*)"),
        ("ld.so", "undefined symbol: ", r"^[ \t`>*]*(?P<message>undefined symbol: \S.*)"),
        (
            "ld.so",
            "cannot open shared object",
            r"^(?:.*: )?(?P<message>[^\s:'\"]+\.so[\w.]*: cannot open shared object .*)",
        ),
        ("ld.so", "nconsistency detected by ld.so", r"Inconsistency detected by ld\.so: (?P<message>\S.*)"),
        # macOS's: `dyld[12]: Library not loaded: @rpath/libomp.dylib`
        (
            "dyld",
            "dyld",
            r"dyld(?:\[\d+\])?: (?P<message>(?:Library not loaded|Symbol not found|lazy symbol|missing).*)",
        ),
        # … without its name: `(mach-o file, but is an incompatible architecture (have 'arm64', need 'x86_64'))`
        (
            "dyld",
            "compatible architecture",
            r"(?P<message>(?:mach-o file, but is an incompatible|incompatible|(?:fat|universal) file, but missing "
            r"compatible) architecture \(.*)",
        ),
        ("dyld", "Symbol not found: ", r"^[ \t]*(?P<message>Symbol not found: \S.*)"),
        # Windows, below Python: `DLL load failed while importing _C: The specified module could not be found.`
        ("windows", "DLL load failed", r"^[ \t]*(?P<message>DLL load failed.*)"),
        ("windows", "procedure entry point", r"(?P<message>The procedure entry point .*could not be located.*)"),
        # … the starters that pip writes: `Fatal error in launcher: Unable to create process using '…'`
        ("windows", "Fatal error in launcher", r"Fatal error in launcher: (?P<message>\S.*)"),
        ("windows", "failed to create process", r"(?P<message>failed to create process\.?)"),
    ),
)
BUILDS = (*_WRAPPERS, *_BUILD_TOOLS, *_COMPILERS, *_LOADERS)
