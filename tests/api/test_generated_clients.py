"""Clients that two generators make of the API's document: each matches, searches and reads an article."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.local_server import serving_site

SCRIPT = Path(__file__).with_name("generated_clients.py")
# Pinned here alone, so that a failure tells of our document and not of a new release
GENERATORS = {
    "openapi_python_client": (
        ["openapi-python-client==0.29.1"],
        ["openapi-python-client", "generate", "--path", "openapi.json", "--output-path", "made", "--meta", "none"],
    ),
    "clientele": (
        ["clientele[cli]==2.3.1", "ruff==0.17.6"],
        ["clientele", "start-api", "-f", "openapi.json", "-o", "made"],
    ),
}


@pytest.fixture
def site(articles_dir):
    with serving_site() as address:
        yield address


@pytest.mark.slow  # it installs packages
@pytest.mark.parametrize("generator", GENERATORS)
def test_a_generated_client_matches_searches_and_reads(generator, client, site, tmp_path):
    packages, command = GENERATORS[generator]
    programs = tmp_path / "tools" / "bin"
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "tools"], check=True)
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    subprocess.run([programs / "python", *install], check=True)
    (tmp_path / "openapi.json").write_bytes(client.get("/api/v1/openapi.json").content)
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "NO_PROXY": "127.0.0.1"}
    subprocess.run([programs / command[0], *command[1:]], cwd=tmp_path, env=environment, check=True)

    done = subprocess.run(
        [programs / "python", SCRIPT, generator, tmp_path, site], env=environment, capture_output=True, text=True
    )

    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer == {
        "verdict": "exact", "slug": "boom", "fix": "The fix of boom.", "total": 1, "hit": "boom",
        "title": "boom happened in '{place}'",
    }  # fmt: skip
