# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A script without the right to be executed is started by its name."""

import pathlib
import subprocess
import tempfile

script = pathlib.Path(tempfile.mkdtemp(prefix="job-"), "train.sh")
script.write_text("#!/bin/sh\necho training\n")

subprocess.run(["sh", str(script)], check=True)
