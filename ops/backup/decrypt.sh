#!/bin/sh
# Decrypts its input with a private key.
#   decrypt.sh PRIVATE_KEY < ENCRYPTED > PLAIN
set -eu
[ -s "$1" ] || { echo "$1 is empty: copy the backups' private key there from its safe place (docs/operations.md)." >&2; exit 1; }
home="$(mktemp -d)"
trap 'gpgconf --homedir "$home" --kill all; rm -rf "$home"' EXIT
gpg --homedir "$home" --batch --quiet --import "$1"
gpg --homedir "$home" --batch --quiet --decrypt
