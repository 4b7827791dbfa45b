#!/bin/bash
# Puts a base backup in the place of the data folder and has Postgres replay the archived log at its next start.
#   restore.sh BASE_BACKUP WAL_ARCHIVE DATA_FOLDER [TIME]
# Without TIME to the archive's end; with TIME, such as '2026-11-21 12:00:00+00', to that moment. DATA_FOLDER must be empty or absent.
# BACKUP_PRIVATE_KEY is the file of the key, for Postgres too until it has opened. Run as the account that Postgres runs as. Run `replay-journal`, and after
# a restore to an earlier moment `mark-unknown`, BEFORE anything of the product starts (docs/operations.md).
set -euo pipefail
[ $# -ge 3 ] || { sed -n '2,7p' "$0" >&2; exit 64; }
base="$1" archive="$2" data="$3" time="${4:-}" key="${BACKUP_PRIVATE_KEY:-/run/secrets/backup_private_key}"
scripts="$(cd "$(dirname "$0")" && pwd)/backup"
[ -f "$base/backup_label" ] || { echo "$base is no complete base backup." >&2; exit 1; }
[ -z "$(ls -A "$data" 2>/dev/null)" ] || { echo "$data is not empty: move it away first." >&2; exit 1; }

mkdir -p "$data"
"$scripts/decrypt.sh" "$key" < "$base/base.tar.gpg" | tar --extract --file=- --directory="$data"
cp "$base/backup_label" "$data/"
chmod 700 "$data"
{
  echo "restore_command = '$scripts/unarchive.sh $archive/%f %p $key'"
  echo "recovery_target_timeline = 'latest'"
  # Closed until all is replayed: one that may be read meanwhile would look ready, and nothing can be written to it.
  echo "hot_standby = off"
  if [ -n "$time" ]; then
    echo "recovery_target_time = '$time'"
    echo "recovery_target_action = 'promote'"
  fi
} >> "$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "Restored. Start Postgres: it replays the log and then opens."
