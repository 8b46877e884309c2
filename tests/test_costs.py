"""What docs/architecture.md says that it costs to add something is true: an example of it is in no other file."""

import re

import pytest

from kb.settings import BASE_DIR

ROWS = dict(
    re.findall(r"(?m)^\| (an? [\w ]+) \| \d \| (.+) \|$", (BASE_DIR / "docs/architecture.md").read_text("utf-8"))
)
# What it costs to add …: the example, as its name stands in files, and <…> in the row
EXAMPLES = {
    "a hint": (r"NOT_AN_ERROR|not-an-error", ""),
    "a page": (r"patterns\.html|\.patterns\b|\b(?<!url)patterns/", "patterns"),
    "a field of the API": (r"\"own_line\"|\bown_line:", ""),
    "a language": (r"\"zh-hans\"", "zh-hans"),
    "a setting": (r"TRACEFIX_WATCH\b", ""),
}
FOLDERS = ("kb", "tracefix", "authoring", "templates", "tests/pages", "tests/api", "tests/tracefix")


@pytest.fixture(scope="module")
def texts():
    paths = [path for folder in FOLDERS for path in (BASE_DIR / folder).rglob("*.*") if path.suffix in (".py", ".html")]
    return {path.relative_to(BASE_DIR).as_posix(): path.read_text(encoding="utf-8") for path in paths}


@pytest.mark.parametrize("row", EXAMPLES)
def test_the_row_names_every_file_that_an_example_is_in(texts, row):
    word, name = EXAMPLES[row]
    named = re.findall(r"`([\w/.<>-]+)`", re.sub(r"<\w+>", name, ROWS[row]))

    found = {path for path, text in texts.items() if re.search(word, text)}

    many = "tests/" if row == "a language" else "-"  # tests speak it
    assert {path for path in found if not path.startswith(many)} <= set(named)
    assert found & set(named)
