#!/usr/bin/env bash
# Tries the packages of Scripts/package.sh in bare Debian systems, without Swift: install, serve, behind a proxy too,
# upgrade, remove; and the container image without root.
# Usage: Scripts/package-check.sh [SUITE|image ...]; bookworm, trixie and image unless given. Needs root, for chroot.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=$PWD/.build/package
deb=$(ls -t "$packages"/cairn_*.deb | head -1)
tarball=$(ls -t "$packages"/cairn-*-linux-*.tar.gz | head -1)
work=$(mktemp -d)
. Scripts/package/root.sh
. Scripts/package/proxies.sh
. Scripts/package/upgrade.sh

# Empties the folder of the roots; what is mounted in one must go first.
clean_up() {
  stop_server
  leave_network
  for proc in "$work"/*/proc; do umount "$proc" 2>/dev/null || true; done
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

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
  setup=$(setup_link) && [ -n "$setup" ] || fail "no link for the first account"
  [ "$(status "$url$setup")" = 200 ] || fail "the link for the first account does not work"
  echo "package: $suite: first page after $((SECONDS - begun)) s"
  for file in man/man1/cairn.1.gz bash-completion/completions/cairn zsh/site-functions/_cairn; do
    [ -s "$root/usr/share/$file" ] || fail "$file is missing"
  done
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

# as_person COMMAND: runs it as root of a user namespace that belongs to nobody, as podman does for a person.
as_person() {
  unshare --mount bash -euc '
    # The ids that belong to the person; only this command sees the files.
    mount --bind "$1/subid" /etc/subuid
    mount --bind "$1/subid" /etc/subgid
    # crun refuses the hybrid of both versions.
    [ "$(stat --file-system --format %T /sys/fs/cgroup)" = cgroup2fs ] || mount -t cgroup2 cgroup2 /sys/fs/cgroup
    cd "$1" && shift
    exec setpriv --reuid=65534 --regid=65534 --clear-groups env "HOME=$PWD" "XDG_RUNTIME_DIR=$PWD" \
      unshare --user --map-root-user --map-auto --mount --pid --fork --mount-proc --kill-child "$@"' as_person "$@"
}

check_image() {
  local image folder=$work/image
  image=$(ls -t "$packages"/cairn-*-oci.tar | head -1)
  install -d -o nobody "$folder" "$folder/layout" "$folder/run"
  chmod 711 "$work"
  tar -xf "$image" -C "$folder/layout"
  echo "nobody:1000000:65536" >"$folder/subid"
  cp Scripts/package/image.sh "$folder/"
  as_person "$folder" ./image.sh layout "$(basename "$image" -oci.tar | sed 's/^cairn-//')"
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
  check_proxies
  check_removal
  check_tarball
  umount "$root/proc"
  rm -rf --one-file-system "$root"
  echo "package: $suite: installs, serves, upgrades, refuses a downgrade, and leaves only the logs"
done
