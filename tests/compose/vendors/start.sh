#!/bin/sh
# The sandbox listens on loopback alone; the door in front of it is the only way there.
node packages/sandbox/server.ts &
exec caddy run --config /etc/caddy/Caddyfile --adapter caddyfile
