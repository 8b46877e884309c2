"""Broken YAML is told with the line of the mistake, and with what to write."""

import pytest

from tests.tracefix.articles.tools import HEADER, problems, write

BROKEN = {
    "an open bracket": (("projects: [PyTorch]", "projects: [PyTorch"), 6, "opened by `[` here is never closed: add `]`"),
    "an open brace": (("where: {place: [cellar, \"*.attic\"]}", "where: {place: [cellar]"), 11, "opened by `{` here"),
    "a tab": (("  - message", "\t- message"), 10, "a tab indents this line, and YAML wants spaces: replace it"),
    "a colon": (("summary: The fuse burnt.", "summary: Boom: the fuse burnt."), 4, "text that holds `: ` must be quoted"),
    "an open quotation": (('title: "boom happened"', 'title: "boom happened'), 3, "the quotation mark that is opened here"),
    "a quotation within one": (('title: "boom happened"', "title: 'it's boom'"), 3, "the quotation ends before the line"),
    "a backquote": (("fix: Use a longer fuse.", "fix: `fuse` it."), 5, "text that begins with ``` must be quoted"),
    "a placeholder": (("fix: Use a longer fuse.", "fix: {place} it."), 5, "text that begins with `{` must be quoted"),
    "an asterisk": (("fix: Use a longer fuse.", "fix: *fuse it."), 5, "text that begins with `*` must be quoted"),
    "a backslash": (('title: "boom happened"', 'title: "C:\\Users"'), 3, "a backslash begins a code: write it twice"),
    "a list beside its key": (("fix: Use a longer fuse.", "fix: - use a longer fuse"), 5, "on a line of its own"),
    "no space": (("fix: Use a longer", "fix:Use a longer"), 5, "a space is missing behind the colon of the key"),
    "no space in a list": (("    exception: TypeError", "    exception:TypeError"), 12, "a space is missing behind"),
    "a column of its own": (("    exception: TypeError", "   exception: TypeError"), 12, "in which none above it does"),
    "a key twice": (("fix: Use", "title: x\nfix: Use"), 5, "the key 'title' stands in line 3, too: remove one of the two"),
    "a key of a signature twice": (
        ("    exception: TypeError\n", "    exception: TypeError\n    exception: OSError\n"),
        13,
        "the key 'exception' stands in line 12, too",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "line", "message"), BROKEN.values(), ids=BROKEN)
def test_what_is_broken_is_told_with_its_line_and_what_to_write(root, change, line, message):
    assert change[0] in HEADER

    found = problems(write(root, header=HEADER.replace(*change, 1)))

    assert line in [number for number, _ in found]
    assert any(message in text for number, text in found if number == line), found
