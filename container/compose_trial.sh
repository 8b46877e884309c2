#!/usr/bin/env bash
# Tests compose.yaml as a whole: does it do what it and docs/containers.md promise? Starts it under a name and on ports of its
# own, sends requests through the proxy, and under load kills a replica, pulls articles and rolls a release. Then it
# removes everything.
#
#     docker build -f container/Containerfile -t tracefix . && container/compose_trial.sh
#
# Needs bash, curl, git, openssl and an engine on this machine: ENGINE (docker), COMPOSE ("docker compose", 2.24.4 or newer).
# HTTPS_PORT (8443), HTTP_PORT (8080) and STAFF_PORT (8001) must be free. Takes five to ten minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

read -ra engine <<<"${ENGINE:-docker}"
read -ra compose <<<"${COMPOSE:-${ENGINE:-docker} compose}"
https_port=${HTTPS_PORT:-8443} http_port=${HTTP_PORT:-8080} staff_port=${STAFF_PORT:-8001}
project=tracefix-trial
host=tracefix.example
site=https://$host:$https_port
page=articles/pickle-dict-keys
paste="TypeError: cannot pickle 'dict_keys' object"
sketch='sketch={"exception": "RuntimeError", "message": "the fuse burnt", "frames": [], "versions": {}}'
visitors=6
volume_names='{{range .Mounts}}{{if eq .Type "volume"}}{{println .Name}}{{end}}{{end}}'

# ── the configuration ───────────────────────────────────────────────────────────────────────────────────────────

folder=$(mktemp -d)
chmod 755 "$folder"
mkdir "$folder/tls" "$folder/release" "$folder/secrets"
printf '%s\n' "TRACEFIX_HOST=$host" "SECRETS=$folder/secrets" >"$folder/.env"
openssl rand -hex 32 >"$folder/secrets/secret_key"
openssl rand -hex 16 >"$folder/secrets/postgres_password"
echo "postgresql://tracefix:$(cat "$folder/secrets/postgres_password")@postgres:5432/tracefix" >"$folder/secrets/database_url"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=$host" \
    -addext "subjectAltName=DNS:$host" -keyout "$folder/tls/privkey.pem" -out "$folder/tls/fullchain.pem" 2>/dev/null

# The articles come from a clone, as on a host. Edits are committed to the repository that it was cloned from.
commit() {
    git -C "$folder/origin" add .
    git -C "$folder/origin" -c user.name=trial -c user.email=trial@invalid commit -qm "$1"
}
edit() { sed -i "s/^summary: .*/summary: $2/" "$1/${page#articles/}/article.md"; }
mkdir "$folder/origin"
git -C "$folder/origin" init -q
cp -r articles "$folder/origin/articles"
commit "The articles of now"
git clone -q "$folder/origin" "$folder/clone"
cp -r articles/. "$folder/release"
edit "$folder/release" "Of another release."

write_changes() {  # FOLDER: what differs from compose.yaml, with the articles of this folder
    echo "services:"
    for service in tracefix migrate staff; do
        echo "  $service:"
        echo "    volumes: ['$1:/srv/tracefix/articles:ro']"
        # limits so high that Redis counts every request and none is refused
        echo "    environment: {TRACEFIX_LIMIT_MATCH: 1000000/hour, TRACEFIX_LIMIT_SEARCH: 1000000/hour,"
        echo "      TRACEFIX_LIMIT_VOTE: 1000000/hour, TRACEFIX_LIMIT_WANTED: 1000000/hour,"
        echo "      TRACEFIX_LIMIT_WANTED_NETWORK: 1000000/hour, TRACEFIX_LIMIT_WANTED_TOTAL: 1000000/hour,"
        echo "      TRACEFIX_PROXIES: 2}"  # the trial acts as a second proxy: see from_elsewhere
        [ "$service" != staff ] || echo "    ports: !override ['127.0.0.1:$staff_port:8000']"
    done
    echo "  proxy:"
    echo "    volumes: ['$folder/tls:/etc/nginx/tls:ro']"
    echo "    ports: !override ['127.0.0.1:$http_port:80', '127.0.0.1:$https_port:443']"
}
compose() {
    "${compose[@]}" -p "$project" --env-file "$folder/.env" -f container/compose.yaml -f "$folder/changes.yaml" "$@"
}
finish() {
    code=$?
    rm -f "$folder/open"
    wait
    [ "$code" -eq 0 ] || compose logs --no-color --tail 5 >&2 || true
    # compose does not remove the volumes that a replaced container left to its successor
    mapfile -t volumes < <(for one in $(ids); do state "$one" "$volume_names"; done | sort -u)
    compose down --volumes --remove-orphans >"$folder/down" 2>&1 || cat "$folder/down" >&2
    "${engine[@]}" volume rm --force "${volumes[@]}" >/dev/null 2>&1 || true
    rm -rf "$folder"
}
quietly() { "$@" >"$folder/said" 2>&1 || { cat "$folder/said" >&2; exit 1; }; }
fail() { echo "$1" >&2; exit 1; }

# ── requests and state ───────────────────────────────────────────────────────────────────────────────────────────────

fetch() {  # PATH [CURL OPTIONS]: the page, with the certificate checked
    curl --silent --show-error --max-time 60 --cacert "$folder/tls/fullchain.pem" \
        --resolve "$host:$https_port:127.0.0.1" "${@:2}" "$site$1"
}
from_elsewhere() {  # a header with a new network: a network votes and sends a sketch once a day
    local digits
    digits=$(openssl rand -hex 6)
    echo "X-Forwarded-For: 2${digits:0:3}:${digits:3:4}:${digits:7:4}::1"
}
ask() {  # KIND: does what a visitor does; prints the status, or "cut" if the answer was not whole
    local status
    case $1 in
        page) set -- /articles/ ;;
        article) set -- "/$page/" ;;
        search) set -- "/search/?q=pickle" ;;
        match) set -- /api/v1/match --data-binary "$paste" --header "Content-Type: text/plain" ;;
        vote) set -- "/$page/helped/" --data helped=yes --header "$(from_elsewhere)" ;;
        sketch) set -- /wanted/ --data-urlencode "$sketch" --header "$(from_elsewhere)" ;;
    esac
    status=$(fetch "$@" --output /dev/null --write-out '%{http_code}' 2>/dev/null) || status='cut'
    echo "$status"
}
count() { compose exec -T postgres psql -XAtq -U tracefix -c "SELECT count(*) FROM $1" tracefix; }

ids() {  # [SERVICE]: the containers, oldest first
    "${engine[@]}" ps --all --no-trunc --format '{{.ID}}' --filter "label=com.docker.compose.project=$project" \
        ${1:+--filter "label=com.docker.compose.service=$1"} | tac
}
state() { "${engine[@]}" inspect --format "$2" "$1"; }
healths() { for one in $(ids tracefix); do state "$one" '{{.State.Health.Status}}'; done; }
are_healthy() { [ "$(healths | grep -cx healthy)" -eq "$1" ]; }
serves() {  # CONTAINER: the content that the replica serves; two while its workers switch
    "${engine[@]}" exec "$1" python -c 'import json, urllib.request as r
print(*sorted({json.load(r.urlopen("http://127.0.0.1:8000/readyz", timeout=5))["content"] for _ in range(8)}))'
}
all_serve() {  # CONTENT: all replicas serve the same content, and not this one
    local first="" now
    for one in $(ids tracefix); do
        now=$(serves "$one") || return 1
        : "${first:=$now}"
        [ "$now" = "$first" ] && [ "$(wc -w <<<"$now")" -eq 1 ] && [ "$now" != "$1" ] || return 1
    done
}

until_so() {  # COMMAND...: tries it for five minutes
    local end=$((SECONDS + 300))
    while [ $SECONDS -lt $end ]; do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.5
    done
    fail "not so: $*"
}

visit() {  # NUMBER: this visitor sends requests until the file `open` is gone
    local kinds=(page article search match vote sketch) turn=$1 kind
    while [ -e "$folder/open" ]; do
        kind=${kinds[turn++ % ${#kinds[@]}]}
        echo "$kind $(ask "$kind")" >>"$folder/visits.$1"
        sleep 0.05
    done
}
under_load() {  # MOST COMMAND...: runs it while visitors come; fails if more than MOST requests are lost
    local votes sketches lost
    rm -f "$folder"/visits.*
    votes=$(count kb_vote) sketches=$(count kb_wantedreport)
    touch "$folder/open"
    for number in $(seq "$visitors"); do visit "$number" & done
    sleep 3
    "${@:2}"
    sleep 3
    rm "$folder/open"
    wait
    cat "$folder"/visits.* >"$folder/visits"
    lost=$(grep -cvE ' (200|303)$' "$folder/visits" || true)
    echo "    $(wc -l <"$folder/visits") requests, $lost lost"
    sort "$folder/visits" | uniq -c | awk '{print "        " $2, $3 ": " $1}'
    [ "$lost" -le "$1" ] || fail "$lost requests were lost, more than $1"
    is_kept vote $(($(count kb_vote) - votes))
    is_kept sketch $(($(count kb_wantedreport) - sketches))
}
is_kept() {  # KIND STORED: all that were thanked for are stored, and otherwise only some of those that were lost
    local thanked lost
    thanked=$(grep -c "^$1 303$" "$folder/visits" || true)
    lost=$(grep "^$1 " "$folder/visits" | grep -cv ' 303$' || true)
    if [ "$2" -lt "$thanked" ] || [ "$2" -gt $((thanked + lost)) ]; then
        fail "$thanked times thanked for a $1, $lost lost, but $2 in PostgreSQL"
    fi
}

# ── faults ────────────────────────────────────────────────────────────────────────────────────────────────

crash() {  # SIGKILL from outside the container, as the kernel does if memory runs out
    local one process
    one=$(ids tracefix | head -1)
    process=$(state "$one" '{{.State.Pid}}')
    quietly "${engine[@]}" run --rm --pid host --network none --user 0 "$(state "$one" '{{.Image}}')" \
        sh -c "kill -KILL $process"
    until_so is_restarted "$one"
    until_so are_healthy 3
}
kill_by_hand() {  # the engine does not restart a container that it was told to kill; nothing has its address meanwhile
    local one
    one=$(ids tracefix | head -1)
    quietly "${engine[@]}" kill "$one"
    sleep 6
    [ "$(state "$one" '{{.State.Running}}')" = false ] || fail "it runs again"
    quietly compose up --detach --no-deps --no-recreate tracefix
    until_so are_healthy 3
}
is_restarted() { [ "$(state "$1" '{{.RestartCount}}')" -eq 1 ]; }

pull() {
    git -C "$folder/clone" pull -q
    until_so all_serve "$before"
}

roll() {  # as docs/containers.md says
    local old new
    old=$(ids tracefix)
    write_changes "$folder/release" >"$folder/changes.yaml"
    quietly compose up --detach --no-deps --no-recreate --scale tracefix=6 tracefix
    until_so are_healthy 6
    for one in $old; do
        "${engine[@]}" stop "$one" >/dev/null
        status=$(state "$one" '{{.State.ExitCode}}')
        [ "$status" -eq 0 ] || fail "SIGTERM ends it with $status"
        "${engine[@]}" rm --volumes "$one" >/dev/null
        sleep 5
    done
    new=$(ids tracefix)
    quietly compose up --detach
    [ "$(ids tracefix)" = "$new" ] || fail "up replaces the new replicas"
}

# ── the trial ───────────────────────────────────────────────────────────────────────────────────────────────────────

write_changes "$folder/clone/articles" >"$folder/changes.yaml"
trap finish EXIT
quietly compose up --detach
until_so are_healthy 3
until_so fetch /readyz --fail
[ "$(state "$(ids migrate)" '{{.State.ExitCode}}')" -eq 0 ] || fail "migrate has failed"
until_so curl --silent --fail "http://127.0.0.1:$staff_port/staff/login/"
echo "ok: three replicas are ready behind the proxy, the tables are made, and staff can log in"

[ "$(curl --silent --output /dev/null --write-out '%{http_code} %{redirect_url}' --header "Host: $host" \
    "http://127.0.0.1:$http_port/wanted/")" = "301 https://$host/wanted/" ] || fail "plain HTTP leads elsewhere"
[ "$(fetch /metrics --output /dev/null --write-out '%{http_code}')" -eq 404 ] || fail "/metrics is open"
for kind in page article search; do [ "$(ask "$kind")" -eq 200 ] || fail "$kind: not 200"; done
fetch /api/v1/match --data-binary "$paste" --header "Content-Type: text/plain" | grep "${page#articles/}" >/dev/null
[ "$(ask vote) $(count kb_vote)" = "303 1" ] || fail "the vote is not kept"
[ "$(ask sketch) $(count kb_wantedreport)" = "303 1" ] || fail "the sketch is not kept"
[ "$(compose exec -T redis redis-cli dbsize)" -gt 0 ] || fail "Redis counts nobody"
echo "ok: it answers, PostgreSQL keeps the vote and the sketch, Redis counts"

under_load "$visitors" crash
echo "ok: a replica that is killed comes back, and nothing is lost but what it may have had in hand"
under_load "$visitors" kill_by_hand
echo "ok: the same of one that is killed by hand, which \`up\` brings back"

before=$(serves "$(ids tracefix | head -1)")
edit "$folder/origin/articles" "Pulled on the host."
commit "An edit"
under_load 0 pull
fetch "/$page/" | grep "Pulled on the host" >/dev/null
echo "ok: after git pull on the host every replica serves the new articles, and says so in /readyz"

before=$(serves "$(ids tracefix | head -1)")
under_load 0 roll
all_serve "$before"
fetch "/$page/" | grep "Of another release" >/dev/null
echo "ok: replicas of another release take the place of the old ones, and nothing is lost"
