#!/usr/bin/env bash
# Runs one step: prints its name, its last line and its duration, and its whole output if it fails.
# Usage: [LIMIT=2400] Scripts/step.sh NAME COMMAND...: a step that takes more than LIMIT seconds fails.
# Writes .build/steps/NAME.log, and a row for Scripts/timings.py to .build/steps/NAME.tsv.
set -uo pipefail
cd "$(dirname "$0")/.."

name=$1
shift
steps=.build/steps
mkdir -p "$steps"

export LC_NUMERIC=C
begun=$(date +%s.%N) TIMEFORMAT='%1R %1U %1S'
took=$( { time timeout --foreground --kill-after=30 "${LIMIT:-2400}" "$@" >"$steps/$name.log" 2>&1 </dev/null; } 2>&1)
code=$?
read -r seconds user system <<<"$took"

printf '%s\t%s\t%s\t%s\n' "$begun" "$seconds" "$(awk "BEGIN { print $user + $system }")" "$code" >"$steps/$name.tsv"
if [ "$code" -eq 0 ]; then
  printf '%-18s %7s s  %s\n' "$name" "$seconds" "$(tail -n 1 "$steps/$name.log" | cut -c 1-100)"
else
  printf '%-18s %7s s  FAILED with %s\n' "$name" "$seconds" "$code"
  tail -n 80 "$steps/$name.log"
  echo "All it said is in $steps/$name.log."
fi
exit "$code"
