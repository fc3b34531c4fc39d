#!/usr/bin/env bash
# Simulates random histories of devices and their server, in parallel on all cores.
# Usage: Scripts/simulate.sh [HISTORIES] [FIRST SEED], or `short` for a fixed set of histories. Requires
# `Scripts/release.sh Simulate`.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = short ]; then
  Scripts/simulate.sh 3000 1000000
  Scripts/simulate.sh 1000 2400000000
  Scripts/simulate.sh 1000 2600000000
  exec Scripts/simulate.sh 1 2510160463
fi

count=${1:-1000000} first=${2:-$(date +%s)} cores=$(getconf _NPROCESSORS_ONLN)
simulate=.build/release/Simulate

running=()
trap 'kill "${running[@]}" 2>/dev/null || true' EXIT

share=$(((count + cores - 1) / cores))
for core in $(seq 0 $((cores - 1))); do
  "$simulate" $((first + core * share)) "$share" &
  running+=($!)
done
for one in "${running[@]}"; do wait "$one"; done
