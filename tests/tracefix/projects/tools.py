"""Cards for tests."""

import textwrap

HEADER = """\
project: Cellar
repository: https://github.com/house/cellar
commit: 0123456789012345678901234567890123456789
read: 2026-01-31
names:
  modules: [cellar]
"""


def write_card(root, more="", *, header=HEADER, name="cellar"):
    """Write a card below a folder, and return the card's folder."""
    folder = root / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "card.yaml").write_text(header + textwrap.dedent(more), encoding="utf-8")
    return folder
