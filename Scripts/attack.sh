#!/usr/bin/env bash
# Attacks a server that runs: impossible pushes and restores, hostile files, and a flood of all at once.
# Usage: Scripts/attack.sh [SECONDS] [WORD]: for how long each attack goes on; only those with the word in their name.
set -euo pipefail
cd "$(dirname "$0")/.."

exec .build/api/bin/python Tests/API/attack.py \
  --cairn "${CAIRN:-$PWD/.build/release/cairn}" --seconds "${1:-10}" --only "${2:-}"
