#!/usr/bin/env bash
# deploy.sh TAG: installs this release beside the others, and restarts one server after the other with it. The same for
# the first deployment, an update and the way back. docs/production.md shows it; docs/runbook.md says what to do if it
# stops.
set -euo pipefail
root=${ROOT:-/srv/tracefix}
tag=${1:?"write the release: deploy.sh TAG. git -C $root/program tag lists them"}
release=$root/releases/$tag
here=$(dirname "$(readlink -f "$0")")

# The program: a folder of its own, which nothing changes once it is there. So a server runs all of one release.
git -C "$root/program" fetch --quiet --tags
if [ ! -d "$release" ]; then
    git -C "$root/program" show-ref --quiet --verify "refs/tags/$tag" ||
        { echo "There is no release $tag: git -C $root/program tag lists them" >&2; exit 1; }
    git -C "$root/program" worktree add --quiet --detach "$release" "refs/tags/$tag"
fi
if [ ! -e "$release/.venv/is-whole" ]; then
    python3 -m venv "$release/.venv"
    "$release/.venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes \
        -r "$release/requirements.txt" -r "$release/requirements-redis.txt"
    "$release/.venv/bin/python" -m compileall -q "$release/kb" "$release/tracefix"
    touch "$release/.venv/is-whole"
fi

# The settings and the database. If one of them is wrong, the servers run on as they are. In a folder of its own: those of
# the servers have the files of the release that they run.
manage() { RELEASE=$release TRACEFIX_VAR=/var/lib/tracefix/deploy "$here/tracefix-manage" "$@"; }
install -d -o tracefix -g tracefix -m 0700 /var/lib/tracefix /var/lib/tracefix/deploy
told=$(manage check --deploy --tag security 2>&1) || { echo "$told" >&2; exit 1; }  # what tells which database
# The release to go back to. `before` is there if a deployment was killed: then `current` may be what it brought.
before=$(readlink "$root/before" || readlink "$root/current" || true)
if plan=$(manage showmigrations kb 2>/dev/null) && [[ $plan != *"[X]"* ]]; then  # what keeps it from that, migrate tells
    if [ -n "$before" ]; then
        echo "DATABASE_URL names a database without tables of Tracefix, and ${before#releases/} is deployed:" \
            "name the one that has its votes. If a new one is meant, run tracefix-manage migrate first." >&2
        exit 1
    fi
    echo "DATABASE_URL names a database without tables of Tracefix: they are made now"
fi
TRACEFIX_STAFF=1 manage migrate --verbosity 0  # and the tables of the log-in
manage check --deploy
point() { ln -sfn "$1" "$root/next" && mv -T "$root/next" "$root/current"; }  # RELEASE: what starts has this one
if [ -n "$before" ]; then  # a server that starts after this stopped is one of the release before
    ln -sfn "$before" "$root/before"
    trap 'point "$before"; rm -f "$root/before"' EXIT
fi
point "releases/$tag"

# The servers, one after the other. It stops at the first one that does not come back, and the others run on.
commit=$(git -C "$release" rev-parse HEAD)
host=$(sed -n "s/^GRANIAN_HOST=[\"']*\([0-9A-Fa-f.:]*\).*/\1/p" "${SETTINGS:-/etc/tracefix}/tracefix.env" | tail -1)
[[ $host != *:* ]] || host="[$host]"
serves() {  # UNIT [COMMIT]: whether it is ready, and with this commit
    local port=${1#tracefix@} where=127.0.0.1:8009  # that for staff
    [ "$port" = "$1" ] || where=${host:-127.0.0.1}:${port%.service}
    curl --silent --max-time 5 "http://$where/readyz" | grep "\"ready\": true.*\"commit\": \"${2:-}" >/dev/null
}
restart() {  # UNIT COMMIT: with the release that `current` is; whether it serves this commit then
    systemctl reset-failed "$1"  # systemd starts one no more that failed too often
    systemctl restart "$1" || true
    local end=$((SECONDS + ${WAIT:-300}))
    until serves "$1" "$2"; do
        [ "$SECONDS" -lt "$end" ] && ! systemctl is-failed --quiet "$1" || return 1
        sleep 1
    done
}
# Those that do not serve come first: after a release that fails, the way back must not restart the last one that does.
down=() up=()
units=$(systemctl list-units --plain --no-legend 'tracefix@*.service' 'tracefix-staff.service' | awk '{print $1}')
for unit in $units; do
    if serves "$unit"; then up+=("$unit"); else down+=("$unit"); fi
done
for unit in "${down[@]}" "${up[@]}"; do
    if ! serves "$unit" "$commit" &&
        echo "$unit restarts with $tag (if it does not start: up to $((${WAIT:-300} / 60)) minutes)" &&
        ! restart "$unit" "$commit"; then
        echo "$unit does not serve $tag: journalctl -u $unit -n 50" >&2
        [ -n "$before" ] && point "$before" && restart "$unit" "$(git -C "$root/$before" rev-parse HEAD)" &&
            echo "$unit serves ${before#releases/} again" >&2
        exit 1
    fi
    echo "$unit serves $tag"
done
trap - EXIT
rm -f "$root/before"
[ -n "$units" ] || nobody=", and no server runs yet"
echo "$tag is installed${nobody:-}"
