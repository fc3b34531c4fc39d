#!/usr/bin/env bash
# A server and five devices behind a bad line, killed at random: all must hold the same at the end.
# Usage: Scripts/chaos.sh [RUNS] [SECONDS] [SEED]
set -euo pipefail
cd "$(dirname "$0")/.."

exec python3 Tests/Sync/chaos.py --cairn "${CAIRN:-$PWD/.build/debug/cairn}" \
  --runs "${1:-10}" --seconds "${2:-60}" ${3:+--seed "$3"}
