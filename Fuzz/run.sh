#!/bin/sh
# Usage: Fuzz/run.sh [SECONDS [NAME...]]: builds and runs each fuzzer, 60 seconds unless told.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- $(ls Fuzz/fuzz_*.swift | sed 's/.*fuzz_//; s/\.swift//')

# Without Swift's own backtraces, which get in the way of the sanitizer's.
export SWIFT_BACKTRACE=enable=no

out=.build/fuzz
mkdir -p "$out"
# `make test` has two seconds for each, in which compiling for speed would take the most.
flags="${OPTIMIZE:--O} -wmo -swift-version 6 -package-name cairn -parse-as-library -sanitize=fuzzer,address -I $out"

module() {
  find "Sources/$1" -name '*.swift' -print0 | xargs -0 -x swiftc $flags -module-name "$1" \
    -emit-module -emit-module-path "$out/$1.swiftmodule" -c -o "$out/$1.o"
}

module Cairn
module CairnExchange
module CairnHTML
module CairnHTTP
module CairnInsights

for name in "$@"; do
  corpus=Fuzz/corpus/$name
  mkdir -p "$corpus"
  case $name in
    json) printf '%s' '{"a":[1,-2.5e3,"\ud83e\uddd7\n",null,true],"b":{}}' >"$corpus/seed.json" ;;
    log) printf '%s\n' '{"cairn":1}' '{"record":"work","id":"01a1fb1f-d1f4-751e-a088-0465dc149cde","fields":{"title":"Dune"},"stamp":"01a1fb1fd1f40000-d8c2269c"}' '{"end":1,"records":1,"mutations":0}' >"$corpus/seed.ndjson" ;;
    lists)
      printf 'B1,Emma,Jane Austen,read,0141439580,4.25,2023/01/05,2,"A, B, Jr."' >"$corpus/a"
      printf 'CEmma,Jane Austen,9780141439587,read,2022/03/06-2022/03/22,,2,4.25,Yes' >"$corpus/b"
      printf 'D1\tEmma\tAusten, Jane\tWishlist\t[2020-01-02]\t[2020-01-03]\t[0141439580]\t\tA|B\t|Author' >"$corpus/c"
      printf 'F{"7":{"books_id":"7","title":"Emma","authors":[{"lf":"Austen, Jane"}],"rating":4.5}}' >"$corpus/e"
      printf 'GEmma,Jane Austen,finished,2020-01-02T00:00|2020-01-03T00:00|1;|,x,,a|||||b,4.5,,A' >"$corpus/d" ;;
    climbs)
      printf 'D2026-05-02,Slab,5.9+,note,https://x/route/1/slab,2,A > B,Lead,Fell/Hung,"Trad, Alpine",5.10c,120' >"$corpus/a"
      printf 'ESlab,7,Top rope clean,24,25,Trad,Top rope,3,Australia,Arapiles,Sam,good,2026-05-16T00:00:00Z' >"$corpus/b"
      printf 'FROUTE,Slab,Crag,2026-04-11,rp,false,3,7a+,null,25' >"$corpus/c"
      printf 'GThu Jul 09 2026 15:17:17 GMT+0000 (GMT+00:00),0,Onsight,1,v3,Pink,,Gym,' >"$corpus/d" ;;
    listening)
      { printf 'D'; cat Tests/CairnExchangeTests/Fixtures/audiobookshelf-listening-sessions.json; } >"$corpus/a"
      printf 'E2026-01-05,1800000,0,2250000,Dune Part 1,B00,36000000,1.25,Full,Europe/Berlin' >"$corpus/b"
      printf 'FDune,Frank Herbert,9780000000002,"August 27, 2023 11:46",Borrowed,21 days,Library' >"$corpus/c"
      printf 'G{"timeline":[{"cover":{"format":"audiobook"},"title":{"text":"Dune"},"timestamp":1767600000000,"activity":"Borrowed","library":{"text":"Library"}}]}' >"$corpus/d" ;;
    zip) cp Tests/CairnExchangeTests/Fixtures/openreads.backup "$corpus/" ;;
    kindle) cp Tests/CairnExchangeTests/Fixtures/kindle* "$corpus/" ;;
    clippings) cp Tests/CairnExchangeTests/Fixtures/clippings.txt "$corpus/" ;;
    koreader) printf '\001\000\007\145\061\000\001\000\036\001\054' >"$corpus/seed.bin" ;;
    requests) printf -- '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n' >"$corpus/form"
      printf 'shelf?status=reading&query=%%C3%%A9' >"$corpus/target" ;;
    texts) printf '1768903200123-1768906800000,1768907000000-' >"$corpus/timeline"
      printf 'page:120/300' >"$corpus/position"
      printf '5.10b/c PG13' >"$corpus/grade"; printf 'VII+/VIII-' >"$corpus/roman" ;;
    times) printf 'yesterday 23:30-00:20' >"$corpus/range"
      printf '1h 30m' >"$corpus/duration"; printf '2026-01-05 18:00' >"$corpus/moment" ;;
    *) cp Tests/CairnExchangeTests/Fixtures/*.csv "$corpus/" ;;
  esac
  also=$([ "$name" = times ] && echo Sources/CairnCLI/Times/*.swift || true)
  swiftc $flags -use-ld=lld "Fuzz/fuzz_$name.swift" $also "$out/Cairn.o" "$out/CairnExchange.o" \
    "$out/CairnHTML.o" "$out/CairnHTTP.o" "$out/CairnInsights.o" -o "$out/fuzz_$name"
  "$out/fuzz_$name" -max_total_time="$seconds" -timeout=10 -max_len=16384 \
    -artifact_prefix="Fuzz/" -verbosity="${VERBOSITY:-0}" -print_funcs=0 "$corpus"
  echo "fuzz $name: nothing found in $seconds s"
done
