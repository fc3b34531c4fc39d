#!/usr/bin/env bash
# Walks through a demo log in a scratch folder that is removed at the end.
set -euo pipefail
cd "$(dirname "$0")/.."

CAIRN_DATA_DIR=$(mktemp -d)
export CAIRN_DATA_DIR
trap 'rm -rf "$CAIRN_DATA_DIR"' EXIT
cairn="$(swift build --show-bin-path)/cairn"

# show WORDS...: prints a command as it would be typed, then runs it.
show() {
  printf '\n$ cairn %s\n' "$*"
  "$cairn" "$@"
}

show --help
