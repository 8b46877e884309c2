"""Commands that cost a reader something: each row of the table is caught, its look-alike is not, nor one with its word."""

import ast
from pathlib import Path

import pytest

from authoring.lint.dangerous_commands import DANGERS, Passage, find_dangers, passages
from tests.authoring.lint.tools import MESSAGE, complaints, edit, write_article
from tests.catalogues import read_po
from tests.factories import translate
from tracefix.articles.import_names import DISTRIBUTIONS

ROOT = Path(__file__).parents[3]
# A word beside each command that may stand with one
WORDS = {
    "torch alone": ("pip install --upgrade torch --index-url URL", "The same for torchvision and torchaudio."),
    "a CPU build": ("pip install torch torchvision", "This is for Linux."),
    "a CPU build, in Chinese": ("pip install torch torchvision", "这条只适合 Linux。"),
    "hidden GPUs": ("unset CUDA_VISIBLE_DEVICES", "Only on your own machine; in a job, ask the scheduler."),
    "hidden GPUs, in Chinese": ("unset CUDA_VISIBLE_DEVICES", "只在自己的机器上这样做。"),
    "an old variable": ("VLLM_ATTENTION_BACKEND=X vllm serve", "Since 0.13, `--attention-backend X`."),
    "a deletion": ("rm -rf build", "All of it is built again."),
    "a deletion, in Chinese": ("rm -rf build", "会重新编译。"),
    "sides of a merge": ("git checkout --ours FILE", "In a rebase the two are swapped."),
    "a reset": ("git reset --hard", "What was not committed is lost."),
    "a hard end": ("kill -9 PID", "End it with `kill PID` first."),
    "a reset of a card": ("nvidia-smi --gpu-reset", "It ends the programs of others."),
    "a model's code": ("f(trust_remote_code=True)", "Only if you trust its authors."),
    "a model's code, in Chinese": ("f(trust_remote_code=True)", "只对信任的来源这样做。"),
    "a pickled file": ("torch.load(f, weights_only=False)", "For your own files."),
}


def found(text):
    return [danger for _, danger in find_dangers(Passage(1, text))]


def as_text(command):
    """A command in a block of code; an example with backticks is a sentence already."""
    return command if "`" in command else f"```bash\n{command}\n```"


def name(danger):
    return danger.example[:50]


@pytest.mark.parametrize("danger", DANGERS, ids=name)
def test_the_example_of_a_row_is_caught(danger):
    assert danger in found(as_text(danger.example))


@pytest.mark.parametrize("danger", DANGERS, ids=name)
def test_the_look_alike_of_a_row_is_not(danger):
    assert found(as_text(danger.fine)) == []


@pytest.mark.parametrize(("command", "word"), WORDS.values(), ids=WORDS)
def test_a_command_may_stand_beside_its_word(command, word):
    assert found(as_text(command))
    assert found(f"{word}\n\n{as_text(command)}") == []
    assert found(f"{as_text(command)}\n\n{word}") == []


@pytest.mark.parametrize("danger", [row for row in DANGERS if not row.beside], ids=name)
def test_no_word_helps_where_another_form_must_be_used(danger):
    words = "\n\n".join(word for _, word in WORDS.values())

    assert danger in found(f"{words}\n\n{as_text(danger.example)}")


@pytest.mark.parametrize(
    "text",
    [
        "Run `rm -rf build`.",
        "Run ``rm -rf `build` ``.",
        "Run `rm\n    -rf build` here.",
        "1. Run:\n\n   ~~~\n   cd a && rm -rf build\n   ~~~",
        "```powershell\nRemove-Item -Recurse build\n```",
        "```python\nimport shutil; shutil.rmtree('build')\n```",
    ],
)
def test_a_command_is_found_however_it_is_written(text):
    assert len(found(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Never rm -rf anything.",
        "```text\n$ rm -rf build\n```",
        "```bash\n# rm -rf build\nls   # or: rm -rf build\n```",
        "`form -rf build`, `alarm `, `--rm build`",
        "touch it: `touch a/b.try && rm a/b.try`",
        "On Linux, run `export A=b`. Windows has no such limit.",
        "The line says `weights_only=False`.",
    ],
)
def test_what_is_no_command_or_harmless_is_left_alone(text):
    assert found(text) == []


def test_a_word_in_another_section_does_not_count_and_what_does_not_help_may_name_it(tmp_path):
    body = (
        "## Fix\n\n### One\n\n```bash\nrm -rf build\n# build again\n```\n\n### Two\n\nIt is built again.\n\n"
        "### What does not fix it\n\n- `chmod 777 .`\n\n## Check\n\n`ls`\n"
    )

    places = [(each.line, bool(list(find_dangers(each)))) for each in passages(f"---\ntitle: a\n---\n{body}")]

    assert [line for line, has_found in places if has_found] == [6]


def test_the_keys_that_are_shown_are_read_and_signatures_are_not():
    text = (
        "---\ntitle: a\nsummary: Run `chmod 777 a`.\nfix: >-\n  Run `chmod 777 b`.\ncases:\n  - when: x\n"
        "    fix: Run `chmod 777 c`.\n  - when: y\n    fix: Fine.\nsignatures:\n  - message: '`chmod 777 d`'\n---\n"
    )

    assert [line for each in passages(text) for line, _ in find_dangers(each)] == [3, 5, 8]


def test_lint_names_the_line_in_the_article_and_in_its_translation(tmp_path):
    folder = write_article(tmp_path / "articles", "boom", MESSAGE)
    edit(folder / "article.md", "The fix of boom.", "Run `sudo pip install boom`.")
    translate(folder.parent, "boom", body="")
    edit(folder / "article.zh-hans.md", "boom 的解决办法。", "运行 `chmod -R 777 boom`。")

    told = [each for each in complaints(folder) if "a command that" in each]

    assert told == [
        "boom/article.md:5: a command that installs into the system's Python, which the system itself needs: use a "
        "virtual environment",
        "boom/article.zh-hans.md:4: a command that lets everybody on the machine change the files: give them to their "
        "owner or group",
    ]


def sentences_of_the_code():
    """What answers say beside articles: kinds, hints, tables, deaths, versions, and the templates of pages."""
    for path in (path for package in ("tracefix", "kb") for path in sorted((ROOT / package).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield f"{path.name}:{node.lineno}", node.value
    for path in sorted((ROOT / "templates").rglob("*.html")):
        yield path.name, path.read_text(encoding="utf-8").replace("<code>", "`").replace("</code>", "`")


@pytest.mark.slow
def test_no_sentence_of_an_answer_holds_a_dangerous_command():
    assert [(place, row.advice) for place, text in sentences_of_the_code() for row in found(text)] == []


def test_no_translated_sentence_does():
    catalogue = read_po(ROOT / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po")
    texts = [text for each in catalogue for text in (each.string if isinstance(each.string, tuple) else [each.string])]

    assert len(texts) > 500
    assert [(text, row.advice) for text in texts for row in found(text)] == []


def test_of_the_known_distributions_one_alone_needs_more_than_its_name():
    """`llama_cpp`, which has a case of its own in module-not-found: by its name alone it is built for the CPU."""
    needs_more = {name for name in DISTRIBUTIONS.values() if found(f"`python -m pip install {name}`")}

    assert needs_more == {"llama-cpp-python"}
