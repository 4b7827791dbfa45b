#!/bin/sh
# Postgres's health check. It also makes archive_timeout take effect after each start of the checkpointer, which ends
# WAL segments: during recovery, the checkpointer ignores archive_timeout and sleeps for checkpoint_timeout, so the
# archive could fall five minutes behind. Reloading the configuration wakes it. The checkpointer also restarts when
# another process crashes, while Postgres itself keeps running.
set -eu
pg_isready --quiet --username=postgres --host=127.0.0.1
psql --quiet --no-psqlrc --tuples-only --no-align --username=postgres --dbname=postgres --command \
  "select pg_reload_conf() from pg_stat_activity where backend_type = 'checkpointer' and backend_start >= pg_conf_load_time()" > /dev/null
