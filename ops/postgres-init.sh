#!/bin/sh
# Run once by the Postgres image in an empty data folder: creates roles and databases for the product and the Temporal
# cluster.
set -eu
secret() { cat "/run/secrets/$1"; }

psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres \
  --set=owner="$(secret postgres_owner_password)" \
  --set=app="$(secret postgres_app_password)" \
  --set=temporal="$(secret postgres_temporal_password)" \
  --set=backup="$(secret postgres_backup_password)" <<'SQL'
create role foreword_owner login password :'owner' createrole;
create role foreword_app login password :'app';
create role temporal login password :'temporal';
create role foreword_backup login password :'backup';
create database foreword owner foreword_owner;
create database temporal owner temporal;
create database temporal_visibility owner temporal;
SQL

# The backup role may start and stop a base backup but read nothing. It connects to this database, and function grants
# apply only to the database they are made in.
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=foreword \
  --command='grant execute on function pg_backup_start(text, boolean), pg_backup_stop(boolean), pg_switch_wal() to foreword_backup'
