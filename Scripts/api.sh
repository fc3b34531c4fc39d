#!/usr/bin/env bash
# Holds the API against its own description and against those who mean it ill: about two minutes.
# Usage: Scripts/api.sh [--seconds 60] [WORD]: for how long requests are made up; only the parts with the word in their
# name.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=60
if [ "${1:-}" = --seconds ]; then
  seconds=$2
  shift 2
fi
exec .build/api/bin/python Tests/API/api.py \
  --cairn "${CAIRN:-$PWD/.build/debug/cairn}" --seconds "$seconds" --only "${1:-}"
