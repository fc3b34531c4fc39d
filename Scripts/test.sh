#!/usr/bin/env bash
# Runs the Swift tests that `swift build --build-tests` left, and says once more at the end which failed and why.
# Usage: [BUILT=FOLDER] [AT_ONCE=64] Scripts/test.sh [OPTION...]: takes --filter and --skip, as `swift test` does.
#
# The bundle is run directly: `swift test` keeps every other build of the folder waiting while tests run.
set -uo pipefail
cd "$(dirname "$0")/.."
# A test that crashes must end; the runtime's backtracer can wait for ever.
export SWIFT_BACKTRACE=enable=no NO_COLOR=1
# Thousands of logs that live for a second need no disk, where memory has a gigabyte for them.
room=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)
if [ "${room:-0}" -gt 1000000 ]; then export TMPDIR=${TMPDIR:-/dev/shm}; fi

bundle=${BUILT:-.build/debug}/cairnPackageTests.xctest
if [ ! -x "$bundle" ]; then
  echo "The tests are not built: there is no $bundle. Run: swift build --build-tests" >&2
  exit 69
fi

printed=$(mktemp)
trap 'rm -f "$printed"' EXIT
# Each test may hold files and want a connection, so only so many run at once.
"$bundle" --testing-library swift-testing \
  --experimental-maximum-parallelization-width "${AT_ONCE:-64}" "$@" 2>&1 | tee "$printed"
code=$?
((code == 0)) || grep -A 3 '^✘.* recorded an issue\|^.*Fatal error\|: error: ' "$printed" |
  grep -v '^[◇✔]' | cut -c 1-300 | tail -n 40
exit "$code"
