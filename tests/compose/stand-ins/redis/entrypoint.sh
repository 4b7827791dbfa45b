#!/bin/sh
# Drops root before starting the server, like the official image.
set -eu
if [ "$1" = redis-server ] && [ "$(id -u)" = 0 ]; then
  chown --recursive redis:redis /data
  exec setpriv --reuid=redis --regid=redis --init-groups "$0" "$@"
fi
exec "$@"
