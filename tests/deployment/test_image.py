"""What the image copies is all that the program reads: it works in a folder that has nothing else."""

import os
import re
import shutil
import subprocess
import sys

from tests.settings import BASE_DIR

RENAMED = "TypeError: TrainingArguments.__init__() got an unexpected keyword argument 'evaluation_strategy'\n"


def test_the_program_works_with_what_the_image_copies(tmp_path):
    file = (BASE_DIR / "container" / "Containerfile").read_text(encoding="utf-8")
    copied = re.findall(r"(?m)^COPY ([\w.]+) ([\w./]+)$", file)
    for source, target in copied:
        place = BASE_DIR / source
        goal = tmp_path / (source if target == "./" else target)
        if place.is_dir():
            shutil.copytree(place, goal, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(place, goal)

    environ = {"PATH": os.environ["PATH"], "TRACEFIX_VAR": str(tmp_path / "var")}

    def manage(*words, **options):
        return subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=tmp_path,
            env=environ,
            capture_output=True,
            text=True,
            check=False,
            **options,
        )

    assert {"tracefix", "kb", "history", "articles", "projects"} <= {source for source, _ in copied}
    assert "authoring" not in {source for source, _ in copied}
    assert "no issues" in manage("check").stdout
    answer = manage("match", input=RENAMED).stdout
    assert "transformers<" in answer  # which release has the name: read from history/
    assert "Unknown command" in manage("lint_articles").stderr
