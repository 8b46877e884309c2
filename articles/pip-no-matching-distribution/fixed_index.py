# /// script
# requires-python = ">=3.9"
# dependencies = ["pip==25.3"]
# ///
"""The same with both indexes: --extra-index-url keeps PyPI."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path


def publish(index, name):
    folder = Path(index, name)
    folder.mkdir(parents=True)
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}.py", "")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    (folder / "index.html").write_text(f'<a href="{name}-1.0-py3-none-any.whl">{name}-1.0-py3-none-any.whl</a>')


publish("pypi", "accelerators")
publish("cuda", "fusedops")
pypi, cuda = (Path(name).absolute().as_uri() for name in ("pypi", "cuda"))
environment = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--target", "packages"]
options = ["--index-url", cuda, "--extra-index-url", pypi]
sys.exit(subprocess.call([*pip, *options, "fusedops", "accelerators"], env={**environment, "PIP_CONFIG_FILE": os.devnull}))
