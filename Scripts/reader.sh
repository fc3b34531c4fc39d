#!/usr/bin/env bash
# Replays the requests of KOReader against a real server, and runs litmus, rclone and cadaver on a device's folder.
set -euo pipefail
cd "$(dirname "$0")/.."

exec python3 Tests/API/reader.py --cairn "${CAIRN:-$PWD/.build/debug/cairn}"
