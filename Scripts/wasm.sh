#!/usr/bin/env bash
# Builds the offline core for the browser: the core and CairnWeb as one WebAssembly module
# without imports. Usage: Scripts/wasm.sh [FILE]; the default is Web/cairn.wasm.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-none-wasm
out=.build/wasm
into=${1:-Web/cairn.wasm}
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
unicode=$tools/../lib/swift/embedded/$target/libswiftUnicodeDataTables.a
mkdir -p "$out"
features=()
while read -r feature; do
  features+=(-enable-upcoming-feature "$feature")
done < <(sed -n 's/.*enableUpcomingFeature("\(.*\)").*/\1/p' Package.swift)

# Recompile a module if one of its sources, an earlier module or this script changed.
#
# The options restrict inlining and closure specialisation, which would otherwise produce most of the code.
compile() {
  local changed
  changed=$(find "Sources/$1" Package.swift Scripts/wasm.sh "${before[@]}" -newer "$out/$1.o" 2>/dev/null || echo yes)
  before+=("$out/$1.o")
  [ -n "$changed" ] || return 0
  find "Sources/$1" -name '*.swift' -print0 | LC_ALL=C sort -z | xargs -0 -x "$tools/swiftc" \
    -target "$target" -enable-experimental-feature Embedded -wmo -Osize \
    -Xfrontend -sil-inline-caller-benefit-reduction-factor -Xfrontend 10 \
    -Xllvm -sil-disable-pass=closure-specialize \
    -parse-as-library -Xfrontend -disable-stack-protector -swift-version 6 -package-name cairn \
    -warnings-as-errors "${features[@]}" -I "$out" -module-name "$1" \
    -file-prefix-map "$PWD=." \
    -emit-module-path "$out/$1.swiftmodule" -c -o "$out/$1.o"
}

before=()
compile Cairn
compile CairnActions
compile CairnInsights
compile CairnWeb

c() {
  "$tools/clang" --target=wasm32-unknown-none -Oz -ffreestanding -fno-builtin -nostdlib -I "$out" \
    -c "Scripts/wasm/$1.c" -o "$out/$1.o"
}
link() {
  "$tools/wasm-ld" --no-entry --gc-sections --strip-all --export-memory --error-limit=4 "$@"
}

# The standard library's Unicode tables would be a sixth of the module; unicode.c is a compact replacement.
if grep -rnE 'properties\.is|\.is(Letter|Cased|Uppercase|Lowercase)\b' Sources/Cairn{,Insights,Web} |
  grep -vE 'properties\.is(Whitespace|DefaultIgnorableCodePoint)\b'; then
  echo "Scripts/wasm/unicode.c does not know this property yet." >&2
  exit 1
fi
c memory
asked=(getGeneralCategory getBinaryProperties getDecompositionEntry getComposition nfd_decompositions)
link "${asked[@]/#/--export=_swift_stdlib_}" -o "$out/tables.wasm" "$out/memory.o" "$unicode"
node Scripts/wasm/tables.mjs "$out/tables.wasm" >"$out/tables.h"
c unicode
link --allow-multiple-definition -z stack-size=1048576 --global-base=1024 -o "$out/linked.wasm" \
  "$out/CairnWeb.o" "$out/CairnActions.o" "$out/CairnInsights.o" "$out/Cairn.o" "$out/memory.o" "$out/unicode.o" "$unicode"
# Nothing is stored below the global base of 1,024, so offsets can be folded into loads and stores.
small=(-Oz --low-memory-unused --merge-similar-functions -Oz)
wasm-opt "${small[@]}" -o "$into" "$out/linked.wasm" \
  --enable-{bulk-memory,multivalue,mutable-globals,nontrapping-float-to-int,reference-types,sign-ext}
printf '%s: %s bytes, %s compressed\n' "$into" "$(wc -c <"$into")" "$(gzip -9n <"$into" | wc -c)"
