#!/bin/sh
# The image's entrypoint: `api`, `worker`, `migrate`, `register-engine`, `backup`, `mark-unknown`, `replay-journal`,
# `find-customers`, `re-encrypt`, `end-sessions ...` or `admin ...`. A setting can be read from a file:
# NAME_FILE=/run/secrets/name sets NAME to its content, which keeps secrets out of `docker inspect`.
set -eu
cd "$(dirname "$0")/.."

for name in $(env | sed -n 's/^\([A-Z][A-Z0-9_]*\)_FILE=.*/\1/p'); do
  # For settings of other programs, such as SSL_CERT_FILE, the path itself is the value.
  grep -qrw --include='*.js' "$name" api workers ops chunks || continue
  file="$(printenv "${name}_FILE")"
  [ -r "$file" ] || { echo "${name}_FILE names $file, which cannot be read." >&2; exit 1; }
  export "$name=$(cat "$file")"
  unset "${name}_FILE"
done

role="${1:-api}"
[ $# -eq 0 ] || shift
case "$role" in
  # The same flag as in scripts/stack/product.ts, which explains it.
  api) exec node --max-semi-space-size=8 api/server.js ;;
  worker) exec node workers/worker.js ;;
  migrate) exec node ops/commands/migrate.js ;;
  register-engine) exec node ops/commands/register-engine.js ;;
  backup) exec node ops/commands/backup.js "$@" ;;
  mark-unknown) exec node ops/commands/mark-unknown.js "$@" ;;
  replay-journal) exec node ops/commands/replay-journal.js "$@" ;;
  find-customers) exec node ops/commands/find-customers.js ;;
  end-sessions) exec node ops/commands/end-sessions.js "$@" ;;
  re-encrypt) exec node ops/commands/re-encrypt.js ;;
  admin) exec node ops/commands/admin.js "$@" ;;
  *) echo "Unknown role: $role." >&2; exit 64 ;;
esac
