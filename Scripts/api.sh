#!/usr/bin/env bash
# Holds the API against its own description and against those who mean it ill: about three minutes.
# Usage: Scripts/api.sh [WORD]: only the parts with the word in their name.
set -euo pipefail
cd "$(dirname "$0")/.."

exec .build/api/bin/python Tests/API/api.py \
  --cairn "${CAIRN:-$(swift build --show-bin-path)/cairn}" --only "${1:-}"
