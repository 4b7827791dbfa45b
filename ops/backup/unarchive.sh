#!/bin/sh
# restore_command of Postgres: fetches a WAL segment from the archive.
#   unarchive.sh ARCHIVE/NAME SEGMENT PRIVATE_KEY
set -eu
# The archive ends here, so Postgres finishes the recovery and starts.
[ -f "$1.gpg" ] || exit 1
# Other failures must not look like the archive's end: on exit codes above 125, Postgres aborts the recovery.
"$(dirname "$0")/decrypt.sh" "$3" < "$1.gpg" > "$2" || exit 200
