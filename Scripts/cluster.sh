#!/usr/bin/env bash
# Several servers on one database, and a database that fails, with real processes.
# Usage: Scripts/cluster.sh failover [CYCLES] [SEED] | move [MOVES] [SEED] | catalogue | servers | standby | restore | patroni
set -euo pipefail
cd "$(dirname "$0")/.."

cairn=${CAIRN:-$(swift build --show-bin-path)/cairn}
case "${1:-}" in
failover) exec python3 Tests/Cluster/failover.py --cairn "$cairn" --cycles "${2:-20}" ${3:+--seed "$3"} ;;
move) exec python3 Tests/Cluster/move.py --cairn "$cairn" --moves "${2:-12}" ${3:+--seed "$3"} ;;
catalogue | servers | standby | restore | patroni) exec python3 "Tests/Cluster/$1.py" --cairn "$cairn" ;;
*)
  sed -n '2,3s/^# //p' "$0" >&2
  exit 64
  ;;
esac
