"""The images that a release is built on and runs with are named by digest: the documents say how, in one command."""

import re

import pytest
from django.conf import settings

from tracefix.articles.distributions import FILE as DISTRIBUTIONS
from tracefix.versions.history import FOLDER as HISTORIES

CONTAINER = settings.BASE_DIR / "container"


@pytest.fixture(scope="module")
def release():
    return (settings.BASE_DIR / "docs" / "release.md").read_text(encoding="utf-8")


def test_the_release_is_built_on_a_digest(release):
    recipe = (CONTAINER / "Containerfile").read_text(encoding="utf-8")
    (default,) = re.findall(r"(?m)^ARG BASE=(\S+)$", recipe)

    assert set(re.findall(r"(?m)^FROM (\S+)", recipe)) == {"${BASE}"}  # so that one argument pins all stages
    assert f"docker pull {default}\n" in release
    assert f"base=$(docker image inspect --format '{{{{index .RepoDigests 0}}}}' {default})" in release
    assert '--build-arg BASE="$base"' in release
    assert release.index("docker pull") < release.index('BASE="$base"')


def test_the_image_has_every_folder_that_a_server_reads():
    recipe = (CONTAINER / "Containerfile").read_text(encoding="utf-8")
    copied = dict(re.findall(r"(?m)^COPY (\w+) (\w+)$", recipe))

    assert copied == {
        name: name
        for name in ("tracefix", "kb", "templates", "static", "locale", "articles", "projects", HISTORIES.name)
    }
    assert DISTRIBUTIONS.is_relative_to(settings.BASE_DIR / "tracefix")


def test_servers_name_the_release_by_its_digest(release):
    assert "registry.example/tracefix@sha256:…" in release


def test_the_runbook_pins_the_other_images_in_one_command(runbook):
    compose = (CONTAINER / "compose.yaml").read_text(encoding="utf-8")

    assert set(re.findall(r"(?m)^ +image: ([a-z]+)", compose)) == {"tracefix", "postgres", "redis", "nginx"}
    assert "docker compose -f container/compose.yaml config --resolve-image-digests > compose.pinned.yaml" in runbook
