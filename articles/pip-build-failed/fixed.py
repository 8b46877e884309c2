# /// script
# requires-python = ">=3.10"
# dependencies = ["pip==25.3", "setuptools==80.9.0", "numpy==2.2.6"]
# ///
"""The same package, built in the environment that has numpy already."""

import pathlib
import subprocess
import sys
import tempfile

options = ["--no-index", "--no-deps", "--no-build-isolation"]

with tempfile.TemporaryDirectory() as folder:
    project = pathlib.Path(folder)
    (project / "pyproject.toml").write_text(
        "[build-system]\nrequires = []\nbuild-backend = 'build_it'\nbackend-path = ['.']\n"
    )
    (project / "build_it.py").write_text(
        "def get_requires_for_build_wheel(settings=None):\n    import numpy\n    return []\n\n"
        "def build_wheel(*values):\n    from setuptools import build_meta\n    return build_meta.build_wheel(*values)\n"
    )
    (project / "setup.py").write_text("from setuptools import setup\n\nsetup(name='fused-ops', version='1.0')\n")
    pip = [sys.executable, "-m", "pip", "--isolated", "wheel", "--disable-pip-version-check", "--wheel-dir", folder]
    sys.exit(subprocess.call([*pip, *options, folder]))
