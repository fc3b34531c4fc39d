#!/usr/bin/env bash
# Tests each flow and page once in Chromium, alternating between phone and desktop, light and dark.
# Usage: Scripts/browser.sh [--all] [WORD]. --all uses all four combinations and saves pictures of the pages in
# .build/screenshots; WORD selects tests by name.
# PICTURES=docs/pictures Scripts/browser.sh pages updates the pictures of the README.
# CHROMIUM=chromium uses the full browser, even if the faster headless shell is installed.
set -euo pipefail
cd "$(dirname "$0")/.."

all=""
if [ "${1:-}" = --all ]; then
  all=--all
  shift
fi
chromium=$(command -v ${CHROMIUM:-chromium-headless-shell} || command -v chromium)
exec .build/browser/bin/python Tests/Browser/browser.py \
  --cairn "${CAIRN:-$PWD/.build/debug/cairn}" --chromium "$chromium" \
  --shots .build/screenshots --only "${1:-}" $all ${PICTURES:+--pictures "$PICTURES"}
