"""Lint of cases: each takes the reports that are its own, its heading is there, no example stands in a command."""

import pytest

from tests.authoring.lint.tools import complaints, edit
from tests.factories import translate

CASES = """\
cases:
  - when: "{place} is attic"
    fix: Leave {{place|the place}} by `ls {{place|PLACE}}`.
    section: fix
    shown_by: [log, runs/py3*]
created:"""


def with_cases(folder, cases=CASES):
    edit(folder / "article.md", "created:", cases)


def line_of(folder, text):
    lines = (folder / "article.md").read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_a_case_that_a_report_reaches_passes(folder):
    with_cases(folder)

    assert complaints(folder) == []


def test_a_case_that_no_report_reaches_is_told_with_its_line(folder):
    with_cases(folder, CASES.replace("attic", "cellar").replace("    shown_by: [log, runs/py3*]\n", ""))

    assert complaints(folder) == [
        f"boom/article.md:{line_of(folder, 'when:')}: no run and no paste gets this case: add a paste that does, "
        "move it up, or correct its conditions"
    ]


def test_so_is_one_behind_a_case_that_always_holds_before(folder):
    with_cases(folder, CASES.replace("created:", '  - when: "{place} is *"\n    fix: Go.\ncreated:'))

    assert f"boom/article.md:{line_of(folder, 'is *')}: no run and no paste gets this case" in complaints(folder)[1]


def test_a_report_that_no_case_names_is_told_with_the_case_that_takes_it(folder):
    with_cases(folder, CASES.replace("log, ", ""))

    assert complaints(folder) == [
        f"boom/pastes/log.txt:1: gets the case in line {line_of(folder, 'when:')}: name 'log' there in shown_by, or, if "
        "that fix is not its own, narrow what chose it"
    ]


def test_a_report_that_an_earlier_case_takes_is_told_with_both(folder):
    stolen = CASES.replace("cases:", 'cases:\n  - when: "{message} is boom*"\n    fix: Go.\n    shown_by: [runs/py3*]')
    with_cases(folder, stolen.replace("log, runs/py3*", "log"))

    taken = next(text for text in complaints(folder) if text.startswith("boom/pastes/log.txt"))
    thief, owner = line_of(folder, "boom*"), line_of(folder, "is attic")
    assert f"gets the case in line {thief}, and the case in line {owner} names it in shown_by" in taken


def test_a_report_that_a_case_names_and_does_not_take_is_told(folder):
    with_cases(folder)
    (folder / "pastes" / "log2.txt").write_text("RuntimeError: boom happened in 'cellar'\n", encoding="utf-8")
    edit(folder / "article.md", "[log,", "[log*,")

    (complaint,) = complaints(folder)
    assert f"log2.txt:1: gets the plain fix, and the case in line {line_of(folder, 'when:')} names it" in complaint


def test_a_name_in_shown_by_that_is_no_report_is_told(folder):
    with_cases(folder, CASES.replace("[log,", "[log, retold,"))

    (complaint,) = complaints(folder)
    assert complaint.endswith("shown_by names 'retold', which is no run and no paste")


def test_a_case_that_nothing_nearly_fits_is_told(folder):
    with_cases(
        folder, CASES.replace("created:", '  - when: "{place} is cellar"\n    fix: Go.\n    shown_by: [low]\ncreated:')
    )
    (folder / "pastes" / "low.txt").write_text("RuntimeError: boom happened in 'cellar'\n", encoding="utf-8")
    assert complaints(folder) == []  # the cellar is kept out of the attic; the last case may take the rest

    edit(folder / "article.md", '"{place} is attic"', '["{place} is attic", "{message} is *attic*"]')

    (complaint,) = complaints(folder)
    assert f"{line_of(folder, 'is attic')}: no report shows where this case must not decide" in complaint


def test_a_look_alike_that_all_conditions_but_one_fit_keeps_a_case_out(folder):
    with_cases(
        folder, CASES.replace("created:", '  - when: "{place} is cellar"\n    fix: Go.\n    shown_by: [low]\ncreated:')
    )
    (folder / "pastes" / "low.txt").write_text("RuntimeError: boom happened in 'cellar'\n", encoding="utf-8")
    edit(folder / "article.md", '"{place} is attic"', '["{place} is attic", "{message} is *attic*"]')

    (folder / "not" / "near.txt").write_text("1 boom happened in 'cellar', not in the attic\n", encoding="utf-8")

    assert complaints(folder) == []


def test_a_section_that_is_no_heading_is_told(folder):
    with_cases(folder, CASES.replace("section: fix", "section: nowhere"))

    (complaint,) = complaints(folder)
    assert "section: no heading has the anchor 'nowhere': use one of what-you-see, " in complaint


def test_a_value_in_a_fix_that_nothing_captures_is_told(folder):
    with_cases(folder, CASES.replace("{{place|the place}}", "{{size|it}}"))

    (complaint,) = complaints(folder)
    assert "{{size|…}} stands for nothing" in complaint


@pytest.mark.parametrize("code", ["`ls {{place|attic}}`", "`{{place|attic}}`"])
def test_an_example_value_in_the_code_of_a_fix_is_told(folder, code):
    with_cases(folder, CASES.replace("`ls {{place|PLACE}}`", code))

    (complaint,) = complaints(folder)
    assert "{{place|attic}} shows an example in code that readers copy: write a word such as MODULE" in complaint


@pytest.mark.parametrize(
    "code", ["```bash\nls {{place|attic}}\n```\n", "`ls {{place|attic}}`", "```python\nf('{{place|a}}')\n```"]
)
def test_so_is_one_in_a_command_of_the_body(folder, code):
    edit(folder / "article.md", "## Background\n", f"## Background\n\n{code}\n")

    (complaint,) = complaints(folder)
    assert complaint.startswith(f"boom/article.md:{line_of(folder, '{{place|')}: ")
    assert "shows an example in code that readers copy" in complaint


@pytest.mark.parametrize(
    "code", ["```text\nboom in {{place|attic}}\n```\n", "In {{place|an attic}}.", "`{{place|attic}}`"]
)
def test_what_was_printed_may_show_an_example(folder, code):
    edit(folder / "article.md", "## Background\n", f"## Background\n\n{code}\n")

    assert complaints(folder) == []


@pytest.mark.parametrize(
    ("cases", "said"),
    [
        ("", "has the fixes of 0 cases, article.md has 1: one for each"),
        ("cases: [走。]\n", "fix 1 of cases lacks {{place|…}}: name the same values in both"),
        ("cases: ['{{place|P}} {{size|S}}']\n", "fix 1 of cases has {{size|…}}: name the same values in both"),
    ],
)
def test_a_translation_has_the_same_cases_with_the_same_values(folder, cases, said):
    with_cases(folder)
    path = translate(folder.parent, "boom")
    edit(path, "fix: ", f"{cases}fix: ")

    (complaint,) = complaints(folder)
    assert complaint.endswith(said)


@pytest.mark.parametrize(
    ("ours", "theirs", "said"),
    [
        ("Run `pip install a`.", "用 `pip install b`。", ["only article.md shows `pip install a`", "`pip install b`"]),
        (
            "Run `git status`.",
            "不要 `git status`。",
            ["only article.md shows `git status` to be copied: word both alike"],
        ),
        ("A `git stash pop` did it.", "是 `git stash pop` 做的。", ["only article.zh-hans.md shows `git stash pop`"]),
        ("`ls {{place|PLACE}}`: `df -h {{place|PLACE}}`", "看 `ls {{place|PLACE}}`。", ["`df -h place`"]),
        ("`git status`, `git log -1`, `df -h`", "`df -h`，`git log -1`，`git status`", []),
        ("Run `pip install PACKAGE`.", "运行 `pip install NAME`。", []),
        ("Never `pip install a`.", "没有命令。", []),
    ],
)
def test_a_translation_shows_the_same_commands_to_be_copied(folder, ours, theirs, said):
    with_cases(folder, CASES.replace("Leave {{place|the place}} by `ls {{place|PLACE}}`.", f"{ours!r}"))
    path = translate(folder.parent, "boom")
    edit(path, "fix: ", f"cases: [{theirs!r}]\nfix: ")

    found = [text for text in complaints(folder) if "to be copied" in text]
    assert len(found) == len(said)
    assert all(words in text for words, text in zip(said, found, strict=True))


@pytest.mark.parametrize(
    "globs", ["*/site-packages/*", "*/site-packages/* | */dist-packages/*", "a.py | */dist-packages/*"]
)
def test_a_condition_that_nearly_every_stack_fits_is_told_with_the_remedy(folder, globs):
    with_cases(folder, CASES.replace('"{place} is attic"', f'["{{place}} is attic", "stack has {globs}"]'))

    assert "holds for nearly every stack: write `last frame has */" in complaints(folder)[0]


@pytest.mark.parametrize("condition", ["stack has */site-packages/torch/*", "last frame has */site-packages/*"])
def test_one_package_or_the_last_frame_may_be_asked_for(folder, condition):
    with_cases(folder, CASES.replace('"{place} is attic"', f'["{{place}} is attic", "{condition}"]'))

    assert not [text for text in complaints(folder) if "nearly every stack" in text]


ROWS = """\
finding: The fuse in {{place|the house}} burnt
steps:
  - do: Leave.
    command: ls {{place|PLACE}}
    when: "{place} is attic"
"""


def with_rows(folder, rows=ROWS):
    edit(folder / "article.md", "fix: The fix of boom.\n", rows)


def test_rows_that_a_report_reaches_pass(folder):
    with_rows(folder)

    assert complaints(folder) == []


@pytest.mark.parametrize("key", ["when", "unless"])
def test_a_row_whose_condition_no_report_has_is_told(folder, key):
    rows = ROWS.replace("when:", f"{key}:").replace("is attic", "is cellar")
    with_rows(folder, rows + "  - do: Wait.\n")

    (complaint,) = complaints(folder)
    assert f"steps: no run and no paste has what `{key}` of row 1 asks for" in complaint


def test_an_example_in_a_command_of_a_row_is_told(folder):
    with_rows(folder, ROWS.replace("|PLACE}}", "|attic}}"))

    (complaint,) = complaints(folder)
    assert "{{place|attic}} shows an example in code that readers copy" in complaint


def test_a_finding_names_values_that_are_there(folder):
    with_rows(folder, ROWS.replace("{{place|the house}}", "{{roof|the house}}"))

    assert any("{{roof|…}} stands for nothing" in complaint for complaint in complaints(folder))


@pytest.mark.parametrize("key", ["command: pkill -9 python", "commands:\n      - ls\n      - pkill -9 python"])
def test_a_dangerous_command_of_a_row_is_told(folder, key):
    with_rows(folder, ROWS.replace("command: ls {{place|PLACE}}", key))

    assert any("a command of a row that" in complaint for complaint in complaints(folder))
