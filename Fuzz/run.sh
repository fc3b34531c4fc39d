#!/bin/sh
# Usage: Fuzz/run.sh [SECONDS [NAME...]]: builds and runs each fuzzer, 60 seconds unless told.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- json csv goodreads

# Without Swift's own backtraces, which get in the way of the sanitizer's.
export SWIFT_BACKTRACE=enable=no

out=.build/fuzz
mkdir -p "$out"
flags="-O -wmo -swift-version 6 -package-name cairn -parse-as-library -sanitize=fuzzer,address -I $out"

module() {
  find "Sources/$1" -name '*.swift' -print0 | xargs -0 swiftc $flags -module-name "$1" \
    -emit-module -emit-module-path "$out/$1.swiftmodule" -c -o "$out/$1.o"
}

module Cairn
module CairnExchange

for name in "$@"; do
  corpus=Fuzz/corpus/$name
  mkdir -p "$corpus"
  case $name in
    json) printf '%s' '{"a":[1,-2.5e3,"\ud83e\uddd7\n",null,true],"b":{}}' >"$corpus/seed.json" ;;
    *) cp Tests/CairnExchangeTests/Fixtures/*.csv "$corpus/" ;;
  esac
  swiftc $flags -use-ld=lld "Fuzz/fuzz_$name.swift" "$out/Cairn.o" "$out/CairnExchange.o" \
    -o "$out/fuzz_$name"
  "$out/fuzz_$name" -max_total_time="$seconds" -timeout=10 -max_len=16384 \
    -artifact_prefix="Fuzz/" -print_final_stats=1 "$corpus"
done
