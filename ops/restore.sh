#!/bin/sh
# Puts a base backup in the place of the data folder and has Postgres replay the archived log at its next start.
#   restore.sh BASE_BACKUP WAL_ARCHIVE DATA_FOLDER [TIME]
# Without TIME to the archive's end; with TIME, such as '2026-11-21 12:00:00+00', to that moment. DATA_FOLDER must be empty or absent.
# Run as the account that Postgres runs as. After a restore to an earlier moment run `mark-unknown` BEFORE a worker starts (docs/operations.md).
set -eu
[ $# -ge 3 ] || { sed -n '2,5p' "$0" >&2; exit 64; }
base="$1" archive="$2" data="$3" time="${4:-}"
[ -f "$base/backup_label" ] || { echo "$base is no complete base backup." >&2; exit 1; }
[ -z "$(ls -A "$data" 2>/dev/null)" ] || { echo "$data is not empty: move it away first." >&2; exit 1; }

mkdir -p "$data"
cp -a "$base/." "$data/"
chmod 700 "$data"
{
  echo "restore_command = 'cp $archive/%f %p'"
  echo "recovery_target_timeline = 'latest'"
  if [ -n "$time" ]; then
    echo "recovery_target_time = '$time'"
    echo "recovery_target_action = 'promote'"
  fi
} >> "$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "Restored. Start Postgres: it replays the log and then opens."
