#!/usr/bin/env bash
# Builds the example listening app, and runs it against a real server over an unreliable connection.
set -euo pipefail
cd "$(dirname "$0")/.."

out=.build/examples
swift build --package-path Examples --scratch-path "$out" --product listening
exec .build/api/bin/python Tests/API/example.py \
  --cairn "${CAIRN:-$PWD/.build/debug/cairn}" --example "$out/debug/listening"
