# /// script
# requires-python = ">=3.8"
# dependencies = ["rich==12.6.0"]
# ///
"""A launcher that is a zip file behind a stub, as pip writes for Windows, starts a script that fails.

rich wants to quote the source of accelerate.exe/__main__.py, and no such file can be opened. The script's own error is the
one above the box.
"""

import pathlib
import subprocess
import sys
import tempfile
import zipfile

folder = pathlib.Path(tempfile.mkdtemp())
(folder / "train_network.py").write_text("""
import sys
if len(sys.argv) < 2:
    sys.exit("train_network.py wants a base model")
print("trains", sys.argv[1])
""")
(folder / "launch.py").write_text("""
import subprocess, sys
from rich.traceback import install

install()

def main():
    subprocess.run([sys.executable, *sys.argv[2:]], check=True)
""")
launcher = folder / "accelerate.exe"
launcher.write_bytes(b"MZ, where Windows finds the program that starts Python\n")
with zipfile.ZipFile(launcher, "a") as archive:
    archive.writestr("__main__.py", "import sys\nfrom launch import main\nsys.exit(main())\n")

command = [sys.executable, "accelerate.exe", "launch", "train_network.py"]
sys.exit(subprocess.run(command, cwd=folder, env={"PYTHONPATH": str(folder)}).returncode)
