#!/bin/sh
# restore_command of Postgres: takes a piece of the log from the archive.
#   unarchive.sh ARCHIVE/NAME PIECE PRIVATE_KEY
set -eu
# The end of the archive, after which Postgres opens.
[ -f "$1.gpg" ] || exit 1
# Anything else must not look like the end: above 125 Postgres gives the recovery up.
"$(dirname "$0")/decrypt.sh" "$3" < "$1.gpg" > "$2" || exit 200
