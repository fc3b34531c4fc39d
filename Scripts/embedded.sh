#!/usr/bin/env bash
# Compiles the core as Embedded Swift for WebAssembly, which proves that it imports nothing and
# needs no runtime. The upcoming features are those of Package.swift. Compilation is unoptimised,
# because errors do not depend on optimisation.
set -euo pipefail
cd "$(dirname "$0")/.."

out=.build/embedded
mkdir -p "$out"
features=()
while read -r feature; do
  features+=(-enable-upcoming-feature "$feature")
done < <(sed -n 's/.*enableUpcomingFeature("\(.*\)").*/\1/p' Package.swift)

compile() {
  find "Sources/$1" -name '*.swift' -print0 | sort -z | xargs -0 -x swiftc \
    -target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -Onone \
    -parse-as-library -Xfrontend -disable-stack-protector -swift-version 6 -package-name cairn \
    -warnings-as-errors "${features[@]}" -I "$out" -module-name "$1" \
    -emit-module-path "$out/$1.swiftmodule" -c -o "$out/$1.o"
  echo "$1 compiles as Embedded Swift."
}

compile Cairn
compile CairnHTML
compile CairnActions
compile CairnInsights
compile CairnReports
compile CairnPages
compile CairnWeb
