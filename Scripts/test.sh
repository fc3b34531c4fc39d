#!/usr/bin/env bash
# Runs `swift test` with what it is given, and says once more at the end which tests failed and why.
set -uo pipefail
cd "$(dirname "$0")/.."

printed=$(mktemp)
trap 'rm -f "$printed"' EXIT
swift test "$@" 2>&1 | tee "$printed"
code=$?
((code == 0)) || grep -A 3 '^✘.* recorded an issue\|^.*Fatal error\|: error: ' "$printed" |
  grep -v '^[◇✔]' | cut -c 1-300 | tail -n 40
exit "$code"
