"""Nothing was ever taken off the list of published slugs: `check_published.py LIST`, a file in a git checkout.

Lint knows the list as it is; only the history knows what it was. Published is what main had, by its own commits: a
draft may change its name on a branch. Without a main, and of a shallow clone, what there is is looked at.
"""

import subprocess
import sys
from pathlib import Path


def removed(path: Path) -> list[str]:
    """The slugs that a committed version of the list had and the present one has not."""
    has_main = not _git(path, "rev-parse", "--quiet", "--verify", "main").returncode
    public = "main" if has_main else "HEAD"
    history = _git(
        path, "log", "-p", "-m", "--first-parent", "--unified=0", "--format=", public, "--", path.name
    ).stdout
    once = {line[1:].strip() for line in history.splitlines() if line[:1] == "-" and line[:2] not in ("--", "-#")}
    last = _git(path, "show", f"{public}:./{path.name}").stdout.splitlines()
    once |= {line.strip() for line in last if line[:1] != "#"}
    return sorted(once - {"", *map(str.strip, path.read_text(encoding="utf-8").splitlines())})


def _git(path: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["git", *arguments], cwd=path.parent, capture_output=True, text=True, check=False)  # noqa: S603, S607


if __name__ == "__main__":
    path = Path(sys.argv[1]).resolve()
    sys.exit("\n".join(f"{path.name}: {slug} was published once; put it back" for slug in removed(path)) or 0)
