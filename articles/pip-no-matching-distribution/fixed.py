# /// script
# requires-python = ">=3.9"
# dependencies = ["pip==25.3"]
# ///
"""The same with a release that has a wheel for this Python: pip listed it."""

import subprocess
import sys
import zipfile

RELEASES = {"1.13.1": "cp37-cp37m-linux_x86_64", "2.4.0": "py3-none-any", "2.4.1": "py3-none-any"}
for version, tag in RELEASES.items():
    with zipfile.ZipFile(f"fusedops-{version}-{tag}.whl", "w") as wheel:
        info = f"fusedops-{version}.dist-info"
        wheel.writestr("fusedops.py", f"__version__ = '{version}'\n")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: fusedops\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n")
        wheel.writestr(f"{info}/RECORD", "")
with open("requirements.txt", "w") as file:
    file.write("fusedops==2.4.1\n")

pip = [sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "install", "--target", "packages"]
sys.exit(subprocess.call([*pip, "--no-index", "--find-links", ".", "-r", "requirements.txt"]))
