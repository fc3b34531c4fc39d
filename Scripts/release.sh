#!/usr/bin/env bash
# Builds `cairn` as it is installed: a single executable that starts quickly.
# Usage: Scripts/release.sh [PRODUCT...]. Other products are built in the same way, so that all share one build.
set -euo pipefail
cd "$(dirname "$0")/.."

# Link Swift's libraries statically, and the two C++ libraries that only Swift's runtime needs, to reduce the
# lookups and relocations at each start. The linker takes the archives from a folder
# without shared libraries.
inside=$PWD/.build/inside
mkdir -p "$inside"
ln -sf "$(clang -print-file-name=libstdc++.a)" "$inside/libstdc++.a"
ln -sf "$(clang -print-file-name=libgcc_eh.a)" "$inside/libgcc_s.a"

# The executable stays position-independent (PIE); packed relocations load faster. Nothing looks up symbols in it, so it
# exports none: without that list it is 1.5 MB smaller and starts sooner. Debug information would take a sixth of the
# build; a backtrace names the functions without it. The linker drops that of C files too, whose paths would give the
# same source another build id in another folder.
for product in "${@:-cairn}"; do
  swift build -c release --product "$product" --static-swift-stdlib --disable-local-rpath \
    -Xswiftc -gnone -Xswiftc -use-ld=lld -Xswiftc "-L$inside" -Xlinker -z -Xlinker pack-relative-relocs \
    -Xlinker -z -Xlinker now -Xlinker --no-export-dynamic -Xlinker --strip-debug
done
