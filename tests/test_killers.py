"""Texts that make backtracking expressions run for ever are answered like others.

Each goes through everything that reads a paste or a query. A hang is cut off after many times what they all take.
"""

import json
import subprocess
import sys

import pytest

from tests.test_settings import ROOT

KILLERS = {
    "one letter": "a" * 100_000 + "!",
    "spaces before an end": "x" + " " * 100_000 + "x",
    "tabs and spaces": "\t " * 50_000,
    "line breaks": "\n" * 100_000,
    "carriage returns": "\r" * 100_000,
    "open brackets": "(" * 50_000 + "[" * 50_000,
    "quotes": "'\"`" * 30_000,
    "backslashes": "\\" * 100_000,
    "escape characters": "\x1b[" * 50_000,
    "an escape sequence without an end": "\x1b[" + "1;" * 50_000,
    "numbers and dots": "1." * 50_000,
    "colons": "Error:" * 20_000,
    "a class name without an end": "a." * 50_000 + "Error",
    "prefixes upon prefixes": "[rank0]: " * 10_000,
    "quotation upon quotation": "> " * 50_000 + "RuntimeError: boom",
    "time stamps": "2026-01-01T00:00:00Z " * 5_000,
    "frames": '  File "a.py", line 1, in f\n' * 5_000,
    "tracebacks": "Traceback (most recent call last):\n" * 5_000,
    "causes": "During handling of the above exception, another exception occurred:\n" * 2_000,
    "a box that never closes": "╭" + "─" * 50_000 + "\n" + "│ x\n" * 5_000,
    "pipes": "|" * 100_000,
    "fences": "```\n" * 20_000,
    "JSON upon JSON": '{"a":' * 20_000,
    "escaped line breaks": "\\n" * 50_000,
    "percent signs": "%20" * 30_000,
    "zero bytes": "\x00" * 100_000,
    "combining marks": "e" + "\u0301" * 100_000,
    "long words of Chinese": "错误" * 50_000,
    "capitals and underscores": "Aa_" * 30_000,
}

READ = """
import json, sys
from pathlib import Path
from tracefix.articles.loading import load_all
from tracefix.search.whoosh_index import open_index
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.articles.rendering import to_html
from tracefix.search.query import find
from tracefix.answers.paste_view import mark
articles = load_all(Path("articles"))
catalogue = Catalogue(articles)
index = open_index(articles, Path(sys.argv[1]))
for name, text in json.load(sys.stdin).items():
    print("begun", name, flush=True)
    diagnosis = diagnose(text, catalogue)
    mark(text, diagnosis.matches[0].spans if diagnosis.matches else (), [error.line for error in diagnosis.errors])
    find(index, text[:1000])
    to_html(text[:1000])
    print("verdict", diagnosis.verdict, flush=True)
"""


@pytest.mark.thorough
def test_a_killer_is_answered_like_any_other_text(published_index):
    everything = {**KILLERS, "all of them": "\n".join(KILLERS.values())}

    done = subprocess.run(
        [sys.executable, "-c", READ, str(published_index)],
        input=json.dumps(everything),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )

    assert done.returncode == 0, done.stdout[-200:] + done.stderr[-2000:]
    lines = done.stdout.splitlines()
    assert [line.removeprefix("begun ") for line in lines[::2]] == list(everything)
    assert "verdict exact" not in lines
