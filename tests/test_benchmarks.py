"""A benchmark that takes no options says what it measures, and starts nothing, when it is asked for help."""

import subprocess
import sys

import pytest
from django.conf import settings

ASKED = [(name, "--help", 0) for name in ("benchmarks", "benchmarks.pages", "benchmarks.profiles", "benchmarks.triage")]


@pytest.mark.parametrize(("name", "word", "status"), [*ASKED, ("benchmarks", "faults", 2)])
def test_it_starts_with_no_word_behind_its_name(name, word, status):
    done = subprocess.run(
        [sys.executable, "-m", name, word], cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=60
    )

    assert done.returncode == status
    assert (done.stdout if status == 0 else done.stderr).startswith("usage: ")
