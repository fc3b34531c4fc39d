#!/usr/bin/env bash
# Tests the API against its OpenAPI description and against attacks; takes about two minutes.
# Usage: Scripts/api.sh [--seconds 60] [WORD]. --seconds limits the generation of requests; WORD selects the parts
# with this word in their name.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=60
if [ "${1:-}" = --seconds ]; then
  seconds=$2
  shift 2
fi
exec .build/api/bin/python Tests/API/api.py \
  --cairn "${CAIRN:-$PWD/.build/debug/cairn}" --seconds "$seconds" --only "${1:-}"
