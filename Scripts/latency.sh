#!/usr/bin/env bash
# How long until another device that is online has what was written, at the median and the 95th of 100.
# Usage: Scripts/latency.sh [WRITES]
set -euo pipefail
cd "$(dirname "$0")/.."

exec python3 Tests/Sync/latency.py --cairn "${CAIRN:-$PWD/.build/debug/cairn}" \
  --writes "${1:-40}"
