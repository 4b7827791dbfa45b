#!/bin/sh
# Handles POSTGRES_PASSWORD_FILE, POSTGRES_INITDB_ARGS, PGDATA and /docker-entrypoint-initdb.d/*.sh like the official
# image.
set -eu
if [ "$1" = postgres ] && [ "$(id -u)" = 0 ]; then
  install -d -o postgres -g postgres -m 700 "$PGDATA"
  chown postgres:postgres "$(dirname "$PGDATA")"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086
  initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" --auth-local=trust --auth-host=scram-sha-256 ${POSTGRES_INITDB_ARGS:-}
  printf '\nhost all all all scram-sha-256\n' >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  pg_ctl --options='-c listen_addresses=' --wait start
  for script in /docker-entrypoint-initdb.d/*.sh; do "$script"; done
  pg_ctl --mode=fast --wait stop
fi
exec "$@"
