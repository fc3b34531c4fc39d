#!/usr/bin/env bash
# Runs the tests of `make quick`: all but those of PostgreSQL, sync, the browser core and the client.
# Usage: Scripts/quick.sh [BASE]. BASE selects the suites that changes since this commit can break; 1 means HEAD.
set -euo pipefail
cd "$(dirname "$0")/.."

base=${1:-}
if [ "$base" = 1 ]; then base=HEAD; fi
suites=$(python3 Scripts/suites.py ${base:+"$base"})
echo "$suites"

# Use one seed, and SQLite only unless PostgreSQL code changed; `make test` covers the rest.
export CAIRN_TEST_SEED=${CAIRN_TEST_SEED:-1}
if [[ $suites != *Postgres* ]]; then export CAIRN_TEST_SERVER=sqlite; fi
exec Scripts/test.sh --filter "$suites"
