#!/usr/bin/env bash
# Writes the reference of the libraries, from their docstrings, to .build/docs.
set -euo pipefail
cd "$(dirname "$0")/.."

graphs=.build/docs-symbols
rm -rf "$graphs" .build/docs
mkdir -p "$graphs"
swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members
cp "$(swift build --show-bin-path)"/../symbolgraph/Cairn*.symbols.json "$graphs"
rm -f "$graphs"/CairnTestKit* "$graphs"/CairnCLI*
docc convert --additional-symbol-graph-dir "$graphs" --output-path .build/docs \
  --fallback-display-name Cairn --fallback-bundle-identifier cairn \
  --transform-for-static-hosting --warnings-as-errors
echo "The reference is in .build/docs; serve that folder with any web server."
