"""nginx, set up by the runbook's own commands, starts with the file exactly as it is shipped, and refuses other hosts.

It runs in namespaces of its own: there, ports 80 and 443 are free, and /etc/nginx is a copy.
"""

import shutil
import subprocess

import pytest
from django.conf import settings

from tools.nginx import HOST, find_nginx
from tools.programs import needed

SCRIPT = """
set -eu
mount --bind "$copy" /etc/nginx
mount --bind "$logs" /var/log/nginx
mount -t tmpfs tmpfs /run
ip link set lo up
mkdir -p /etc/nginx/tls
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=$host" \
    -keyout /etc/nginx/tls/privkey.pem -out /etc/nginx/tls/fullchain.pem 2>/dev/null
%s
nginx -g "daemon off;" &
trap 'kill $!' EXIT
for turn in $(seq 50); do curl -s -o /dev/null "http://127.0.0.1/" -H "Host: $host" && break || sleep 0.1; done
ask() { curl -sk -o /dev/null -w '%%{http_code} ' --max-time 20 "$@" || true; }
ask "http://127.0.0.1/" -H "Host: $host"
ask "http://127.0.0.1/"
ask "https://127.0.0.1/"
ask "https://evil.example/" --resolve evil.example:443:127.0.0.1
ask "https://$host/metrics" --resolve "$host:443:127.0.0.1"
ask "https://$host/" --resolve "$host:443:127.0.0.1"
"""


def test_it_runs_as_it_is_shipped(commands, tmp_path):
    needed(find_nginx(), "nginx", "nginx-light", "the tests with it")
    for program in ("unshare", "ip", "curl", "openssl"):
        needed(shutil.which(program), program, "util-linux iproute2 curl openssl", "the test of nginx.conf as shipped")
    if subprocess.run(["unshare", "--net", "--mount", "true"], capture_output=True).returncode:
        pytest.skip("this machine allows no namespaces")
    shutil.copytree("/etc/nginx", tmp_path / "etc", symlinks=True)
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs").chmod(0o777)
    tmp_path.chmod(0o755)
    setup = commands(r"(sed|cp|rm) .*(nginx.conf|upstream.conf|sites-enabled)")
    script = SCRIPT % "\n".join([*setup, "nginx -t 2>&1"])

    done = subprocess.run(
        ["unshare", "--net", "--mount", "bash", "-c", script],
        cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=120,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "copy": str(tmp_path / "etc"), "logs": str(tmp_path / "logs"), "host": HOST},
    )  # fmt: skip

    assert done.returncode == 0, done.stdout + done.stderr
    assert "[warn]" not in done.stdout
    assert "[emerg]" not in done.stderr
    # The site's name leads to TLS; other names get nothing; no server answers, as there is none at these addresses.
    assert done.stdout.splitlines()[-1].split() == ["301", "000", "000", "000", "404", "502"]
