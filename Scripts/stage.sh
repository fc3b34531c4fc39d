#!/usr/bin/env bash
# Installs a built `cairn` below DESTDIR, with its manual pages, completions, systemd unit and licenses.
# Usage: Scripts/stage.sh BINARY PREFIX [DESTDIR]
set -euo pipefail
cd "$(dirname "$0")/.."

binary=$1 prefix=$2 root=${3:-}$2

put() { install -D -m 644 /dev/stdin "$root/$1"; }

install -D -m 755 "$binary" "$root/bin/cairn"
strip --strip-all "$root/bin/cairn"
install -d "$root/share/man/man1"
"$binary" man "$root/share/man/man1" >/dev/null
gzip -9 -n "$root"/share/man/man1/*
"$binary" completion bash | put share/bash-completion/completions/cairn
"$binary" completion zsh | put share/zsh/site-functions/_cairn
"$binary" completion fish | put share/fish/vendor_completions.d/cairn.fish
sed "s|/usr/local|$prefix|" Packaging/cairn.service | put lib/systemd/system/cairn.service
install -D -m 644 -t "$root/share/doc/cairn" LICENSE NOTICE.md CHANGELOG.md
