# /// script
# requires-python = ">=3.6"
# dependencies = []
# ///
"""A cache folder belongs to another user, such as root, who filled it first."""

import os
import pathlib
import tempfile

os.chdir(tempfile.mkdtemp())
os.chmod(".", 0o755)
pathlib.Path("shared-cache").mkdir(mode=0o555)
pathlib.Path("my-cache").mkdir()
if os.getuid() == 0:  # root may write everywhere: go on as an ordinary user
    os.chown("my-cache", 65534, 65534)
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)

cache = pathlib.Path("my-cache", "hub")
cache.mkdir()
print("the cache is ready")
