#!/usr/bin/env bash
# Builds the example of a listening app, and drives it against a real server over a bad line.
set -euo pipefail
cd "$(dirname "$0")/.."

out=.build/listening
swift build --package-path Examples/Listening --scratch-path "$out" --product listening
exec .build/api/bin/python Tests/API/example.py \
  --cairn "${CAIRN:-$PWD/.build/debug/cairn}" --example "$out/debug/listening"
