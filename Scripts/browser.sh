#!/usr/bin/env bash
# Walks each flow and looks at each page in Chromium once, on a phone or a desktop, light or dark, by turns.
# Usage: Scripts/browser.sh [--all] [WORD]: in all four looks, with pictures of the pages in .build/screenshots; only
# what has the word in its name.
# PICTURES=docs/pictures Scripts/browser.sh pages takes those of the README anew.
# CHROMIUM=chromium takes the browser that has windows, where the faster one that has none is there as well.
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
