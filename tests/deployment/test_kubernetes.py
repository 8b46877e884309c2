"""The manifests: their settings are ours, and what each object names is there. .ci/run reads them with the schemas."""

from ipaddress import ip_address

import pytest
import yaml
from django.conf import settings

from kb.server.environment import Environment
from kb.server.secret_key import read_key

NAMES = ("tracefix", "tracefix-staff")
PROBES = ("startupProbe", "readinessProbe", "livenessProbe")
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


@pytest.mark.parametrize("name", NAMES)
def test_probes_are_answered_wherever_the_kubelet_is(objects, name):
    """By their Host: the kubelet of many clouds is in none of the private networks."""
    (container,) = objects["Deployment", name]["spec"]["template"]["spec"]["containers"]
    own = {variable["name"]: variable["value"] for variable in container.get("env", [])}
    hosts = own.get("TRACEFIX_ALLOWED_HOSTS", objects["ConfigMap", "tracefix"]["data"]["TRACEFIX_ALLOWED_HOSTS"])

    for kind in PROBES:
        (header,) = container[kind]["httpGet"]["httpHeaders"]
        assert header["name"] == "Host"
        assert header["value"] in hosts.split(",")


def test_prometheus_is_answered_in_the_networks_of_clouds(objects):
    networks = Environment(objects["ConfigMap", "tracefix"]["data"]).networks("TRACEFIX_MONITOR_NETWORKS", "")

    assert any(ip_address("100.64.1.2") in network for network in networks)


def test_no_volume_grows_without_end(objects):
    for name in NAMES:
        volumes = objects["Deployment", name]["spec"]["template"]["spec"]["volumes"]
        assert all(volume["emptyDir"]["sizeLimit"] for volume in volumes if "emptyDir" in volume)


def test_the_secret_of_the_example_starts_no_server(objects):
    with pytest.raises(ValueError, match="it can be guessed"):
        read_key(objects["Secret", "tracefix"]["stringData"]["secret_key"])


def test_the_way_to_the_replicas_and_to_their_metrics(objects):
    route = yaml.safe_load((MANIFEST.parent / "gateway.yaml").read_text(encoding="utf-8"))
    monitor = yaml.safe_load((MANIFEST.parent / "monitoring.yaml").read_text(encoding="utf-8"))
    (backend,) = route["spec"]["rules"][0]["backendRefs"]
    (port,) = objects["Service", "tracefix"]["spec"]["ports"]

    assert route["spec"]["hostnames"] == objects["ConfigMap", "tracefix"]["data"]["TRACEFIX_ALLOWED_HOSTS"].split(",")
    assert (backend["name"], backend["port"]) == ("tracefix", port["port"])
    assert monitor["spec"]["selector"] == objects["Deployment", "tracefix"]["spec"]["selector"]
    assert not [kind for kind, _ in objects if kind == "Ingress"]


def test_probes_ask_what_there_is(container):
    ports = {port["name"] for port in container["ports"]}
    probes = [container[kind]["httpGet"] for kind in PROBES]

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
