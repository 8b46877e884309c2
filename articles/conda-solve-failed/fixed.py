# /// script
# requires-python = ">=3.10"
# dependencies = ["conda-package-handling==2.6.0"]
# ///
"""A download was interrupted, and conda's cache keeps the half of the package that had come."""

import shutil
import tempfile
from pathlib import Path

from conda_package_handling import api

PACKAGE = "stirrer-1.4-0.conda"


def publish(channel):
    contents = Path(channel, "contents")
    Path(contents, "info").mkdir(parents=True)
    Path(contents, "info", "index.json").write_text('{"name": "stirrer"}')
    Path(contents, "weights.txt").write_text("".join(f"{number}\n" for number in range(200_000)))
    return Path(api.create(str(contents), ["info/index.json", "weights.txt"], str(Path(channel, PACKAGE))))


with tempfile.TemporaryDirectory() as folder:
    channel, cache = Path(folder, "channel"), Path(folder, "pkgs")
    channel.mkdir()
    cache.mkdir()
    published = publish(channel)

    shutil.copy(published, cache)
    with open(cache / PACKAGE, "r+b") as archive:  # the connection broke here
        archive.truncate(published.stat().st_size // 2)

    (cache / PACKAGE).unlink()  # what conda clean does
    shutil.copy(published, cache)
    api.extract(str(cache / PACKAGE), str(cache / "stirrer-1.4-0"))
    print("extracted", sorted(path.name for path in (cache / "stirrer-1.4-0").iterdir()))
