#!/bin/sh
# restore_command of Postgres: fetches a WAL segment from the archive.
#   unarchive.sh ARCHIVE/NAME SEGMENT PRIVATE_KEY
set -eu
# The end of the archive, after which Postgres starts up.
[ -f "$1.gpg" ] || exit 1
# Anything else must not look like the end: above 125, Postgres aborts the recovery.
"$(dirname "$0")/decrypt.sh" "$3" < "$1.gpg" > "$2" || exit 200
