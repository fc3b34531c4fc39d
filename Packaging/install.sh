#!/bin/sh
# Installs Cairn from this folder, or removes it: ./install.sh [--uninstall] [PREFIX]
# PREFIX is /usr/local unless given. Logs are never removed.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
[ "${1:-}" = --uninstall ] && { act=remove; shift; } || act=install
prefix=${1:-/usr/local}

each() { (cd "$here/files" && find . -type f | sed 's|^\./||' | sort); }

if [ "$act" = remove ]; then
  each | while read -r file; do rm -f "$prefix/$file"; done
  rmdir "$prefix/share/doc/cairn" 2>/dev/null || true
  echo "Removed from $prefix. Your log stays in ~/.local/share/cairn or /var/lib/cairn."
  exit
fi
each | while read -r file; do
  mkdir -p "$prefix/$(dirname "$file")"
  cp "$here/files/$file" "$prefix/$file.new" && mv "$prefix/$file.new" "$prefix/$file"
done
sed -i "s|/usr/local|$prefix|" "$prefix/lib/systemd/system/cairn.service"
"$prefix/bin/cairn" --version
echo "Installed into $prefix. cairn doctor checks what it needs; ./install.sh --uninstall removes it."
