"""An article folder that lints clean, and what lint says of it once a test has spoilt it."""

import re

from authoring.lint.checks import check_all
from tests.factories import write_article_folder
from tracefix.articles.loading import load
from tracefix.articles.model import Script

MESSAGE = "boom happened in '{place}'"
HEADER = '# /// script\n# requires-python = ">=3.8"\n# dependencies = []\n# ///\n'
REPRO = HEADER + '"""The fuse burns."""\n\nimport fuse\n\nfuse.open()\nfuse.load()\nfuse.light(length=0)\n'
FIXED = REPRO.replace("length=0", "length=9")
REPORT = (
    "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nRuntimeError: boom happened in 'attic'\n"
)


def write_article(root, slug, message, *, report=REPORT, **fields):
    folder = write_article_folder(root, slug, message=message, **{"repro_py": REPRO, "fixed_py": FIXED} | fields)
    path = folder / "article.md"
    title = message.replace("{place}", "attic")
    path.write_text(
        path.read_text(encoding="utf-8").replace(f'title: "{message}"', f'title: "{title}"'), encoding="utf-8"
    )
    write_run(folder, report)
    for name in ("pastes", "not"):
        (folder / name).mkdir()
    (folder / "not" / "whimper.txt").write_text(
        f"RuntimeError: it went out with a whimper, no {slug}\n", encoding="utf-8"
    )
    (folder / "pastes" / "log.txt").write_text("10:00:00 ERROR " + report.splitlines()[-1] + "\n", encoding="utf-8")
    return folder


def write_run(folder, output, *, script="repro.py", reproduced="yes", name="py3.11.7", exit=1, platform="Linux x86_64"):
    (folder / "runs").mkdir(exist_ok=True)
    path = folder / script
    hashed = f"hash: {Script(script, path, path.read_text('utf-8')).hash}\n" if path.exists() else ""
    head = f"script: {script}\n{hashed}python: 3.11.7\nplatform: {platform}\npackages: \ndate: 2026-01-01\n"
    text = f"{head}exit: {exit}\nreproduced: {reproduced}\n---\n{output}"
    (folder / "runs" / f"{name}.txt").write_text(text, encoding="utf-8")


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    if path.suffix == ".py":
        record_again(path)


def record_again(script):
    """Let the runs of a script be of the script as it is now."""
    hashed = f"script: {script.name}\nhash: {Script(script.name, script, script.read_text('utf-8')).hash}\n"
    for path in (script.parent / "runs").glob("*.txt"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(rf"script: {script.name}\nhash: .*\n", hashed, text), encoding="utf-8")


def complaints(*folders, ordinary=""):
    """The problems as `place:line: message`, the place relative to articles/."""
    root = folders[0].parent
    problems = check_all([load(folder) for folder in folders], ordinary=ordinary)
    return [str(problem).removeprefix(f"{root}/") for problem in problems]
