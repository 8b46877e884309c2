"""`manage.py sweep`, with releases of a tiny package that lie in a folder.

Each makes several environments, so all but one are slow; what is decided is tested in tests/tracefix/repros as well.
"""

import pytest
from django.core.management import CommandError, call_command

from tests.commands.wheels import use_wheels, write_wheel
from tests.factories import write_article_folder
from tracefix.articles.loading import load

HEADER = '# /// script\n# requires-python = "{}"\n# dependencies = ["{}"]\n# ///\n'
BODY = "import fuse\nfuse.light()\n"
BURNS = "def light():\n    raise RuntimeError('boom happened')\n"
FINE = "def light():\n    print('fine')\n"
OTHER = "def light():\n    raise KeyError('match')\n"
AFFECTS = 'affects:\n  # who knows\n  - {package: fuse, versions: ">=0.1", note: "a note"}  # stays\n'
SOURCES = {"1.0": FINE, "1.1": FINE, "1.2": OTHER, "1.3": BURNS, "1.4": BURNS, "2.0rc1": FINE}


@pytest.mark.slow
def test_a_pair_whose_error_stays_with_every_release_is_left_out(sweep):
    sweep("--dry-run")
    folder = sweep.root / "boom"
    header = HEADER.format(">=3.8", "fuse")
    (folder / "repro_again.py").write_text(f'{header}raise RuntimeError("boom happened")\n', encoding="utf-8")
    (folder / "fixed_again.py").write_text((folder / "fixed.py").read_text(encoding="utf-8"), encoding="utf-8")

    lines = sweep("--write", "--no-record")

    assert "again has its error with each of them, so fuse has no part in it: left out" in lines
    assert 'versions: ">=1.3"' in (folder / "article.md").read_text(encoding="utf-8")


@pytest.fixture
def sweep(tmp_path, use_articles, capsys, monkeypatch, asked_once, settings):
    root = tmp_path / "articles"
    settings.VAR_DIR = tmp_path / "var"
    wheels = tmp_path / "wheels"
    use_wheels(monkeypatch, wheels)

    def run(*args, sources=SOURCES, extra=AFFECTS, wanted="fuse", python=">=3.8"):
        for version, source in sources.items():
            write_wheel(wheels, "fuse", version, source=source)
        if not root.exists():
            header = HEADER.format(python, wanted)
            repro, fixed = header + BODY, header + "print('put out')\n"
            write_article_folder(root, extra=extra, repro_py=repro, fixed_py=fixed)
            use_articles(root)
            use_record(root)
        call_command("sweep", "boom", "--package", "fuse", *args)
        return capsys.readouterr().out.splitlines()

    run.root = root
    return run


def use_record(root):
    """The article has shown its error somewhere, as every one did that was published."""
    runs = root / "boom" / "runs"
    runs.mkdir()
    head = "script: repro.py\npython: 3.9.1\nplatform: Linux x86_64\npackages: fuse==1.4\n"
    tail = "date: 2026-01-01\nexit: 1\nreproduced: yes\n---\nTraceback (most recent call last):\n  File"
    tail += ' "/home/user/repro.py", line 1, in <module>\nRuntimeError: boom happened\n'
    (runs / "py3.9.1-fuse1.4.txt").write_text(head + tail, encoding="utf-8")


def swept_versions(root):
    return {run.packages["fuse"]: run.reproduced for run in load(root / "boom").runs if run.script == "repro.py"}


@pytest.mark.slow
def test_releases_are_bisected_and_recorded(sweep):
    lines = sweep()

    assert lines[0] == "fuse: 5 releases, 1.0 to 1.4"
    assert lines[2].split() == ["clean", "1.0", "exit", "0,", "matched", "nothing"]
    assert lines[3].split(maxsplit=2) == ["error", "1.4", "RuntimeError: boom happened; the fix works"]
    assert "the error comes after 1.1, not later than 1.3; 1.1 was clean" in lines
    assert "6 runs are written to boom/runs/: commit them with the article" in lines
    assert not [line for line in lines if "decided nothing" in line]
    assert swept_versions(sweep.root) == {"1.0": False, "1.1": False, "1.3": True, "1.4": True}
    assert {run.packages["fuse"] for run in load(sweep.root / "boom").runs if run.is_fix} == {"1.3", "1.4"}


@pytest.mark.slow
def test_a_release_that_fails_otherwise_decides_nothing(sweep):
    (line,) = [line for line in sweep() if line.startswith("unclear")]

    assert line.split()[1] == "1.2"
    assert "KeyError" in line


@pytest.mark.slow
def test_a_release_that_cannot_be_installed_decides_nothing(sweep, tmp_path):
    sources = {"1.0": FINE, "1.1": BURNS, "1.2": BURNS}
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / "fuse-1.3-py3-none-any.whl").write_bytes(b"no wheel")

    lines = sweep(sources=sources)

    assert any(line.startswith("unclear  1.3        not installed: ") for line in lines)
    assert "1.3 decided nothing: whether the error is still in them is for you to find out" in lines
    assert "the error comes in 1.1; 1.0 was clean" in lines


def test_a_python_that_a_header_rules_out_is_refused_before_anything_is_installed(sweep, tmp_path):
    with pytest.raises(CommandError, match=r"repro\.py needs Python >=4, this is 3\.\S+: widen `requires-python`"):
        sweep(python=">=4")

    assert not (tmp_path / "uv-cache").exists()


@pytest.mark.slow
def test_affects_is_shown_and_not_written(sweep):
    lines = sweep()

    assert '-  - {package: fuse, versions: ">=0.1", note: "a note"}  # stays' in lines
    assert '+  - {package: fuse, versions: ">=1.3", note: "a note"}  # stays' in lines
    assert AFFECTS in (sweep.root / "boom" / "article.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_affects_is_written_with_its_comments(sweep):
    sweep("--write", "--no-record")

    text = (sweep.root / "boom" / "article.md").read_text(encoding="utf-8")
    assert AFFECTS.replace(">=0.1", ">=1.3") in text
    assert "`affects` says so already: fuse >=1.3" in sweep("--no-record")


@pytest.mark.slow
def test_an_error_that_is_in_every_release_leaves_older_ones_as_they_were(sweep):
    lines = sweep(sources={"1.3": BURNS, "1.4": BURNS})

    assert lines[-1] == "`affects` says so already: fuse >=0.1"


@pytest.mark.slow
def test_a_dry_run_runs_nothing(sweep, tmp_path):
    assert sweep("--dry-run", "--to", "1.2") == ["fuse: 3 releases, 1.0 to 1.2", "pairs: main", "1.0 1.1 1.2"]
    assert not (tmp_path / "uv-cache").exists()


@pytest.mark.slow
def test_a_pair_that_does_not_name_the_package_is_taken_when_it_is_named(sweep):
    with pytest.raises(CommandError, match="no repro of boom names fuse"):
        sweep(wanted="pip")
    lines = sweep("--only", "main", "--dry-run")

    assert lines[1] == "pairs: main"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--from", "9"), "none of its releases lies there: they are 1.0 to 1.4"),
        (("--from", "soon"), "'soon' is no version"),
        (("--package", "no-such-fuse"), "pip finds no release of 'no-such-fuse'"),
    ],
)
def test_what_cannot_be_done_is_said(sweep, arguments, message):
    with pytest.raises(CommandError, match=message):
        sweep(*arguments)


@pytest.mark.slow
def test_one_pair_of_several_decides_nothing_about_the_article(sweep):
    sweep("--dry-run")
    folder = sweep.root / "boom"
    for name in ("repro", "fixed"):
        (folder / f"{name}_again.py").write_text((folder / f"{name}.py").read_text(encoding="utf-8"), encoding="utf-8")

    lines = sweep("--only", "main", "--write")

    assert lines[-1] == "this pair has its error in >=1.3; `affects` is for all pairs together"
    assert AFFECTS in (folder / "article.md").read_text(encoding="utf-8")
