# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""A user may have so many processes and threads, and has them already: the next child cannot be started."""

import os
import resource
import subprocess

if os.getuid() == 0:
    os.setuid(65534)  # the limit does not hold for root

resource.setrlimit(resource.RLIMIT_NPROC, (0, resource.getrlimit(resource.RLIMIT_NPROC)[1]))
print("worker ended with", subprocess.run(["/bin/true"], check=True).returncode)  # a tokenizer, a compiler, ffmpeg
