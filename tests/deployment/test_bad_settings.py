"""Each setting that is wrong stops the server with one line that says what is wrong, without a secret."""

import re

import pytest
from django.conf import settings

from tools.bad_settings import ROWS, start_with

NAMES = {row.partition("=")[0] for row in ROWS}


@pytest.mark.parametrize("row", ROWS)
def test_it_is_told(row):
    status, text = start_with(row)

    assert status == 1
    assert len(text.splitlines()) == 1
    assert text.startswith(row.partition("=")[0].removesuffix("_FILE"))
    assert text.endswith((".", "?"))
    assert "hunter2" not in text


def test_each_setting_has_a_row():
    documented = re.findall(
        r"(?m)^\| `([A-Z_]+)` \|", (settings.BASE_DIR / "docs" / "settings.md").read_text(encoding="utf-8")
    )

    assert documented
    assert set(documented) <= NAMES
