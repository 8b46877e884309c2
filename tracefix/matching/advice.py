"""Standing advice: text that programs print with many different errors. It says nothing about this one.

It is blanked before matching, so that "Compile with TORCH_USE_CUDA_DSA to enable device-side assertions" is never taken
for a device-side assertion. A comment above each template names the program that prints it. Articles add their own by
`role: advice`.
"""

from collections.abc import Iterable

from tracefix.articles.signatures import Role, Signature
from tracefix.linear_re import compile_expression
from tracefix.matching.spans import Span, merge_spans
from tracefix.reading.paste import Edit, Paste

_TEMPLATES = (
    # PyTorch, with every CUDA error
    "CUDA kernel errors might be asynchronously reported at some other API call{comma}so the stacktrace below might be "
    "incorrect.",
    "For debugging consider passing CUDA_LAUNCH_BLOCKING=1",
    "Compile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.",
    # … and with every HIP error
    "HIP kernel errors might be asynchronously reported at some other API call",
    "For debugging consider passing AMD_SERIALIZE_KERNEL=3",
    # Ray, with every actor or worker that died
    "There are some potential root causes. (1) The process is killed by SIGKILL by OOM killer due to high memory "
    "usage.",
    "(2) ray stop --force is called.",
    "(3) The worker is crashed unexpectedly due to SIGSEGV or other unexpected errors.",
    # torchrun, at every start
    "Setting OMP_NUM_THREADS environment variable for each process to be 1 in default, to avoid your system being "
    "overloaded",
    # NCCL, with every error in the watchdog
    "Some NCCL operations have failed or timed out. Due to the asynchronous nature of CUDA kernels, subsequent GPU "
    "operations might run on corrupted/incomplete data.",
    # Hugging Face tokenizers, in every forked worker
    "huggingface/tokenizers: The current process just got forked, after parallelism has already been used.",
    # PyTorch, beside any error of a data loader's worker that could not be pickled
    "Got pickle error when attempting to start a worker Process",
    # Colab, below every import that failed
    "NOTE: If your import is failing due to a missing package, you can",
    "To view examples of installing some common dependencies, click the",
    # pip, below every build that failed
    "This error originates from a subprocess, and is likely not a problem with pip.",
)

ADVICE = tuple(
    Signature(message=template, role=Role.ADVICE, where={"comma": (",", ", ")} if "{comma}" in template else {})
    for template in _TEMPLATES
)


def blank_advice(paste: Paste, advice: Iterable[Signature]) -> Paste:
    """Put a blank in place of each character of the advice in a paste, so that every offset stays."""
    blanks = merge_spans(
        Span(*found.span())
        for signature in advice
        for found in compile_expression(signature.regex).finditer(paste.text)
    )
    return paste.with_edits(
        (Edit(blank.start, blank.end, " " * (blank.end - blank.start)) for blank in blanks), "advice"
    )
