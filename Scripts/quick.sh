#!/usr/bin/env bash
# Runs the tests that `make quick` is for: all but those of PostgreSQL, sync, the browser's core and the client.
# Usage: Scripts/quick.sh [BASE]: only the suites that a change since the commit BASE can break; 1 stands for HEAD.
set -euo pipefail
cd "$(dirname "$0")/.."

base=${1:-}
if [ "$base" = 1 ]; then base=HEAD; fi
suites=$(python3 Scripts/suites.py ${base:+"$base"})
echo "$suites"

# One seed, and only the engine that is a file, unless PostgreSQL itself was changed: `make test` tries the rest.
export CAIRN_TEST_SEED=${CAIRN_TEST_SEED:-1}
if [[ $suites != *Postgres* ]]; then export CAIRN_TEST_SERVER=sqlite; fi
exec Scripts/test.sh --filter "$suites"
