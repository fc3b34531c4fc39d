#!/usr/bin/env bash
# Runs the tests that `make quick` is for: all but those of PostgreSQL, sync, the browser's core and the client.
# Usage: Scripts/quick.sh [CHANGED]: with CHANGED only the suites that files changed since HEAD can break.
set -euo pipefail
cd "$(dirname "$0")/.."

# One seed, and only the engine that is a file: `make test` tries the rest.
export CAIRN_TEST_SERVER=sqlite CAIRN_TEST_SEED=${CAIRN_TEST_SEED:-1}
all='Cairn|Insights|Exchange|SQLite|Store|HTTP|Server|CLI'

# suites PATH: the suites that a change of the file can break, as a pattern; those of the house always.
suites() {
  case $1 in
  Sources/CairnInsights/*) echo 'Insights|Server|CLI' ;;
  Sources/CairnExchange/*) echo 'Exchange|Server|CLI' ;;
  Sources/CairnServer/* | Web/*) echo Server ;;
  Sources/CairnCLI/*) echo CLI ;;
  Tests/Cairn*Tests/*) echo "$1" | sed -E 's|Tests/(Cairn)?([^/]+)Tests/.*|\2|' ;;
  *.md | Tests/* | Scripts/*) echo House ;;
  *) echo "$all" ;;
  esac
}

names=$all
if [ -n "${1:-}" ]; then
  changed=$(git diff --name-only HEAD && git ls-files --others --exclude-standard)
  names=$(for path in $changed; do suites "$path"; done | sort -u | paste -sd '|')
fi
exec Scripts/test.sh --filter "^((Cairn)?(${names:-House})Tests|HouseTests)\."
