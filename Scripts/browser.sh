#!/usr/bin/env bash
# Walks through the pages in Chromium; screenshots are kept in .build/screenshots.
# Usage: Scripts/browser.sh [WORD]: only what has the word in its name.
# PICTURES=docs/pictures Scripts/browser.sh pages takes those of the README anew.
set -euo pipefail
cd "$(dirname "$0")/.."

exec .build/browser/bin/python Tests/Browser/browser.py \
  --cairn "${CAIRN:-$(swift build --show-bin-path)/cairn}" --chromium "$(command -v chromium)" \
  --shots .build/screenshots --only "${1:-}" ${PICTURES:+--pictures "$PICTURES"}
