#!/usr/bin/env bash
# Tests an image: does it do what compose.yaml and docs/containers.md rely on? Starts a container with the options of
# compose.yaml, sends it requests from inside, and removes it. Needs no port, no network and no other service.
#
#     container/smoke.sh [IMAGE]                # docker, tracefix
#     ENGINE=podman container/smoke.sh IMAGE    # build it with --format docker: other images have no health check
set -euo pipefail
cd "$(dirname "$0")/.."

read -ra engine <<<"${ENGINE:-docker}"
image=${1:-tracefix}
page=articles/cuda-fork-reinit

articles=$(mktemp -d)
chmod 755 "$articles"
cp -r articles/. "$articles"
id=$("${engine[@]}" run --detach --network none --read-only --tmpfs /tmp --cap-drop ALL \
    --security-opt no-new-privileges --memory 1g --pids-limit 200 --env TRACEFIX_WATCH=1 \
    --volume "$articles:/srv/tracefix/articles:ro" "$image")

finish() {
    code=$?
    [ "$code" -eq 0 ] || "${engine[@]}" logs "$id" 2>&1 | tail -20 >&2
    "${engine[@]}" rm --force --volumes "$id" >/dev/null || true
    rm -rf "$articles"
}
trap finish EXIT

inside() { "${engine[@]}" exec "$id" "$@"; }

get() {  # PATH [BODY]: prints the page
    inside python -c 'import sys, urllib.request as r
print(r.urlopen(r.Request("http://127.0.0.1:8000" + sys.argv[1], sys.argv[2].encode() or None), timeout=20).read().decode())' \
        "$1" "${2:-}"
}

until_so() {  # COMMAND...: tries it for two minutes
    for _ in $(seq 120); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 1
    done
    echo "not so: $*" >&2
    exit 1
}

workers() { inside cat /proc/1/task/1/children; }
are_replaced() { now=$(workers) && [ "$(wc -w <<<"$now")" -eq 2 ] && for one in $before; do [[ " $now " != *" $one "* ]] || return 1; done; }
is_served() { get "/$page/" | grep "$1"; }

until_so get /readyz
format='{{with .Config.Healthcheck}}{{range .Test}}{{println .}}{{end}}{{end}}'
mapfile -t health < <("${engine[@]}" inspect --format "$format" "$id" | sed '/^$/d')
[ "${#health[@]}" -gt 1 ] || { echo "it has no health check: podman builds it with --format docker" >&2; exit 1; }
inside "${health[@]:1}"
echo "ok: it is ready, and its health check says so"

get / >/dev/null
get "/search/?q=re-initialize+CUDA" | grep "/$page/" >/dev/null
get /api/v1/match "RuntimeError: Cannot re-initialize CUDA in forked subprocess." | grep cuda-fork-reinit >/dev/null
get /versions/huggingface-hub/ | grep cached_download >/dev/null
get /projects/vllm/ >/dev/null
echo "ok: it answers, and has the histories and the projects"

[ "$(inside id -u)" -ne 0 ]
inside grep -q '^CapEff:[[:space:]]*0*$' /proc/1/status
inside grep -q '^NoNewPrivs:[[:space:]]*1$' /proc/1/status
for place in / /srv/tracefix /srv/tracefix/articles /etc; do
    if inside touch "$place/written" 2>/dev/null; then
        echo "it can write to $place" >&2
        exit 1
    fi
done
echo "ok: it has no rights, and writes nowhere but to its volume"

before=$(workers)
"${engine[@]}" kill --signal HUP "$id" >/dev/null
until_so are_replaced
get /readyz >/dev/null
echo "ok: SIGHUP replaces its workers"

sed -i 's/^summary: /summary: Edited on the host. /' "$articles/${page#articles/}/article.md"
until_so is_served "Edited on the host"
echo "ok: an edited article is served"

"${engine[@]}" stop --time 40 "$id" >/dev/null
status=$("${engine[@]}" inspect --format '{{.State.ExitCode}}' "$id")
[ "$status" -eq 0 ] || { echo "SIGTERM ends it with $status" >&2; exit 1; }
echo "ok: SIGTERM stops it, with status 0"
