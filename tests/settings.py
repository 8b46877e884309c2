"""The site's settings for tests: a `var` of their own, and nothing of the environment of whoever runs them."""

import os
import tempfile

for _name in [name for name in os.environ if name.startswith("TRACEFIX_")]:
    del os.environ[_name]
_var = tempfile.TemporaryDirectory(prefix="tracefix-")  # goes when the process does
os.environ["TRACEFIX_VAR"] = _var.name

from kb.settings import *  # noqa: E402, F403
from kb.settings import STATIC_ROOT  # noqa: E402

STATIC_ROOT.mkdir()  # WhiteNoise warns where there is none

del os.environ["TRACEFIX_VAR"]  # a server that a test starts chooses its own
os.environ["DJANGO_SETTINGS_MODULE"] = "kb.settings"  # and has the site's settings
