"""Failures that PyTorch, CUDA and launchers print without the name of an exception class.

They are tried before the lines of Python: what they print may quote an exception.
"""

from tracefix.linear_re import Expression
from tracefix.reading.recognisers.rows import LineKind, Recogniser, messages
from tracefix.reading.report import Weight

MACHINES = (
    *messages(
        Weight.LOG,
        (
            # PyTorch up to 1.4, beside the error: `THCudaCheck FAIL file=…/x.cu line=29 error=59 : device-side assert`
            ("cuda", "Check FAIL", r"THCudaCheck FAIL file=.* line=\d+ (?P<message>error=\d+ ?: .*)"),
            # ComfyUI: `Error occurred when executing KSampler: 0`
            ("comfyui", "Error occurred when", r"Error occurred when executing [^:]*: *(?P<message>\S.*)"),
        ),
    ),
    # … `Error occurred when executing KSampler:`, and below it the message and the stack
    Recogniser(
        LineKind.LEAD_IN, ("Error occurred when",), Expression(r"Error occurred when executing .*:[ \t]*$"), "comfyui"
    ),
    *messages(
        Weight.ERROR,
        (
            # an event of Kubernetes: `Warning  FailedScheduling  2s (x5 over 9m)  default-scheduler  0/6 nodes are …`
            (
                "kubernetes",
                "Warning ",
                r"^[ \t]*(?:\S+[ \t]{2,}){0,3}Warning[ \t]{2,}(?:Failed\w*|Unhealthy|Evicted)[ \t]{2,}.*?[ \t]{2,}"
                r"(?P<message>\S+(?: \S+)+)[ \t]*$",
            ),
            # torch elastic, deepspeed: `failed (exitcode: -9) local_rank: 3 (pid: 12) of binary: python`
            ("torchrun", "exitcode", r"(?P<message>failed \(exitcode: -?\d+\).*)"),
            # … and its summary table: `  exitcode  : -9 (pid: 1234)`
            ("torchrun", "exitcode", r"^[ \t]*(?P<message>exitcode *: -?\d+ \(pid: \d+\))"),
            # a CUDA kernel: `…/x.cu:1292: operator(): block: [3,0,0], thread: [0,0,0] Assertion `i < n` failed.`
            (
                "cuda",
                "Assertion",
                r"block: \[\d+, ?\d+, ?\d+\], thread: \[\d+, ?\d+, ?\d+\] (?P<message>Assertion .*failed.*)",
            ),
            # … without its place; C's assert: `python: uv.c:12: uv_close: Assertion `handle' failed.`
            ("assert", "Assertion", r"(?:^[ \t`*]*|: )(?P<message>Assertion [`'\"]?\S.*[ `'\"]failed\b.*)"),
            # PyTorch's C++ log: `[E socket.cpp:484] [c10d] …`, `[E1031 10:00:00.1 ProcessGroupNCCL.cpp:607] [Rank 0] …`
            (
                "torch",
                ("[E", "[F"),
                r"^\[[EF][ \d][^\]]*\.(?:cpp|cc|cu|cuh|h|hpp):\d+\](?: ?\[(?:c10d|Rank \d+|PG [^\]]*)\])* ?"
                r"(?P<message>.*)",
            ),
            # ComfyUI: `!!! Exception during processing !!! …`
            ("comfyui", "!!! Exception", r"!!! Exception during processing ?!!! ?(?P<message>.+)"),
            # … and its error report: `- **Exception Message:** …`
            ("comfyui", "Exception Message:", r"Exception Message:(?:\*\*)? *(?P<message>\S.*)"),
            # DALI's: `[/opt/dali/…/loader.h:223] Assert on "num_shards_ > shard_id_" failed: …`
            ("c++", 'Assert on "', r"(?P<message>Assert on \".*\" failed.*)"),
            # glog's checks: `[option_manager.cc:815] Check failed: ExistsDir(*path)`, `2.1 Check failed: …` of a list
            ("c++", "Check failed: ", r"(?:^|^[\d.()]{1,5} |\.(?:cc|cpp|cu|h):\d+\] )(?P<message>Check failed: .*)"),
            # C++; where two ranks write over each other, `  what():    what():  …`
            ("c++", "what():", r"what\(\):(?: *what\(\):)* {0,3}(?P<message>.*)"),
            # … of macOS: `libc++abi: terminating due to uncaught exception of type std::runtime_error: …`
            (
                "c++",
                "libc++abi",
                r"^libc\+\+abi(?:\.dylib)?: terminating (?:due to|with) uncaught exception of type [\w:<>, ]{1,80}: "
                r"(?P<message>\S.*)",
            ),
        ),
    ),
)
