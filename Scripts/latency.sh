#!/usr/bin/env bash
# Measures how long a change takes to reach another online device: the median and the 95th percentile of 100.
# Usage: Scripts/latency.sh [WRITES]
set -euo pipefail
cd "$(dirname "$0")/.."

exec python3 Tests/Sync/latency.py --cairn "${CAIRN:-$PWD/.build/debug/cairn}" \
  --writes "${1:-40}"
