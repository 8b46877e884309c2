"""The images that a release is built on and runs with are named by digest: the documents say how, in one command."""

import re

import pytest
import yaml
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


def test_the_other_images_are_pinned_by_variables_that_the_document_writes():
    document = (settings.BASE_DIR / "docs" / "containers.md").read_text(encoding="utf-8")
    compose = (CONTAINER / "compose.yaml").read_text(encoding="utf-8")
    images = re.findall(r"(?m)^ +image: (\S+)", compose)
    pinned = dict(re.findall(r"\$\{(\w+)_IMAGE:-(\S+)\}", " ".join(images)))

    assert len(images) == len(pinned) + 1  # the other is built here
    assert dict(re.findall(r"([A-Z]+)=([a-z]+:[\w.-]+)", document)) == pinned


def test_no_secret_is_in_the_environment_of_a_container():
    compose = yaml.safe_load((CONTAINER / "compose.yaml").read_text(encoding="utf-8"))
    document = (settings.BASE_DIR / "docs" / "containers.md").read_text(encoding="utf-8")

    for service in compose["services"].values():
        assert not {
            name for name in service.get("environment", {}) if re.search(r"(SECRET_KEY|PASSWORD|DATABASE_URL)$", name)
        }
        assert service["logging"]["options"]["max-size"]
    assert set(compose["secrets"]) == set(re.findall(r">container/secrets/(\w+)", document))
    for ignored in (".gitignore", ".dockerignore"):
        assert "container/secrets" in (settings.BASE_DIR / ignored).read_text(encoding="utf-8")


def test_the_list_of_a_release_has_what_the_image_installs(release):
    recipe = (CONTAINER / "Containerfile").read_text(encoding="utf-8")
    installed = set(re.findall(r"-r /tmp/(requirements[\w-]*\.txt)", recipe))
    (command,) = re.findall(r"/tmp/server/bin/pip install (.+)", release)

    assert set(re.findall(r"-r (\S+)", command)) == installed
    assert "cyclonedx-py environment /tmp/server/bin/python --pyproject pyproject.toml" in release
    assert "--sbom=true" in release  # the packages of the base image
