#!/usr/bin/env bash
# Tests several servers on one database, and database failures, with real processes.
# Usage: Scripts/cluster.sh catalogue | servers | standby | restore | failover [CYCLES] [SEED]
# or patroni, or `all`: every part but patroni, with 20 cycles. The parts use separate folders and ports,
# so that they can run in parallel; only patroni has fixed addresses.
set -euo pipefail
cd "$(dirname "$0")/.."

cairn=${CAIRN:-$PWD/.build/debug/cairn}
case "${1:-}" in
failover) exec python3 Tests/Cluster/failover.py --cairn "$cairn" --cycles "${2:-2}" ${3:+--seed "$3"} ;;
catalogue | servers | standby | restore | patroni) exec python3 "Tests/Cluster/$1.py" --cairn "$cairn" ;;
all) for trial in catalogue servers standby restore "failover 20"; do Scripts/cluster.sh $trial; done ;;
*)
  sed -n '2,5s/^# //p' "$0" >&2
  exit 64
  ;;
esac
