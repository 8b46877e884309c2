"""Lint tells brackets without a partner in Python blocks, and nothing else that no parser can read."""

import pytest

from tests.authoring.lint.tools import complaints, edit


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("x = x[None", "'[' was never closed"),
        ("a = 1\nx = to_json(value))", "unmatched ')'"),
        ("f([1)", "closing parenthesis ')' does not match opening parenthesis '['"),
        ("print('a)", "unterminated string literal (detected at line 1)"),
    ],
)
def test_python_says_what_is_wrong_with_a_block(folder, code, told):
    edit(folder / "article.md", "\n## Why", f"\n```python\n{code}\n```\n\n## Why")

    (complaint,) = complaints(folder)

    assert complaint.partition(": ")[2] == f"Python says of this block: {told}"
    place = int(complaint.partition(": ")[0].rpartition(":")[2])
    text = (folder / "article.md").read_text(encoding="utf-8").splitlines()
    assert text[place - 1] == code.splitlines()[-1]


@pytest.mark.parametrize(
    "code",
    ["@task(cpus=4)\n@task(cpus=8)  # or", "x = {...}\nx[0]", "model(...", "print('it')  # don't (", "    x = (1)"],
)
def test_a_part_of_a_program_is_no_mistake(folder, code):
    language = "text" if code == "model(..." else "python"
    edit(folder / "article.md", "\n## Why", f"\n```{language}\n{code}\n```\n\n## Why")

    assert complaints(folder) == []
