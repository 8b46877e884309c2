"""Scripts with a header, for the tests that run them."""

import sys
from pathlib import Path

from tracefix.articles.model import Script

HEADER = '# /// script\n# requires-python = ">=3.8"\n# dependencies = {}\n# ///\n'
PYTHON = Path(sys.executable)


def script(text, name="repro.py"):
    return Script(name, Path(name), HEADER.format("[]") + text)
