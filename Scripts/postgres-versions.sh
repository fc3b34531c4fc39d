#!/usr/bin/env bash
# Runs the tests of PostgreSQL on each version below .build/postgres, and takes a database of the system's own there.
set -euo pipefail
cd "$(dirname "$0")/.."

cairn=${CAIRN:-$PWD/.build/debug/cairn}
for programs in .build/postgres/lib/python3*/site-packages/*/pginstall*/bin; do
  "$programs/postgres" --version
  python3 Tests/Cluster/upgrade.py --cairn "$cairn" --to "$programs"
  CAIRN_POSTGRES=$PWD/$programs Scripts/test.sh --filter CairnPostgresTests
done
