"""`manage.py mcp`, asked by the previous major version of the SDK's client. tests/commands/test_mcp.py has the newest."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from kb.server.program_version import VERSION
from tests.commands.test_mcp import BOOM, environment

CLIENT = Path(__file__).parent / "clients" / "mcp_1.py"
PREVIOUS = "mcp>=1.10,<2"


@pytest.fixture
def previous_sdk(tmp_path):
    """The Python of an environment with the previous SDK."""
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "sdk"], check=True)
    python = tmp_path / "sdk" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PREVIOUS], check=True)
    return python


@pytest.mark.slow  # it installs a package
def test_a_client_of_the_previous_sdk_is_answered(previous_sdk, shared_articles, tmp_path):
    (tmp_path / "err.log").write_text(BOOM)
    calls = [
        ("match", {"text": BOOM}),
        ("match", {"path": "err.log"}),
        ("search", {"query": "boom"}),
        ("article", {"slug": "boom"}),
        ("script", {"slug": "boom"}),
        ("match", {"log": BOOM}),
    ]

    command = [previous_sdk, CLIENT, tmp_path.as_uri(), sys.executable, settings.BASE_DIR / "manage.py", "mcp"]
    done = subprocess.run(
        [str(part) for part in command], cwd=tmp_path, env=environment(shared_articles, tmp_path),
        input=json.dumps(calls), capture_output=True, text=True, timeout=120,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["server"]["name"], answer["server"]["version"]) == ("tracefix", VERSION)
    assert answer["tools"] == ["match", "search", "article", "script"]
    match, by_path, search, article, script, wrong = answer["results"]
    assert match["data"]["verdict"] == "exact"
    assert by_path["data"] == match["data"]
    assert search["data"]["results"][0]["slug"] == "boom"
    assert article["texts"][0].startswith("# boom")
    assert len(script["texts"]) == 2
    assert wrong["error"]
    assert "does not have `log`" in wrong["texts"][0]
