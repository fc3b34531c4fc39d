#!/usr/bin/env bash
# Runs the Swift tests that `swift build --build-tests` built, and repeats failures with their reasons at the end.
# Usage: [BUILT=FOLDER] [AT_ONCE=64] Scripts/test.sh [OPTION...]. Accepts --filter and --skip, like `swift test`.
#
# Runs the test bundle directly, because `swift test` locks the build folder while tests run.
set -uo pipefail
cd "$(dirname "$0")/.."
# A crashed test must exit; the runtime's backtracer can hang.
export SWIFT_BACKTRACE=enable=no NO_COLOR=1
# Use memory for the thousands of short-lived logs, if it has a gigabyte free.
room=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)
if [ "${room:-0}" -gt 1000000 ]; then export TMPDIR=${TMPDIR:-/dev/shm}; fi

bundle=${BUILT:-.build/debug}/cairnPackageTests.xctest
if [ ! -x "$bundle" ]; then
  echo "The tests are not built: there is no $bundle. Run: swift build --build-tests" >&2
  exit 69
fi

printed=$(mktemp)
trap 'rm -f "$printed"' EXIT
# Limit parallel tests, because each may hold files and a database connection.
"$bundle" --testing-library swift-testing \
  --experimental-maximum-parallelization-width "${AT_ONCE:-64}" "$@" 2>&1 | tee "$printed"
code=$?
((code == 0)) || grep -A 3 '^✘.* recorded an issue\|^.*Fatal error\|: error: ' "$printed" |
  grep -v '^[◇✔]' | cut -c 1-300 | tail -n 40
exit "$code"
