#!/usr/bin/env bash
# Runs supabase-py, unmodified, and the example of a climbing app against real servers.
set -euo pipefail
cd "$(dirname "$0")/.."

cairn=${CAIRN:-$PWD/.build/debug/cairn}
.build/api/bin/python Tests/API/climber.py --cairn "$cairn"

out=.build/examples
swift build --package-path Examples --scratch-path "$out" --product climbing
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
export CAIRN_DATA_DIR=$folder/log
"$cairn" account create anna <<<"correct horse" >/dev/null
"$cairn" serve --listen 127.0.0.1:0 >"$folder/address" 2>&1 &
server=$!
until url=$(grep -o -m 1 'http://[0-9.:]*' "$folder/address"); do
  kill -0 "$server" || exit 1
  sleep 0.1
done
"$out/debug/climbing" "$url" anna "correct horse"
