#!/usr/bin/env bash
# Checks the rules by which the records of several devices become one log: a model in Python, the module in Swift
# against the model, all small histories, and random longer ones.
# Usage: Scripts/merge.sh [HISTORIES] [FIRST SEED], or `short`. Requires `Scripts/release.sh MergeCheck`.
set -euo pipefail
cd "$(dirname "$0")/.."

check=.build/release/MergeCheck

model() { python3 -B Tests/Merge/merge_check.py "$@"; }

if [ "${1:-}" = short ]; then
  model --random 100
  model --print 0 --random 500 | "$check" compare
  "$check" explore 2
  "$check" explore 3 running
  # Seeds that failed once: a resumed session lost time, and a split lost pages.
  for seed in 5428 13193 17536; do "$check" random "$seed" 1; done
  exec "$check" random 0 1000
fi

count=${1:-1000000} first=${2:-$(date +%s)} cores=$(getconf _NPROCESSORS_ONLN)
share=$(((count + cores - 1) / cores))

running=()
trap 'kill "${running[@]}" 2>/dev/null || true' EXIT

# Runs a command for each core, with its number, in parallel.
on_each_core() {
  running=()
  for core in $(seq 0 $((cores - 1))); do
    "$@" "$core" &
    running+=($!)
  done
  for one in "${running[@]}"; do wait "$one"; done
}

explore() { "$check" explore 4 "$1" "$2" "$cores"; }
random() { "$check" random $((first + $1 * share)) "$share"; }

model --acts 3 --random 20000
model --print 0 --random 20000 | "$check" compare
for base in running paused books climbs past; do on_each_core explore "$base"; done
on_each_core random
