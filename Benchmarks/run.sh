#!/usr/bin/env bash
# Measures the release build beside the other programs, in turns, and prints all ratios.
# Usage: Benchmarks/run.sh [--smallest | TURNS]. The smallest form uses one turn and small logs: it checks that
# everything runs and finds gross regressions, but does not measure speed.
set -euo pipefail
cd "$(dirname "$0")/.."

turns=${1:-5}
if [ "$turns" = --smallest ]; then
  turns=1
  export BENCH_SMALLEST=yes BENCH_SESSIONS=2000 BENCH_SERVED=20000 BENCH_CLIMBS=500 BENCH_EVENINGS=20 BENCH_SECONDS=1 BENCH_HEARD=100 BENCH_SIZES="1000 2000"
  export BENCH_ACCOUNTS=40 BENCH_CLIENTS=8 BENCH_READS=/api/v1/stats/today BENCH_LAPS=3 BENCH_PEOPLE=20 BENCH_RECORDS=500
fi

out=.build/bench
mkdir -p "$out"
for program in replay fetch; do
  cc -O2 -Wall -o "$out/$program" "Benchmarks/C/$program.c" -lsqlite3
done
cc -O2 -Wall -Wno-unused-function -o "$out/sync" Benchmarks/C/sync.c -lsqlite3
cc -O2 -Wall -o "$out/constant" Benchmarks/C/constant.c -lmicrohttpd
cc -O2 -Wall -shared -fPIC -o "$out/nosync.so" Benchmarks/C/nosync.c

python3 Benchmarks/figures.py begin
for bench in measure curve serve listening sync postgres; do
  python3 "Benchmarks/$bench.py" "$out" "$turns"
done
python3 Benchmarks/diversity.py .build/release/cairn "${BENCH_LAPS:-40}"
python3 Benchmarks/memory.py .build/release/cairn --people "${BENCH_PEOPLE:-1000}"
exec python3 Benchmarks/figures.py end
