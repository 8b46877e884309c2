"""The site's settings for tests: a `var` of their own, and nothing of the environment of whoever runs them."""

import os
import sys
import tempfile
from pathlib import Path

if "pytest" in sys.modules:  # a server that a test starts inherits this and is told the rest by the test
    for _name in [name for name in os.environ if name.startswith("TRACEFIX_")]:
        del os.environ[_name]
    for _name in ("REDIS_URL", "DATABASE_URL"):
        os.environ.pop(_name, None)
    _var = tempfile.TemporaryDirectory(prefix="tracefix-")  # goes when the process does
    os.environ["TRACEFIX_VAR"] = _var.name

from kb.settings import *  # noqa: F403
from kb.settings import STATIC_ROOT, VAR_DIR

STATIC_ROOT.mkdir(exist_ok=True)  # WhiteNoise warns where there is none
if "pytest" in sys.modules:  # what a test starts has no published notes: to compile them would take ten seconds
    PLAYGROUND_DIR = VAR_DIR / "no-playground"  # whether one is installed changes no test but the browser's
    os.environ["TRACEFIX_PROJECTS"] = f"{_var.name}/no-projects"
    Path(os.environ["TRACEFIX_PROJECTS"]).mkdir()
