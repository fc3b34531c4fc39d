#!/usr/bin/env bash
# Runs supabase-py, unmodified, as the client of a climbing app against a real server.
set -euo pipefail
cd "$(dirname "$0")/.."

exec .build/api/bin/python Tests/API/climber.py --cairn "${CAIRN:-$PWD/.build/debug/cairn}"
