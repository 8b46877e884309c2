# /// script
# requires-python = ">=3.6"
# dependencies = ["nvidia-cuda-nvcc==13.5.37"]
# ///
"""A package that starts another program, which a wheel brought: it stands beside the packages, and has a full path."""

import subprocess
import sysconfig

compiler = sysconfig.get_path("purelib") + "/nvidia/cu13/bin/nvcc"
subprocess.check_call([compiler, "--version"], env={"PATH": "/usr/bin:/bin"})
