#!/usr/bin/env bash
# backup.sh FOLDER: the database of DATABASE_URL, or of the file DATABASE_URL_FILE, as FOLDER/<day>.sql.gz; 30 are kept.
set -euo pipefail
day=$1/$(date --utc +%F).sql.gz
url=${DATABASE_URL:-$(cat "${DATABASE_URL_FILE:?}")}
pg_dump --no-owner "$url" | gzip >"$day.part"
mv "$day.part" "$day"  # a backup that failed takes no name of a whole one
find "$1" -name '*.sql.gz' -mtime +30 -delete
