#!/usr/bin/env bash
# Kills the command so many times, fills its disk and cuts its power; fails if anything is lost.
# Usage: Scripts/crash.sh KILLS [--seed SEED] [--part prove|kills|calls|disk|power] ...
set -euo pipefail
cd "$(dirname "$0")/.."

binary="${CAIRN:-$PWD/.build/debug/cairn}"
crash=(python3 Tests/Crash/crash.py "$@" --binary "$binary" --folder .build/crash)
export PYTHONDONTWRITEBYTECODE=1

# A file system of our own, to be filled, needs a place of our own to mount it.
if unshare --map-root-user --mount true 2>/dev/null; then
  CRASH_MAY_MOUNT=1 exec unshare --map-root-user --mount "${crash[@]}"
fi
exec "${crash[@]}"
