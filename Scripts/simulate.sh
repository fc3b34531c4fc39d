#!/usr/bin/env bash
# Lets random histories of devices and their server happen, as many at a time as there are cores.
# Usage: Scripts/simulate.sh [HISTORIES] [FIRST SEED] [debug|release]
set -euo pipefail
cd "$(dirname "$0")/.."

count=${1:-1000000} first=${2:-$(date +%s)} cores=$(getconf _NPROCESSORS_ONLN)
swift build -c "${3:-release}" --product Simulate >&2
simulate=$(swift build -c "${3:-release}" --show-bin-path)/Simulate

running=()
trap 'kill "${running[@]}" 2>/dev/null || true' EXIT

share=$(((count + cores - 1) / cores))
for core in $(seq 0 $((cores - 1))); do
  "$simulate" $((first + core * share)) "$share" &
  running+=($!)
done
for one in "${running[@]}"; do wait "$one"; done
