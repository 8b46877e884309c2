"""What lint says of an article: of a good one nothing, of each mistake its place and its remedy."""

import pytest

from kb.core.articles.loading import load
from kb.core.lint import article_text as lint
from tests.factories import BODY, write_article_folder

MESSAGE = "boom happened in '{place}'"
HEADER = '# /// script\n# requires-python = ">=3.8"\n# dependencies = []\n# ///\n'
REPRO = HEADER + '"""The fuse burns."""\n\nimport fuse\n\nfuse.open()\nfuse.load()\nfuse.light(length=0)\n'
FIXED = REPRO.replace("length=0", "length=9")
REPORT = (
    "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nRuntimeError: boom happened in 'attic'\n"
)


@pytest.fixture
def root(tmp_path):
    return tmp_path / "articles"


@pytest.fixture
def folder(root):
    """A good article: a pair, a recorded run and a paste."""
    return write_article(root, "boom", MESSAGE)


def write_article(root, slug, message, *, report=REPORT, **fields):
    folder = write_article_folder(root, slug, message=message, **{"repro_py": REPRO, "fixed_py": FIXED} | fields)
    write_run(folder, report)
    (folder / "pastes").mkdir()
    (folder / "pastes" / "log.txt").write_text("10:00:00 ERROR " + report.splitlines()[-1] + "\n", encoding="utf-8")
    return folder


def write_run(folder, output, *, script="repro.py", reproduced="yes", name="py3.11.7"):
    (folder / "runs").mkdir(exist_ok=True)
    head = f"script: {script}\npython: 3.11.7\nplatform: Linux x86_64\npackages: \ndate: 2026-01-01\nexit: 1\n"
    text = f"{head}reproduced: {reproduced}\n---\n{output}"
    (folder / "runs" / f"{name}.txt").write_text(text, encoding="utf-8")


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def complaints(*folders, ordinary=""):
    """The problems as `place:line: message`, the place relative to articles/."""
    root = folders[0].parent
    problems = lint.check_all([load(folder) for folder in folders], ordinary=ordinary)
    return [str(problem).removeprefix(f"{root}/") for problem in problems]


def test_a_good_article_has_no_problem(folder):
    assert complaints(folder) == []


# ── words ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_summary_is_one_short_sentence(folder):
    edit(folder / "article.md", "The cause of boom.", "x" * 161)

    assert complaints(folder) == ["boom/article.md:4: summary has 161 characters: say the cause in at most 160"]


def test_a_summary_of_just_that_length_passes(folder):
    edit(folder / "article.md", "The cause of boom.", "x" * 160)

    assert complaints(folder) == []


def test_an_article_without_sources_is_told_where(folder):
    edit(
        folder / "article.md",
        'sources:\n  - {title: A thread, url: "https://example.org/1", supports: it burns}',
        "sources: []",
    )

    assert complaints(folder) == [
        "boom/article.md:11: sources is empty: name where each claim can be checked (title, url, supports)"
    ]


def test_an_article_is_not_updated_before_it_is_created(folder):
    edit(folder / "article.md", "updated: 2026-01-31", "updated: 2025-12-31")

    assert complaints(folder) == [
        "boom/article.md:14: updated (2025-12-31) is before created (2026-01-01): correct one of them"
    ]


# ── sections ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("section", lint.SECTIONS)
def test_every_section_must_be_there(root, section):
    body = BODY.replace(f"## {section}\n", "### Something\n")

    found = complaints(write_article(root, "boom", MESSAGE, body=body))

    assert len([line for line in found if f"“## {section}”" in line]) == 1


def test_sections_stand_in_the_fixed_order(root):
    body = (
        BODY.replace("## Why it happens", "## Swap").replace("## Fix", "## Why it happens").replace("## Swap", "## Fix")
    )

    found = complaints(write_article(root, "boom", MESSAGE, body=body))

    assert found[0].startswith("boom/article.md:20: before “## Fix” must stand “## Why it happens”: add or move it")


def test_a_heading_of_ones_own_belongs_below_a_section(root):
    body = BODY.replace("## Background", "## Thanks\n\nTo all.\n\n## Background")

    (found,) = complaints(write_article(root, "boom", MESSAGE, body=body))

    assert "“## Thanks” is out of place" in found
    assert found.endswith("use ### below them")


def test_a_section_says_something(root):
    body = BODY.replace("Use a longer fuse.\n", "")

    assert complaints(write_article(root, "boom", MESSAGE, body=body)) == [
        "boom/article.md:24: the section “Fix” is empty: write it"
    ]


def test_a_comment_in_a_code_block_is_no_heading(root):
    body = BODY.replace("Use a longer fuse.", "```sh\n# first\n## then\nfuse --long\n```")

    assert complaints(write_article(root, "boom", MESSAGE, body=body)) == []


# ── links ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_link_to_an_article_that_is_not_there_is_dead(folder):
    edit(folder / "article.md", "Fuses burn.", "See [plop](/articles/plop/#fix).")

    assert complaints(folder) == ["boom/article.md:38: the link leads to 'plop', which is no article: correct it"]


def test_a_link_to_an_earlier_name_goes_to_the_name_of_today(folder, root):
    edit(folder / "article.md", "Fuses burn.", "See [plop](/articles/plop/).")
    other = write_article(
        root, "bang", "bang went the fuse", extra="aliases: [plop]\n", report="RuntimeError: bang went the fuse\n"
    )

    assert complaints(folder, other) == ["boom/article.md:38: 'plop' is now called 'bang': link to that"]


def test_a_link_to_an_article_or_to_all_of_them_passes(folder):
    edit(
        folder / "article.md",
        "Fuses burn.",
        "See [this](/articles/boom/), [all](/articles/) and [web](https://example.org/articles/x/).",
    )

    assert complaints(folder) == []


def test_a_link_within_the_page_to_a_section_that_is_not_there_is_dead(folder):
    edit(folder / "article.md", "Fuses burn.", "See [that](#fixes).")

    assert complaints(folder) == ["boom/article.md:38: the link leads to #fixes, which is no section: correct it"]


@pytest.mark.parametrize("anchor", ["what-you-see", "run-it", "sources"])
def test_a_link_to_a_section_of_the_page_passes(folder, anchor):
    edit(folder / "article.md", "Fuses burn.", f"See [that](#{anchor}).")

    assert complaints(folder) == []


def test_a_mark_that_nothing_could_fill_is_told_with_its_line(folder):
    edit(folder / "article.md", "## Background\n", "## Background\n\n```yaml\na: {{place|attic}}\n```\n")
    line = (folder / "article.md").read_text(encoding="utf-8").splitlines().index("a: {{place|attic}}") + 1

    assert complaints(folder) == [
        f"boom/article.md:{line}: {{{{place|…}}}} stands in code that is of yaml: "
        "make it one of bash, console, json, python, sh, text, toml, or write the example alone"
    ]


def test_so_is_one_in_the_fix(folder):
    path = folder / "article.md"
    number, fix = next(
        pair for pair in enumerate(path.read_text("utf-8").splitlines(), 1) if pair[1].startswith("fix:")
    )
    edit(path, fix, 'fix: "`ls ${{place|the attic}}`"')

    assert complaints(folder) == [
        f"boom/article.md:{number}: {{{{place|…}}}}: its example is no word or name that fits there; so would no value"
    ]


@pytest.mark.parametrize("code", ["Text.\n\n    ls {{place|attic}}\n", "<code>ls {{place|attic}}</code>\n"])
def test_a_mark_in_code_that_is_not_marked_as_such_is_told(folder, code):
    edit(folder / "article.md", "## Background\n", f"## Background\n\n{code}")

    (complaint,) = complaints(folder)
    assert complaint.endswith("{{place|…}} stands in code that is indented or is HTML: write a fence or backticks")


def test_marks_that_can_be_filled_pass(folder):
    edit(folder / "article.md", "## Background\n", "## Background\n\nIn {{place|an attic}}: `ls {{place|attic}}`.\n")

    assert complaints(folder) == []


# ── scripts ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_repro_without_its_cure_is_told(folder):
    (folder / "repro_ray.py").write_text(REPRO, encoding="utf-8")

    assert "boom/repro_ray.py:1: has no fixed_ray.py beside it: add it, or remove this one" in complaints(folder)


def test_a_cure_without_its_repro_is_told(folder):
    (folder / "fixed_ray.py").write_text(FIXED, encoding="utf-8")

    assert complaints(folder) == ["boom/fixed_ray.py:1: has no repro_ray.py beside it: add it, or remove this one"]


def test_a_script_of_another_name_is_told(folder):
    (folder / "helper.py").write_text(FIXED, encoding="utf-8")

    assert complaints(folder) == [
        "boom/helper.py:1: is neither a repro nor a fix: name it repro.py, fixed.py, repro_<name>.py or fixed_<name>.py"
    ]


def test_an_article_has_a_repro(folder):
    (folder / "repro.py").unlink()
    (folder / "fixed.py").unlink()

    assert "boom/article.md:1: the folder has no repro.py: add the smallest script that shows the error" in complaints(
        folder
    )


def test_a_script_without_header_is_told(folder):
    edit(folder / "fixed.py", HEADER, "")

    assert "boom/fixed.py:1: has no `# /// script` header: begin the script with one (PEP 723)" in complaints(folder)


def test_a_cure_that_changes_nothing_is_told(folder):
    (folder / "fixed.py").write_text(REPRO + "\n# fixed\n", encoding="utf-8")

    assert complaints(folder) == ["boom/fixed.py:1: does the same as repro.py: fix it"]


def test_a_cure_may_be_another_version_in_the_header(folder):
    (folder / "fixed.py").write_text(REPRO.replace("[]", '["fuse==2.0"]'), encoding="utf-8")

    assert complaints(folder) == []


def test_a_cure_that_changes_nearly_everything_hides_the_lesson(folder):
    (folder / "fixed.py").write_text(HEADER + "".join(f"x{number} = 1\n" for number in range(9)), encoding="utf-8")

    (found,) = complaints(folder)

    assert found.startswith("boom/fixed.py:1: differs from repro.py in 67% of the lines: keep to 40%")


# ── honest repros ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        pytest.param("raise RuntimeError", "raises RuntimeError itself", id="raise of a class"),
        pytest.param("raise builtins.RuntimeError('x')", "raises RuntimeError itself", id="raise of an instance"),
        pytest.param("print(\"boom happened in 'x'\")", "holds the error's text", id="print of the text"),
        pytest.param(
            "sys.exit(\"RuntimeError: boom happened in 'x'\")", "holds the error's text", id="exit with the text"
        ),
        pytest.param("fuse._is_lit = True", "sets fuse._is_lit, a private name", id="private name"),
        pytest.param("fuse.box._is_lit, x = 1, 2", "sets fuse.box._is_lit, a private name", id="private name, tuple"),
        pytest.param("fuse._count += 1", "sets fuse._count, a private name", id="private name, added to"),
        pytest.param("fuse._count: int = 1", "sets fuse._count, a private name", id="private name, annotated"),
        pytest.param("del fuse._guard", "sets fuse._guard, a private name", id="private name, deleted"),
        pytest.param("setattr(fuse, '_is_lit', True)", "sets fuse._is_lit, a private name", id="private name, setattr"),
        pytest.param("fuse.is_lit = lambda: True", "replaces fuse.is_lit by code of its own", id="lambda"),
        pytest.param("def lit(): pass\nfuse.is_lit = lit", "replaces fuse.is_lit by code of its own", id="function"),
        pytest.param("from unittest.mock import patch", "replaces parts by mocks", id="mock module"),
        pytest.param("from unittest import mock", "replaces parts by mocks", id="mock"),
    ],
)
def test_a_repro_lets_the_real_mechanism_fail(folder, statement, complaint):
    edit(folder / "repro.py", "fuse.open()", statement)
    edit(folder / "fixed.py", "fuse.open()", statement)

    (found,) = complaints(folder)

    assert found.startswith("boom/repro.py:")
    assert complaint in found


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("raise SystemExit(fuse.light())", id="exit status"),
        pytest.param("raise ValueError('other')", id="another error"),
        pytest.param("fuse.length = 3", id="public setting"),
        pytest.param("box = fuse.Box()\nbox._mine = 3", id="private name of a local"),
        pytest.param("class A:\n    def f(self):\n        self._x = 1", id="private name of its own"),
        pytest.param("fuse.options['_x'] = 3", id="item"),
    ],
)
def test_ordinary_statements_are_honest(folder, statement):
    edit(folder / "repro.py", "fuse.open()", statement)
    edit(folder / "fixed.py", "fuse.open()", statement)

    assert complaints(folder) == []


def test_a_docstring_may_quote_the_error(folder):
    edit(folder / "repro.py", "The fuse burns.", "Fails with: boom happened in 'attic'")

    assert complaints(folder) == []


def test_a_repro_that_python_cannot_read_is_told_with_its_line(folder):
    edit(folder / "repro.py", "fuse.open()", "fuse.open(")
    edit(folder / "fixed.py", "fuse.open()", "fuse.open(")

    (found,) = complaints(folder)

    assert "cannot be read as Python 3" in found


# ── runs and pastes ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_repro_without_a_recorded_run_is_told_the_command(folder):
    (folder / "runs" / "py3.11.7.txt").unlink()
    (folder / "pastes" / "two.txt").write_text(REPORT, encoding="utf-8")

    assert complaints(folder) == [
        "boom/repro.py:1: has no recorded run with its error: `manage.py verify_repros --record boom`, or say in "
        "`requires` what it needs"
    ]


def test_a_repro_that_needs_a_gpu_may_lack_a_run(folder):
    (folder / "runs" / "py3.11.7.txt").unlink()
    (folder / "pastes" / "two.txt").write_text(REPORT, encoding="utf-8")
    edit(folder / "article.md", "created:", "requires: [cuda]\ncreated:")

    assert complaints(folder) == []


def test_a_run_of_a_script_that_is_gone_is_told(folder):
    write_run(folder, REPORT, script="repro_ray.py", name="ray")

    assert complaints(folder) == [
        "boom/runs/ray.txt:1: is a run of repro_ray.py, which is not here: remove it, or name its script"
    ]


def test_one_report_is_too_few(folder):
    (folder / "pastes" / "log.txt").unlink()

    assert complaints(folder) == [
        "boom/article.md:1: only 1 text leads here: add runs or pastes/*.txt of other shapes, at least 2"
    ]


@pytest.mark.parametrize("path", ["/root/a.py", "/work/x/a.py", "/opt/conda/a.py", "/tmp/tmp1x/a.py", "/root"])
def test_a_path_of_the_machine_is_refused(folder, path):
    write_run(folder, REPORT.replace("a.py", path))

    assert complaints(folder) == [
        f"boom/runs/py3.11.7.txt:10: holds {path}, a path of the machine it was made on: write /home/user/… instead"
    ]


@pytest.mark.parametrize("path", ["/home/user/tmp/a.py", "/workspace/a.py", "/home/user/work/a.py", "~/opt/a.py"])
def test_a_path_as_readers_have_it_passes(folder, path):
    write_run(folder, REPORT.replace("a.py", path))

    assert complaints(folder) == []


def test_a_report_that_matches_nothing_is_told(folder):
    (folder / "pastes" / "odd.txt").write_text("RuntimeError: something else\n", encoding="utf-8")

    assert complaints(folder) == ["boom/pastes/odd.txt:1: matches nothing: add a signature for its wording"]


def test_a_run_without_the_error_must_not_match(folder):
    write_run(folder, REPORT, reproduced="no", name="py3.13.0")

    assert complaints(folder) == [
        "boom/runs/py3.13.0.txt:9: is recorded as not reproduced, but its output is an exact match: record it again"
    ]


def test_a_run_without_the_error_may_print_what_it_likes(folder):
    write_run(folder, "lit\n", reproduced="no", name="py3.13.0")

    assert complaints(folder) == []


# ── signatures ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_signature_that_fits_nothing_of_its_own_is_told_with_its_line(folder):
    edit(folder / "article.md", "sources:", '  - message: "the attic is on fire"\nsources:')

    assert complaints(folder) == [
        "boom/article.md:11: the signature “the attic is on fire” fits none of the runs, the pastes and the title: "
        "add a paste, or remove it; `seen: <address>` is for a wording that cannot be produced"
    ]


def test_a_wording_that_cannot_be_produced_says_where_it_was_seen(folder):
    signature = '  - {message: "the attic is on fire", seen: "https://example.org/2"}\n'
    edit(folder / "article.md", "sources:", f"{signature}sources:")

    assert complaints(folder) == []


def test_advice_need_not_fit(folder):
    edit(folder / "article.md", "sources:", '  - {message: "please report this fire", role: advice}\nsources:')

    assert complaints(folder) == []


def test_a_signature_that_fits_an_ordinary_log_is_too_broad(folder):
    ordinary = "epoch 1\n  12:00 boom happened in 'the test of booms'\nepoch 2\n"

    assert complaints(folder, ordinary=ordinary) == [
        "boom/article.md:10: the signature “boom happened in '{place}'” fits an ordinary log, “12:00 boom happened in "
        "'the test of booms'”: say more of the message"
    ]


def test_a_signature_that_takes_anothers_report_is_too_broad(folder, root):
    greedy = write_article(root, "bang", "bang went the fuse", report="RuntimeError: bang went the fuse\n")
    edit(greedy / "article.md", "sources:", "  - message: \"happened in '{place}'\"\nsources:")

    found = complaints(folder, greedy)

    assert (
        "bang/article.md:11: the signature “happened in '{place}'” is exact for boom/runs/py3.11.7.txt: say more of the "
        "message, or narrow it by `where`"
    ) in found


def test_a_report_that_another_article_takes_is_told(folder, root):
    greedy = write_article(
        root, "bang", "happened in '{place}' by \\\"night\\\"", report="RuntimeError: happened in 'x' by \"night\"\n"
    )
    (folder / "pastes" / "night.txt").write_text("RuntimeError: happened in 'attic' by \"night\"\n", encoding="utf-8")

    found = complaints(folder, greedy)

    assert "boom/pastes/night.txt:1: puts 'bang' first, not this article: narrow that one, or say more here" in found


def test_problems_come_by_path_and_line(folder):
    edit(folder / "article.md", "The cause of boom.", "x" * 161)
    edit(folder / "article.md", "updated: 2026-01-31", "updated: 2025-12-31")
    (folder / "fixed.py").write_text(REPRO, encoding="utf-8")

    assert [line.split(" ")[0] for line in complaints(folder)] == [
        "boom/article.md:4:", "boom/article.md:14:", "boom/fixed.py:1:",
    ]  # fmt: skip
