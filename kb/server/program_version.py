"""The version of the program that runs, and the commit that it was built from."""

from functools import cache
from pathlib import Path

# Not in kb/__init__.py: Granian's own process imports that once, so workers would keep the number of before an update.
VERSION = "0.1.0"

_ROOT = Path(__file__).resolve().parents[2]
_UNKNOWN = "unknown"


def version() -> str:
    """The version and the commit, as `--version` prints them."""
    return f"Tracefix {VERSION} (commit {commit()})"


@cache
def commit() -> str:
    """The commit of this program when the process began; "unknown" if nothing says it.

    A release has it in the file COMMIT, a clone in .git. A process that asks at its start knows what it runs, even if
    the clone is updated later.
    """
    try:
        return (_ROOT / "COMMIT").read_text(encoding="ascii").strip() or _UNKNOWN
    except (OSError, UnicodeDecodeError):
        return _commit_of(_ROOT / ".git") or _UNKNOWN


def _commit_of(git: Path) -> str:
    """What HEAD of this repository is; "" if it cannot be read. Git itself refuses a clone that another user owns."""
    try:
        if git.is_file():  # a work tree: the file names the folder
            git = git.parent / git.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
        head = (git / "HEAD").read_text(encoding="utf-8").strip()
        if not head.startswith("ref:"):
            return head
        name = head.removeprefix("ref:").strip()
        common = git / "commondir"
        root = git / common.read_text(encoding="utf-8").strip() if common.exists() else git
        if (root / name).exists():
            return (root / name).read_text(encoding="utf-8").strip()
        packed = (root / "packed-refs").read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), "")
