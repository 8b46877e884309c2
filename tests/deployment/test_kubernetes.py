"""The manifests: their settings are ours, and what each object names is there. .ci/run reads them with the schemas."""

import pytest
import yaml
from django.conf import settings

from kb.server.environment import Environment

MANIFEST = settings.BASE_DIR / "examples" / "kubernetes" / "tracefix.yaml"


@pytest.fixture(scope="module")
def objects():
    found = list(yaml.safe_load_all(MANIFEST.read_text(encoding="utf-8")))
    return {(one["kind"], one["metadata"]["name"]): one for one in found}


@pytest.fixture(scope="module")
def container(objects):
    (container,) = objects["Deployment", "tracefix"]["spec"]["template"]["spec"]["containers"]
    return container


def test_the_settings_are_settings(objects):
    documented = (settings.BASE_DIR / "docs" / "settings.md").read_text(encoding="utf-8")
    variables = objects["ConfigMap", "tracefix"]["data"]
    environment = Environment(variables)
    environment.hosts("TRACEFIX_ALLOWED_HOSTS", "")
    environment.address("TRACEFIX_BASE_URL", "")
    environment.flag("TRACEFIX_BEHIND_TLS")
    environment.number("TRACEFIX_PROXIES", 0, most=9)

    assert not environment.problems
    assert all(f"`{name}`" in documented for name in variables)


def test_each_secret_is_in_its_file(objects):
    files = {value for name, value in objects["ConfigMap", "tracefix"]["data"].items() if name.endswith("_FILE")}

    assert files == {f"/run/secrets/tracefix/{name}" for name in objects["Secret", "tracefix"]["stringData"]}


def test_probes_ask_what_there_is(container):
    ports = {port["name"] for port in container["ports"]}
    probes = [container[kind]["httpGet"] for kind in ("startupProbe", "readinessProbe", "livenessProbe")]

    assert [probe["path"] for probe in probes] == ["/readyz", "/readyz", "/healthz"]
    assert {probe["port"] for probe in probes} == ports


def test_a_container_writes_only_to_its_volumes(objects, container):
    volumes = objects["Deployment", "tracefix"]["spec"]["template"]["spec"]["volumes"]

    assert container["securityContext"]["readOnlyRootFilesystem"]
    assert {mount["name"] for mount in container["volumeMounts"]} == {volume["name"] for volume in volumes}
    assert "@sha256:" in container["image"]


def test_selectors_select(objects):
    labels = objects["Deployment", "tracefix"]["spec"]["template"]["metadata"]["labels"]

    assert objects["Service", "tracefix"]["spec"]["selector"] == labels
    assert objects["PodDisruptionBudget", "tracefix"]["spec"]["selector"]["matchLabels"] == labels
