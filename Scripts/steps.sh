#!/usr/bin/env bash
# Has make run a list of steps, as many at once as JOBS says, and prints how long each took.
# Usage: Scripts/steps.sh COMMAND STEP...
set -uo pipefail
cd "$(dirname "$0")/.."

command=$1 since=$(date +%s.%N)
shift
"${MAKE:-make}" --no-print-directory --keep-going --jobs "${JOBS:-3}" "$@"
code=$?
python3 Scripts/timings.py "$command" "$since" "$@"
exit "$code"
