"""Articles with everything that a page can show."""

import pytest
from django.test import Client

from tests.factories import write_article_folder

REPRO = '# /// script\n# requires-python = ">=3.8"\n# dependencies = []\n# ///\n"""A fuse that is too short."""\n\nfuse = 1\n'
RUN = """\
script: repro.py
python: {python}
platform: Linux x86_64
packages: torch==2.7.1
date: 2026-01-30
exit: {exit}
reproduced: {reproduced}
---
{output}
"""


@pytest.fixture
def boom(articles_dir):
    """The article boom with two pairs of scripts, two runs, affected versions, and requirements; its folder."""
    folder = articles_dir / "boom"
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    write_article_folder(
        articles_dir,
        "boom",
        message="boom happened in '{place}'",
        extra='affects: [{package: torch, versions: "<2.8,>=2.0", note: "until the fuse was longer"}]\n'
        "requires: [cuda-wheel]\nrelated: [bang]\n",
        repro_py=REPRO,
        fixed_py=REPRO.replace("1\n", "9\n"),
        repro_ray_py=REPRO.replace("short", "wet"),
        fixed_ray_py=REPRO.replace("1\n", "8\n"),
    )
    runs = folder / "runs"
    runs.mkdir()
    output = "Traceback (most recent call last):\n  File \"repro.py\", line 7, in <module>\nRuntimeError: boom happened in 'lab'"
    (runs / "py3.8.txt").write_text(RUN.format(python="3.8.18", exit=1, reproduced="yes", output=output))
    (runs / "py3.13.txt").write_text(RUN.format(python="3.13.0", exit=0, reproduced="no", output="all quiet"))
    return folder


@pytest.fixture
def boom_client(boom):
    return Client()
