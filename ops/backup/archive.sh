#!/bin/sh
# archive_command of Postgres: encrypts a finished WAL segment into the archive.
#   archive.sh SEGMENT ARCHIVE/NAME PUBLIC_KEY
# A segment that is already there, for example after a crash right after copying, is never overwritten; if identical, it
# counts as archived.
set -eu
piece="$1" target="$2" key="$3"
[ -s "$key" ] || { echo "$key is empty: without a key nothing is archived (docs/operations.md)." >&2; exit 1; }
sum="$(sha256sum < "$piece")"
if [ -f "$target.gpg" ]; then
  [ "$sum" = "$(cat "$target.sha256")" ] || { echo "$target.gpg already exists with different content." >&2; exit 1; }
  # An earlier attempt may have been cut off before its last sync.
  sync "$(dirname "$target")"
  exit 0
fi

home="$(mktemp -d)"
trap 'rm -rf "$home"' EXIT
printf '%s\n' "$sum" > "$target.sha256"
gpg --homedir "$home" --batch --yes --quiet --no-options --trust-model always --recipient-file "$key" --output "$target.part" --encrypt "$piece"
sync "$target.sha256" "$target.part"
mv "$target.part" "$target.gpg"
# Postgres now deletes its own copy, so the name must survive a power cut too.
sync "$(dirname "$target")"
