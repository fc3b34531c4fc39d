#!/usr/bin/env bash
# Builds what the browser runs without a network: the core and CairnWeb as one WebAssembly module
# that imports nothing. Usage: Scripts/wasm.sh [FILE]; without a file it is Web/cairn.wasm.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-none-wasm
out=.build/wasm
into=${1:-Web/cairn.wasm}
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
mkdir -p "$out"
features=()
while read -r feature; do
  features+=(-enable-upcoming-feature "$feature")
done < <(sed -n 's/.*enableUpcomingFeature("\(.*\)").*/\1/p' Package.swift)

# A module is compiled anew when a source of it or a module before it changed.
compile() {
  local changed
  changed=$(find "Sources/$1" Package.swift "${before[@]}" -newer "$out/$1.o" 2>/dev/null || echo yes)
  before+=("$out/$1.o")
  [ -n "$changed" ] || return 0
  find "Sources/$1" -name '*.swift' -print0 | LC_ALL=C sort -z | xargs -0 -x "$tools/swiftc" \
    -target "$target" -enable-experimental-feature Embedded -wmo -Osize \
    -parse-as-library -Xfrontend -disable-stack-protector -swift-version 6 -package-name cairn \
    -warnings-as-errors "${features[@]}" -I "$out" -module-name "$1" \
    -file-prefix-map "$PWD=." \
    -emit-module-path "$out/$1.swiftmodule" -c -o "$out/$1.o"
}

before=()
compile Cairn
compile CairnInsights
compile CairnWeb
"$tools/clang" --target=wasm32-unknown-none -Oz -ffreestanding -fno-builtin -nostdlib \
  -c Scripts/wasm/memory.c -o "$out/memory.o"
"$tools/wasm-ld" --no-entry --gc-sections --strip-all --export-memory --error-limit=4 -z stack-size=1048576 \
  -o "$out/cairn.wasm" "$out/CairnWeb.o" "$out/CairnInsights.o" "$out/Cairn.o" "$out/memory.o" \
  "$tools/../lib/swift/embedded/$target/libswiftUnicodeDataTables.a"
cp "$out/cairn.wasm" "$into"
printf '%s: %s bytes, %s compressed\n' "$into" "$(wc -c <"$into")" "$(gzip -9n <"$into" | wc -c)"
