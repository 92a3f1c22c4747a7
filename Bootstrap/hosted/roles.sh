#!/bin/sh
# PostgreSQL's image runs it once, when there is no database yet: makes the two roles and the database.
# One role owns the tables; the other, which serves them, is held to one library by row security.
set -eu
exec psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\set owner `cut -d : -f 5 /run/secrets/owner`
\set serving `cut -d : -f 5 /run/secrets/serving`
CREATE ROLE speechmemo_owner LOGIN PASSWORD :'owner';
CREATE ROLE speechmemo LOGIN PASSWORD :'serving';
CREATE DATABASE memos OWNER speechmemo_owner;
SQL
