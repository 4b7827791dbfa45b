#!/bin/bash
# Replaces the data folder with a base backup and makes Postgres replay the archived WAL on its next start.
#   restore.sh BASE_BACKUP WAL_ARCHIVE DATA_FOLDER [TIME]
# Without TIME, restores to the archive's end; with TIME, such as '2026-11-21 12:00:00+00', to that moment. DATA_FOLDER
# must be empty or absent. BACKUP_PRIVATE_KEY is the path of the key; Postgres needs it too, until it has started. Run
# as Postgres's account. BEFORE starting any part of the product, run `migrate`, `mark-unknown` and `replay-journal`
# (docs/operations.md).
set -euo pipefail
[ $# -ge 3 ] || { sed -n '2,7p' "$0" >&2; exit 64; }
base="$1" archive="$2" data="$3" time="${4:-}" key="${BACKUP_PRIVATE_KEY:-/run/secrets/backup_private_key}"
scripts="$(cd "$(dirname "$0")" && pwd)/backup"
[ -f "$base/backup_label" ] || { echo "$base is not a complete base backup." >&2; exit 1; }
[ -z "$(ls -A "$data" 2>/dev/null)" ] || { echo "$data is not empty: move it away first." >&2; exit 1; }

mkdir -p "$data"
"$scripts/decrypt.sh" "$key" < "$base/base.tar.gpg" | tar --extract --file=- --directory="$data"
cp "$base/backup_label" "$data/"
chmod 700 "$data"
# A backup of a restored database still has that restore's settings, whose target time would end this recovery early.
sed -i -E '/^(restore_command|recovery_[a-z_]+|hot_standby|foreword\.restored) *=/d' "$data/postgresql.auto.conf"
{
  echo "restore_command = '$scripts/unarchive.sh $archive/%f %p $key'"
  echo "recovery_target_timeline = 'latest'"
  # Closed until all is replayed: a readable standby would look ready but reject writes.
  echo "hot_standby = off"
  # Keeps the product from starting until `mark-unknown` has run for this restore.
  echo "foreword.restored = '$(cat /proc/sys/kernel/random/uuid)'"
  if [ -n "$time" ]; then
    echo "recovery_target_time = '$time'"
    echo "recovery_target_action = 'promote'"
  fi
} >> "$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "Restored. Start Postgres, which replays the WAL and then accepts connections. Its log then shows the last commit it"
echo 'reached: "last completed transaction was at log time".'
