#!/bin/sh
# archive_command of Postgres: encrypts a finished piece of the log into the archive.
#   archive.sh PIECE ARCHIVE/NAME PUBLIC_KEY
# One that is there already, as after a crash right behind the copy, is taken for archived where it is the same, and never written over.
set -eu
piece="$1" target="$2" key="$3"
[ -s "$key" ] || { echo "$key is empty: without a key nothing is archived (docs/operations.md)." >&2; exit 1; }
sum="$(sha256sum < "$piece")"
if [ -f "$target.gpg" ]; then
  [ "$sum" = "$(cat "$target.sha256")" ] || { echo "$target.gpg is there, and another one." >&2; exit 1; }
  exit 0
fi

home="$(mktemp -d)"
trap 'rm -rf "$home"' EXIT
printf '%s\n' "$sum" > "$target.sha256"
gpg --homedir "$home" --batch --yes --quiet --no-options --trust-model always --recipient-file "$key" --output "$target.part" --encrypt "$piece"
sync "$target.sha256" "$target.part"
mv "$target.part" "$target.gpg"
