#!/usr/bin/env bash
# Syncs a server and five devices over an unreliable connection and kills them at random; all must end up equal.
# Usage: Scripts/chaos.sh [RUNS] [SECONDS] [SEED]
set -euo pipefail
cd "$(dirname "$0")/.."

exec python3 Tests/Sync/chaos.py --cairn "${CAIRN:-$PWD/.build/debug/cairn}" \
  --runs "${1:-10}" --seconds "${2:-60}" ${3:+--seed "$3"}
