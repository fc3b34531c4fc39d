#!/usr/bin/env bash
# Builds both sides and measures them in turns. Usage: Benchmarks/run.sh [TURNS]
set -euo pipefail
cd "$(dirname "$0")/.."

out=.build/bench
mkdir -p "$out"
Scripts/release.sh
swift build -c release --package-path Benchmarks --scratch-path "$out/swift" --product Bench
for program in replay fetch; do
  cc -O2 -Wall -o "$out/$program" "Benchmarks/C/$program.c" -lsqlite3
done
cc -O2 -Wall -Wno-unused-function -o "$out/sync" Benchmarks/C/sync.c -lsqlite3
cc -O2 -Wall -o "$out/constant" Benchmarks/C/constant.c -lmicrohttpd
cc -O2 -Wall -shared -fPIC -o "$out/nosync.so" Benchmarks/C/nosync.c
python3 Benchmarks/measure.py "$out" "${1:-5}"
python3 Benchmarks/curve.py "$out" "${1:-5}"
python3 Benchmarks/serve.py "$out" "${1:-5}"
python3 Benchmarks/listening.py "$out" "${1:-5}"
python3 Benchmarks/sync.py "$out" "${1:-5}"
python3 Benchmarks/postgres.py "$out" "${1:-5}"
python3 Benchmarks/diversity.py .build/release/cairn 40
python3 Benchmarks/memory.py .build/release/cairn
