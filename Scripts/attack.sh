#!/usr/bin/env bash
# Attacks a running server with invalid pushes and restores, hostile files, and a flood of all of them at once.
# Usage: Scripts/attack.sh [SECONDS] [WORD]. SECONDS is the time per attack; WORD selects attacks by name.
set -euo pipefail
cd "$(dirname "$0")/.."

exec .build/api/bin/python Tests/API/attack.py \
  --cairn "${CAIRN:-$PWD/.build/release/cairn}" --seconds "${1:-10}" --only "${2:-}"
