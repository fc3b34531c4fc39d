#!/usr/bin/env bash
# Tries the packages of Scripts/package.sh in bare Debian systems, without Swift: install, serve, upgrade, remove.
# Usage: Scripts/package-check.sh [SUITE|image ...]; bookworm, trixie and image unless given. Needs root, for chroot.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=$PWD/.build/package
deb=$(ls -t "$packages"/cairn_*.deb | head -1)
tarball=$(ls -t "$packages"/cairn-*-linux-*.tar.gz | head -1)
work=$(mktemp -d)
server=

stop_server() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  [ -z "$server" ] || wait "$server" 2>/dev/null || true
  server=
}

# Empties the folder of the roots; what is mounted in one must go first.
clean_up() {
  stop_server
  for proc in "$work"/*/proc "$work"/image/rootfs/proc; do umount "$proc" 2>/dev/null || true; done
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

fail() {
  echo "package: $suite: $*" >&2
  tail -n 20 "$work"/*.log >&2
  exit 1
}

# bare SUITE: unpacks a minimal Debian of that name, downloaded once.
bare() {
  local tar=$packages/bare-$1.tar
  [ -e "$tar" ] || mmdebstrap --quiet --variant=minbase "$1" "$tar"
  root=$work/$1
  mkdir "$root"
  tar -xf "$tar" -C "$root"
  cp /etc/resolv.conf "$root/etc/"
  # Swift's runtime reads the arguments of a program from there.
  mount -t proc proc "$root/proc"
}

inside() { chroot "$root" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp/home LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
as_server() { chroot --userspec=cairn:cairn "$root" env -i PATH=/usr/bin CAIRN_DATA_DIR=/var/lib/cairn "$@"; }

# serve: starts the installed server as its unit does, and sets `url`.
serve() {
  : >"$work/serve.log"
  as_server CAIRN_LISTEN=127.0.0.1:0 cairn serve >>"$work/serve.log" 2>&1 &
  server=$!
  until url=$(sed -n 's/^listening on //p' "$work/serve.log") && [ -n "$url" ]; do
    kill -0 "$server" 2>/dev/null || fail "the server does not start"
    sleep 0.1
  done
}

# status URL: prints the status of a response.
status() {
  python3 -c 'import sys, urllib.request as r; print(r.urlopen(sys.argv[1], timeout=30).status)' "$1"
}

install_deb() {
  cp "$1" "$root/tmp/cairn.deb"
  inside apt-get install -y --no-install-recommends /tmp/cairn.deb >"$work/apt.log" 2>&1
}

check_install() {
  inside apt-get update >"$work/apt.log" 2>&1
  local begun=$SECONDS
  install_deb "$deb" || fail "the package does not install"
  serve
  as_server cairn healthcheck --listen "${url#http://}" || fail "the server does not respond"
  setup=$(grep -o "$url/setup/[0-9a-f]*" "$work/serve.log") || fail "no link for the first account"
  [ "$(status "$setup")" = 200 ] || fail "the link for the first account does not work"
  echo "package: $suite: first page after $((SECONDS - begun)) s"
  for file in man/man1/cairn.1.gz bash-completion/completions/cairn zsh/site-functions/_cairn; do
    [ -s "$root/usr/share/$file" ] || fail "$file is missing"
  done
}

# The next version is installed over this one while its server runs.
check_upgrade() {
  echo "correct horse battery" | as_server cairn account create ben >"$work/account.log" 2>&1 ||
    fail "no account can be created"
  dpkg-deb -R "$deb" "$work/next"
  sed -i 's/^Version: .*/&+next/' "$work/next/DEBIAN/control"
  sed -i 's/gt "[^"]*"/gt "next"/' "$work/next/DEBIAN/preinst"
  dpkg-deb --root-owner-group --build "$work/next" "$work/next.deb" >/dev/null
  install_deb "$work/next.deb" || fail "the upgrade does not install"
  [ "$(status "$url/healthz")" = 200 ] || fail "the server stopped during the upgrade"
  stop_server
  serve
  as_server cairn account list | grep -q ben || fail "the account is gone after the upgrade"
  stop_server
  cp "$deb" "$root/tmp/cairn.deb"
  ! inside dpkg -i /tmp/cairn.deb >"$work/old.log" 2>&1 || fail "an older version installs"
  grep -q "is older than the installed version" "$work/old.log" || fail "the downgrade is not explained"
  rm -rf "$work/next" "$work/next.deb"
}

check_removal() {
  inside dpkg --purge cairn >"$work/purge.log" 2>&1 || fail "the package cannot be removed"
  [ -e "$root/var/lib/cairn/accounts.sqlite" ] || fail "removing the package deleted the logs"
  [ ! -e "$root/usr/bin/cairn" ] && [ ! -e "$root/etc/cairn.env" ] || fail "files remain"
}

check_tarball() {
  files() { (cd "$root" && find usr -type f ! -path '*/man/*' | sort); }
  local folder before
  folder=$(basename "$tarball" .tar.gz)
  tar -xzf "$tarball" -C "$root/tmp"
  before=$(files)
  inside "/tmp/$folder/install.sh" >"$work/tarball.log" 2>&1 || fail "install.sh fails"
  inside cairn track "yesterday 20:00-20:30" Dune >"$work/tarball.log" 2>&1 || fail "cairn does not run"
  inside "/tmp/$folder/install.sh" --uninstall >/dev/null || fail "install.sh --uninstall fails"
  [ "$(files)" = "$before" ] || fail "install.sh --uninstall leaves files: $(diff <(files) <(echo "$before"))"
  inside ls /tmp/home/.local/share/cairn | grep -q . || fail "install.sh --uninstall deleted the log"
}

# A container's process without its isolation: the image's files, user, variables and command.
check_image() {
  local image command
  image=$(ls -t "$packages"/cairn-*-oci.tar | head -1)
  mkdir "$work/layout" && tar -xf "$image" -C "$work/layout"
  umoci unpack --image "$work/layout:$(basename "$image" -oci.tar | sed 's/^cairn-//')" "$work/image" 2>/dev/null
  root=$work/image/rootfs
  mount -t proc proc "$root/proc"
  mapfile -d '' -t command < <(python3 - "$work/image/config.json" <<'END'
import json, sys
process = json.load(open(sys.argv[1]))["process"]
user = process["user"]
print(f"--userspec={user['uid']}:{user['gid']}", *process["env"], *process["args"], sep="\0", end="\0")
END
  )
  : >"$work/image.log"
  chroot "${command[0]}" "$root" env -i "${command[@]:1}" >"$work/image.log" 2>&1 &
  server=$!
  until grep -q "^listening on" "$work/image.log"; do
    kill -0 "$server" 2>/dev/null || fail "the image does not start"
    sleep 0.1
  done
  chroot "${command[0]}" "$root" cairn healthcheck --listen 0.0.0.0:8080 || fail "the image does not respond"
  stop_server
  umount "$root/proc"
  [ -e "$root/data/accounts.sqlite" ] || fail "the image does not keep its data in /data"
  echo "package: $suite: starts, responds, and keeps its data in /data"
}

Scripts/setup.sh package
[ $# -gt 0 ] || set -- bookworm trixie image
for suite in "$@"; do
  if [ "$suite" = image ]; then
    check_image
    continue
  fi
  bare "$suite"
  check_install
  check_upgrade
  check_removal
  check_tarball
  umount "$root/proc"
  rm -rf --one-file-system "$root"
  echo "package: $suite: installs, serves, upgrades, refuses a downgrade, and leaves only the logs"
done
