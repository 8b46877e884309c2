# /// script
# requires-python = ">=3.9"
# dependencies = ["pip==25.3"]
# ///
"""The release that is pinned wants a newer Python. pip says which releases it ignored for that reason."""

import subprocess
import sys
import zipfile

links = ""
for version, python in {"0.9": ">=3.8", "1.0": ">=3.99"}.items():
    name = f"fusedops-{version}-py3-none-any.whl"
    with zipfile.ZipFile(name, "w") as wheel:
        info = f"fusedops-{version}.dist-info"
        wheel.writestr("fusedops.py", "")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: fusedops\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    links += f'<a href="{name}" data-requires-python="{python.replace(">", "&gt;")}">{name}</a>\n'
with open("links.html", "w") as file:
    file.write(links)

pip = [sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "install", "--target", "packages"]
sys.exit(subprocess.call([*pip, "--no-index", "--find-links", "links.html", "fusedops>=1.0"]))
