#!/usr/bin/env bash
# Walks through the pages in Chromium; screenshots are kept in .build/screenshots.
# Usage: Scripts/browser.sh [WORD]: only what has the word in its name.
# PICTURES=docs/pictures Scripts/browser.sh pages takes those of the README anew.
# CHROMIUM=chromium takes the browser that has windows, where the faster one that has none is there as well.
set -euo pipefail
cd "$(dirname "$0")/.."

chromium=$(command -v ${CHROMIUM:-chromium-headless-shell} || command -v chromium)
exec .build/browser/bin/python Tests/Browser/browser.py \
  --cairn "${CAIRN:-$(swift build --show-bin-path)/cairn}" --chromium "$chromium" \
  --shots .build/screenshots --only "${1:-}" ${PICTURES:+--pictures "$PICTURES"}
