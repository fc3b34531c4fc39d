# Functions to try a package in a bare Debian system. Sourced by Scripts/package-check.sh, which sets `packages`,
# `work` and `suite`; `root` is the folder of the system, and `network` enters the network that its programs share.

server=
network=()

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
  # Packages start no service of theirs (invoke-rc.d(8)), because it would run on this machine.
  printf '#!/bin/sh\nexit 101\n' | install -m 755 /dev/stdin "$root/usr/sbin/policy-rc.d"
  # Swift's runtime reads the arguments of a program from there.
  mount -t proc proc "$root/proc"
}

inside() {
  "${network[@]}" chroot "$root" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp/home \
    LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# server_command WORDS: sets `command` to one of the server's user. A function in the background would be a shell, and
# a signal would end that and not the server.
server_command() {
  command=("${network[@]}" chroot --userspec=cairn:cairn "$root" env -i PATH=/usr/bin CAIRN_DATA_DIR=/var/lib/cairn "$@")
}

as_server() {
  server_command "$@"
  "${command[@]}"
}

# serve [VARIABLE=VALUE ...]: starts the installed server as its unit does, and sets `url`.
serve() {
  : >"$work/serve.log"
  server_command CAIRN_LISTEN=127.0.0.1:0 "$@" cairn serve
  "${command[@]}" >>"$work/serve.log" 2>&1 &
  server=$!
  until url=$(sed -n 's/^listening on //p' "$work/serve.log") && [ -n "$url" ]; do
    kill -0 "$server" 2>/dev/null || fail "the server does not start"
    sleep 0.1
  done
}

stop_server() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  [ -z "$server" ] || wait "$server" || echo "package: $suite: the server stopped with status $?" >&2
  server=
}

# setup_link: prints the path of the link for the first account.
setup_link() { grep -o '/setup/[0-9a-zA-Z_-]*' "$work/serve.log" | tail -1; }

# status URL: prints the status of a response.
status() {
  python3 -c 'import sys, urllib.request as r; print(r.urlopen(sys.argv[1], timeout=30).status)' "$1"
}
