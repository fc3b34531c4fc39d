#!/usr/bin/env bash
# Runs the PostgreSQL tests on each version in .build/postgres, and upgrades a database of the system's version to it.
set -euo pipefail
cd "$(dirname "$0")/.."

cairn=${CAIRN:-$PWD/.build/debug/cairn}
for programs in .build/postgres/lib/python3*/site-packages/*/pginstall*/bin; do
  "$programs/postgres" --version
  python3 Tests/Cluster/upgrade.py --cairn "$cairn" --to "$programs"
  CAIRN_POSTGRES=$PWD/$programs Scripts/test.sh --filter CairnPostgresTests
done
