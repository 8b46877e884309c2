"""nginx, set up by the commands of docs/production.md, starts with the file exactly as it is shipped, and refuses other hosts.

It runs in namespaces of its own: there, ports 80 and 443 are free, and /etc/nginx is a copy.
"""

import re
import shutil
import subprocess

import pytest
from django.conf import settings

from tools.nginx import HOST, UPSTREAM_OPTIONS, find_nginx, version_of
from tools.required_programs import require

SCRIPT = """
set -eu
mount --bind "$copy" /etc/nginx
mount --bind "$logs" /var/log/nginx
mount --bind "$program" "$(command -v nginx)"
mount -t tmpfs tmpfs /run
ip link set lo up
%s
nginx -t 2>&1
nginx -g "daemon off;" &
trap 'kill $!' EXIT
for turn in $(seq 50); do curl -s -o /dev/null "http://127.0.0.1/" -H "Host: $host" && break || sleep 0.1; done
ask() { curl -sk -o /dev/null -w '%%{http_code} ' --max-time 20 "$@" || true; }
ask "http://127.0.0.1/" -H "Host: $host"
ask "http://[::1]/" -H "Host: $host"
ask "http://127.0.0.1/.well-known/acme-challenge/no-such-token" -H "Host: $host"
ask "http://127.0.0.1/"
ask "https://127.0.0.1/"
ask "https://evil.example/" --resolve evil.example:443:127.0.0.1
ask "https://$host/metrics" --resolve "$host:443:127.0.0.1"
ask "https://$host/" --resolve "$host:443:127.0.0.1"
curl -sk --http2 -o /dev/null -w '%%{http_version} ' "https://$host/metrics" --resolve "$host:443:127.0.0.1"
"""
# As an operator writes it who takes up what upstream.conf offers for this nginx or an older one.
NEWER = re.compile(r"(?m)^# With nginx ([\d.]+) or newer.*:\n#     (.+)$")


@pytest.mark.parametrize("is_newest", [False, True], ids=["as shipped", "with all that this nginx can"])
def test_it_runs_as_it_is_shipped(commands, production, tmp_path, is_newest):
    program = require(find_nginx(), "nginx", "nginx-light", "the tests with it")
    for other in ("unshare", "ip", "curl", "openssl"):
        require(shutil.which(other), other, "util-linux iproute2 curl openssl", "the test of nginx.conf as shipped")
    if subprocess.run(["unshare", "--net", "--mount", "true"], capture_output=True).returncode:
        pytest.skip("this machine allows no namespaces")
    shutil.copytree("/etc/nginx", tmp_path / "etc", symlinks=True)
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs").chmod(0o777)
    tmp_path.chmod(0o755)
    certificate = re.findall(r"`(\(mkdir -p /etc/nginx/tls && cd /etc/nginx/tls && openssl .+\))`", production)
    setup = [f"NAME={HOST}", *certificate, *commands(r"(sed|cp|rm) .*(nginx.conf|upstream.conf|sites-enabled)")]
    setup = [line.replace("/srv/tracefix/current/", "") for line in setup]
    offered = [] if not is_newest else [line for version, line in offers() if version <= version_of(program)]
    setup += [f"echo '{line}' >> /etc/nginx/conf.d/tracefix-upstream.conf" for line in offered]
    script = SCRIPT % "\n".join([*setup])

    done = subprocess.run(
        ["unshare", "--net", "--mount", "bash", "-c", script],
        cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=120,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "copy": str(tmp_path / "etc"), "logs": str(tmp_path / "logs"), "host": HOST,
             "program": str(program)},
    )  # fmt: skip

    assert done.returncode == 0, done.stdout + done.stderr
    assert "[warn]" not in done.stdout
    assert "[emerg]" not in done.stderr
    # The site's name leads to TLS, over IPv6 too, but not what renews its certificate; other names get nothing; no
    # server answers, as there is none at these addresses.
    assert done.stdout.splitlines()[-1].split() == [
        "301",
        "301",
        "404",
        "000",
        "000",
        "000",
        "404",
        "502",
        "2" if "http2 on;" in offered else "1.1",
    ]


def test_a_newer_nginx_takes_the_file_of_compose(tmp_path):
    """It names the replicas by the DNS, which Debian 12's nginx cannot: run with NGINX=/path/to/a/newer/nginx."""
    program = find_nginx()
    if program is None or version_of(program) < (1, 27, 4):
        pytest.skip("it needs nginx 1.27.4 or newer, which the variable NGINX can name")
    container = settings.BASE_DIR / "container"
    shipped = (container / "nginx-upstream.conf").read_text(encoding="utf-8")
    (tmp_path / "site.conf").write_text(shipped.replace("${NGINX_LOCAL_RESOLVERS}", "127.0.0.1"))
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; events {{}} http {{ include {tmp_path}/site.conf; server {{ listen unix:{tmp_path}/s; location / {{ proxy_pass http://tracefix; }} }} }}"
    )

    done = subprocess.run(
        [program, "-t", "-e", tmp_path / "log", "-c", tmp_path / "nginx.conf"], capture_output=True, text=True
    )

    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr


def test_servers_are_named_as_in_the_trials():
    text = (settings.BASE_DIR / "examples" / "nginx" / "upstream.conf").read_text(encoding="utf-8")

    assert re.findall(r"(?m)^    server 127\.0\.0\.1:(\d+) (.+);$", text) == [
        (port, options) for options in UPSTREAM_OPTIONS for port in ("8000", "8001")
    ]


def test_what_it_offers_to_newer_ones_is_there():
    assert offers() == [((1, 25, 1), "http2 on;"), ((1, 27, 4), "keepalive_min_timeout 10s;")]


def offers():
    """What upstream.conf offers: from which nginx on, and the line."""
    text = (settings.BASE_DIR / "examples" / "nginx" / "upstream.conf").read_text(encoding="utf-8")
    return [(tuple(int(part) for part in version.split(".")), line) for version, line in NEWER.findall(text)]
