#!/usr/bin/env bash
# Builds `cairn` as it is installed: one file that starts quickly.
# Usage: Scripts/release.sh [PRODUCT...]: others are built in the same way, so that all share one build.
set -euo pipefail
cd "$(dirname "$0")/.."

# Swift's libraries are inside, and so are the two C++ ones that only Swift's runtime asks for: fewer
# libraries are looked for, and fewer places patched, at each start. The linker takes the archives
# from a folder that has nothing else.
inside=$PWD/.build/inside
mkdir -p "$inside"
ln -sf "$(clang -print-file-name=libstdc++.a)" "$inside/libstdc++.a"
ln -sf "$(clang -print-file-name=libgcc_eh.a)" "$inside/libgcc_s.a"

# A statically linked Foundation looks its time zones up by name at run time, so the linker would
# drop them and every zone would be unknown. Asking for this symbol keeps them.
zones='$s30FoundationInternationalization12_TimeZoneICUCMa'

# Addresses stay random (PIE), and are kept packed: they are read sooner.
for product in "${@:-cairn}"; do
  swift build -c release --product "$product" --static-swift-stdlib --disable-local-rpath \
    -Xswiftc -use-ld=lld -Xswiftc "-L$inside" -Xlinker -z -Xlinker pack-relative-relocs \
    -Xlinker -z -Xlinker now \
    -Xlinker -u -Xlinker "$zones"
done
