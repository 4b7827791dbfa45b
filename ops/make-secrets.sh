#!/bin/sh
# Fills the folder `secrets` for docker-compose.yml: generates random secrets, and creates empty files for the vendors'
# keys, which you paste in.
# Existing secrets are kept, so it is safe to run again after an update.
set -eu
cd "$(dirname "$0")/.."
command -v openssl > /dev/null || { echo "openssl is missing: install it and run this again." >&2; exit 1; }
# Containers running as other accounts must be able to read these folders, even if checked out with a strict umask.
chmod -R a+rX ops temporal-config
# Other accounts cannot enter the folder; the files themselves are readable, because each container has its own account.
mkdir -p secrets && chmod 700 secrets
umask 022

# An empty file may be left over from a full disk.
keep() { [ -s "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"; }
random() { openssl rand -hex 24; }

for name in postgres_password postgres_owner_password postgres_app_password postgres_temporal_password postgres_backup_password \
  redis_password session_secret metrics_token; do
  keep "$name" "$(random)"
done
keep encryption_keys "key1:$(openssl rand -base64 32)"
keep database_url "postgres://foreword_app:$(cat secrets/postgres_app_password)@postgres:5432/foreword"
keep database_owner_url "postgres://foreword_owner:$(cat secrets/postgres_owner_password)@postgres:5432/foreword"
keep backup_database_url "postgres://foreword_backup:$(cat secrets/postgres_backup_password)@postgres:5432/foreword"
keep redis_url "redis://:$(cat secrets/redis_password)@redis:6379"

# Empty: no push messages are sent.
keep vapid_private_key ''

# Empty for an engine that needs no API key, like the one in docker-compose.yml.
keep temporal_api_key ''

# Backups are encrypted to a key whose private half is not on this host.
keep backup_private_key ''
if [ ! -s secrets/backup_public_key ]; then
  if [ -e secrets/backup_private_key.for-the-safe ]; then
    echo "secrets/backup_private_key.for-the-safe is the only key to earlier backups: move it off this host first." >&2
    exit 1
  fi
  if command -v gpg > /dev/null; then
    home="$(mktemp -d)"
    gpg --homedir "$home" --batch --quiet --passphrase '' --quick-generate-key 'Foreword backups' future-default default never
    (umask 077 && gpg --homedir "$home" --batch --armor --export-secret-keys > secrets/backup_private_key.for-the-safe)
    gpg --homedir "$home" --batch --armor --export > secrets/backup_public_key
    gpgconf --homedir "$home" --kill all
    rm -rf "$home"
    echo "secrets/backup_private_key.for-the-safe is the only key to all backups: move it off this host to a safe place."
  else
    keep backup_public_key ''
    echo "secrets/backup_public_key is empty, so nothing is backed up: install gnupg and run this again (docs/operations.md)."
  fi
fi

for name in google_client_secret microsoft_client_secret stripe_secret_key stripe_webhook_secret anthropic_api_key \
  ses_secret_access_key turnstile_secret_key temporal_ui_users; do
  keep "$name" ''
  [ -s "secrets/$name" ] || echo "secrets/$name is empty: fill it in (docs/operations.md)."
done
