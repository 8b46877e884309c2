#!/usr/bin/env python
"""Tracefix on the command line: `python manage.py help` lists what it can do."""

import sys

from django.core.management import execute_from_command_line

from kb.server.environment import choose_settings
from kb.server.journal import mark_stderr
from kb.server.program_version import version

if __name__ == "__main__":
    if sys.argv[1:] in (["--version"], ["version"]):  # Django would print its own
        sys.exit(print(version()))
    mark_stderr()
    choose_settings()
    execute_from_command_line(sys.argv)
