#!/bin/sh
# Migrates both databases of the Temporal cluster to the schema of this version. Run it before starting a server of this
# version. Safe to repeat.
#   TEMPORAL_DB_ADDRESS       host:port
#   TEMPORAL_DB_PASSWORD_FILE the password of the role `temporal`, which owns both databases
set -eu
export SQL_HOST="${TEMPORAL_DB_ADDRESS%:*}" SQL_PORT="${TEMPORAL_DB_ADDRESS##*:}" SQL_USER=temporal SQL_PLUGIN=postgres12_pgx
SQL_PASSWORD="$(cat "$TEMPORAL_DB_PASSWORD_FILE")"
export SQL_PASSWORD

for name in temporal visibility; do
  database=temporal
  [ "$name" = temporal ] || database=temporal_visibility
  temporal-sql-tool --db "$database" setup-schema -v 0.0
  temporal-sql-tool --db "$database" update-schema --schema-name "postgresql/v12/$name"
done
