"""Nothing was ever taken off the list of published slugs: `check_published.py LIST`, a file in a git checkout.

Lint knows the list as it is; only the history knows what it was. Of a shallow clone, only what it holds is looked at.
"""

import subprocess
import sys
from pathlib import Path


def removed(path: Path) -> list[str]:
    """The slugs that a committed version of the list had and the present one has not."""
    command = ["git", "log", "-p", "--unified=0", "--format=", "--", path.name]
    history = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=True).stdout  # noqa: S603
    once = {line[1:].strip() for line in history.splitlines() if line[:1] == "-" and line[:2] not in ("--", "-#")}
    return sorted(once - {"", *map(str.strip, path.read_text(encoding="utf-8").splitlines())})


if __name__ == "__main__":
    path = Path(sys.argv[1]).resolve()
    sys.exit("\n".join(f"{path.name}: {slug} was published once; put it back" for slug in removed(path)) or 0)
