#!/usr/bin/env bash
# Runs a list of make steps, JOBS of them in parallel, and prints the duration of each.
# Usage: Scripts/steps.sh COMMAND STEP...
set -uo pipefail
cd "$(dirname "$0")/.."

command=$1 since=$(date +%s.%N)
shift
"${MAKE:-make}" --no-print-directory --keep-going --jobs "${JOBS:-3}" "$@"
code=$?
python3 Scripts/timings.py "$command" "$since" "$@"
exit "$code"
