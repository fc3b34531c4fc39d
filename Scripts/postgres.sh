#!/usr/bin/env bash
# Starts a private PostgreSQL server in a new folder and prints the folder, which contains its Unix socket.
# There is a database for logs, cairn, and eight for accounts, people1 to people8. At port 6432, pgbouncer pools
# transactions with two connections per database. The server stops and the folder is removed when standard input
# closes. It may lose committed data in a crash, so it is for tests only.
# Usage: Scripts/postgres.sh [FOLDER]; CAIRN_POSTGRES=BIN selects another version than the newest installed one.
set -euo pipefail
# Another user than the caller reads its files.
umask 022

bin=${CAIRN_POSTGRES:-$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1 || true)}
[ -n "$bin" ] || bin=$(dirname "$(command -v initdb)")
folder=$(mktemp -d "${1:-${TMPDIR:-/tmp}}/cairn-postgres-XXXXXX")
# The server refuses to run as root.
as=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$folder"
  as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi
pooler=""
stop() {
  # The caller may have blocked signals, which pgbouncer inherits; KILL cannot be blocked.
  [ -z "$pooler" ] || kill -KILL "$pooler" 2>/dev/null || true
  "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap stop EXIT

"${as[@]}" "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 -N >"$folder/log" 2>&1
cat >>"$folder/data/postgresql.conf" <<END
listen_addresses = ''
unix_socket_directories = '$folder'
max_connections = 400
fsync = off
synchronous_commit = off
full_page_writes = off
END
"${as[@]}" "$bin/pg_ctl" -D "$folder/data" -l "$folder/server.log" -w start >/dev/null
psql -q -v ON_ERROR_STOP=1 -h "$folder" -U postgres <<END
CREATE ROLE cairn_owner LOGIN;
CREATE ROLE cairn_reader NOLOGIN;
CREATE ROLE cairn_gate NOLOGIN NOINHERIT IN ROLE cairn_reader;
CREATE ROLE cairn_app LOGIN IN ROLE cairn_gate;
ALTER ROLE cairn_app SET statement_timeout = '5min';
CREATE DATABASE cairn OWNER cairn_owner;
$(printf 'CREATE DATABASE people%d OWNER cairn_owner;\n' {1..8})
END
cat >"$folder/pgbouncer.ini" <<END
[databases]
* = host=$folder
[pgbouncer]
listen_addr =
unix_socket_dir = $folder
listen_port = 6432
pool_mode = transaction
default_pool_size = 2
max_client_conn = 1000
listen_backlog = 1000
# A busy machine delays clients for longer than the default timeout of two minutes.
query_wait_timeout = 0
client_login_timeout = 0
server_connect_timeout = 600
auth_type = trust
auth_file = $folder/users
END
echo '"cairn_app" ""' >"$folder/users"
chmod 755 "$folder"
"${as[@]}" pgbouncer -q "$folder/pgbouncer.ini" </dev/null >"$folder/pgbouncer.log" 2>&1 &
pooler=$!
disown
up=""
for _ in $(seq 600); do
  psql -q -h "$folder" -p 6432 -U cairn_app -c 'SELECT 1' cairn >/dev/null 2>&1 && up=yes && break
  kill -0 "$pooler" 2>/dev/null || break
  sleep 0.1
done
[ -n "$up" ] || { echo "pgbouncer did not start:" >&2; cat "$folder/pgbouncer.log" >&2; exit 1; }
echo "$folder"
cat >/dev/null
