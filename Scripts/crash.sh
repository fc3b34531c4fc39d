#!/usr/bin/env bash
# Kills the command repeatedly, fills its disk and simulates power failures; fails if any data is lost.
# Usage: Scripts/crash.sh KILLS [--seed SEED] [--part prove|kills|calls|disk|power] ...
set -euo pipefail
cd "$(dirname "$0")/.."

binary="${CAIRN:-$PWD/.build/debug/cairn}"
crash=(python3 Tests/Crash/crash.py "$@" --binary "$binary" --folder .build/crash)
export PYTHONDONTWRITEBYTECODE=1

# Mounting a private file system to fill requires a private mount namespace.
if unshare --map-root-user --mount true 2>/dev/null; then
  CRASH_MAY_MOUNT=1 exec unshare --map-root-user --mount "${crash[@]}"
fi
exec "${crash[@]}"
