#!/usr/bin/env bash
# Writes the API reference from the doc comments, and the tutorial, to .build/docs.
# Fails on any DocC warning. Reads the modules that `swift build` left in .build/debug.
set -euo pipefail
cd "$(dirname "$0")/.."

graphs=.build/docs-symbols
rm -rf "$graphs" .build/docs
mkdir -p "$graphs"
trap 'rm -rf "$graphs"' EXIT

built=.build/debug
options=(
  -target "$(swiftc -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p')"
  -module-cache-path "$built/ModuleCache" -I "$built/Modules"
)
for map in Sources/C*/module.modulemap "$built"/C*.build/module.modulemap; do
  options+=(-I "${map%/*}")
done

modules=0
for folder in Sources/Cairn*; do
  module=${folder#Sources/}
  case $module in CairnCLI | CairnTestKit) continue ;; esac
  swift symbolgraph-extract -module-name "$module" "${options[@]}" -output-dir "$graphs" \
    -minimum-access-level public -skip-synthesized-members -omit-extension-block-symbols
  modules=$((modules + 1))
done
symbols=$(cat "$graphs"/*.json | grep -o '"accessLevel":' | wc -l)

docc convert Sources/CairnKit/CairnKit.docc --additional-symbol-graph-dir "$graphs" --output-path .build/docs \
  --fallback-display-name Cairn --fallback-bundle-identifier cairn \
  --transform-for-static-hosting --warnings-as-errors
echo "The reference of $modules modules and $symbols symbols is in .build/docs." \
  "Serve that folder with any web server."
