#!/usr/bin/env python
"""Tracefix on the command line: `python manage.py help` lists what it can do."""

import os
import sys

from django.core.management import execute_from_command_line

from kb.server.journal import mark_stderr
from kb.server.program_version import version

if __name__ == "__main__":
    if sys.argv[1:] in (["--version"], ["version"]):  # Django would print its own
        sys.exit(print(version()))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")
    mark_stderr()
    execute_from_command_line(sys.argv)
