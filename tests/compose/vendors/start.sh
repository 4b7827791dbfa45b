#!/bin/sh
# The sandbox listens on loopback only, reachable through the proxy in front of it.
node packages/sandbox/server.ts &
exec caddy run --config /etc/caddy/Caddyfile --adapter caddyfile
