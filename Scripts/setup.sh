#!/usr/bin/env bash
# Installs missing Debian packages for the named groups; prints nothing if none is missing.
# Usage: Scripts/setup.sh build|quick|test|wasm|failover|postgres|bench|package ...
set -euo pipefail

missing=()

stop() {
  echo "$*" >&2
  exit 69
}

# need PACKAGES REASON COMMAND...: marks the packages as missing if the command fails.
need() {
  local packages=$1 reason=$2
  shift 2
  "$@" >/dev/null 2>&1 && return
  for package in $packages; do missing+=("$package"); done
  printf '  %s: %s\n' "$packages" "$reason"
}

swift_starts() { ! ldd "$(command -v swift-package)" | grep -q 'not found'; }
swift_links() { command -v ld && compgen -G '/usr/lib/gcc/*/*/libstdc++.so'; }
has_chromium() { command -v chromium-headless-shell || command -v chromium; }
on() { [ "$(uname)" = "$1" ]; }

needs_of_build() {
  if on Linux; then
    need "libcurl4 libncurses6 libsqlite3-0 libstdc++6 libuuid1 libxml2 zlib1g" \
      "libraries the Swift tools themselves load" swift_starts
    need "binutils libc6-dev libstdc++-12-dev" \
      "linker and C headers every Swift program is built with" swift_links
    need tzdata "the rules of the world's time zones" test -e /usr/share/zoneinfo/Europe/Berlin
  fi
  need pkg-config "tells Swift where C libraries are" command -v pkg-config
  need libsqlite3-dev "the database the log is kept in" pkg-config --exists sqlite3
  need libmicrohttpd-dev "the HTTP library of cairn serve" pkg-config --exists libmicrohttpd
  need zlib1g-dev "packs what cairn serve answers" pkg-config --exists zlib
  need libargon2-dev "hashes the passwords of cairn serve" pkg-config --exists libargon2
}

needs_of_quick() {
  need python3 "picks the suites, and adds up what the steps took" command -v python3
  need curl "runs the examples of docs/api.md" command -v curl
}

needs_of_test() {
  need python3 "drives the crash tests" python3 -c 'import sqlite3'
  need chromium-headless-shell "the pages are tested in it" has_chromium
  need python3-venv "keeps what drives Chromium apart" python3 -c 'import ensurepip'
  need nodejs "runs the core as WebAssembly" command -v node
  need curl "runs the examples of docs/api.md" command -v curl
  need postgresql "keeps the logs of a club" compgen -G '/usr/lib/postgresql/*/bin/initdb'
  need pgtap "asks the catalogue what keeps people apart" compgen -G '/usr/share/postgresql/*/extension/pgtap.control'
  need pgbouncer "shares few connections to PostgreSQL among many" command -v pgbouncer
  need haproxy "stands before several servers" command -v haproxy
  need bash-completion "its way to load completions is tested" test -e /usr/share/bash-completion/bash_completion
  need zsh "its completions are tested in it" command -v zsh
  need fish "its completions are tested in it" command -v fish
  need tmux "cairn watch is tested in it" command -v tmux
  need litmus "checks the folder of a device for the rules of WebDAV" command -v litmus
  need rclone "copies files to the folder of a device and back" command -v rclone
  need cadaver "does so by hand" command -v cadaver
}

needs_of_wasm() {
  need nodejs "packs the tables of Unicode" command -v node
  need binaryen "makes WebAssembly small" command -v wasm-opt
}

needs_of_failover() {
  need patroni "says which database is the first" command -v patroni
  need etcd-server "keeps what patroni agreed on" command -v etcd
}

needs_of_postgres() { :; }

needs_of_package() {
  need mmdebstrap "makes the bare Debian that packages are tried in" command -v mmdebstrap
  need dpkg "builds Debian packages" command -v dpkg-deb
  need curl "signs in to try them" command -v curl
  need umoci "unpacks the container image to try it" command -v umoci
  need crun "runs the container image" command -v crun
  need uidmap "runs it for a person without root" command -v newuidmap
}

needs_of_bench() {
  need python3-venv "keeps the server that is measured against apart" python3 -c 'import ensurepip'
  need timewarrior "the tool that start and stop are timed against" command -v timew
  need postgresql "is measured with logs in it" compgen -G "/usr/lib/postgresql/*/bin/initdb"
  need wrk "it asks the server as often as it can" command -v wrk
  need libmicrohttpd-dev "the HTTP library alone, to compare with" test -e /usr/include/microhttpd.h
}

# Sets `apt` to the command that runs apt-get as root, or prints the command for the person to run.
find_apt() {
  apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
  command -v apt-get >/dev/null ||
    stop "Cannot install it: there is no apt-get here; on Debian 12 run: sudo sh -c '$by_hand'"
  [ "$(id -u)" -eq 0 ] && return
  command -v sudo >/dev/null ||
    stop "Cannot install it: you are not root and there is no sudo; as root run: $by_hand"
  apt=(sudo "${apt[@]}")
}

install_missing() {
  echo "Installing it now with apt-get$([ "${apt[0]}" = sudo ] && echo ' through sudo')."
  local install=(install -y --no-install-recommends "${missing[@]}")
  if ! { "${apt[@]}" update && "${apt[@]}" "${install[@]}" >/dev/null; }; then
    stop "apt-get could not install it; as root run: $by_hand"
  fi
}

# set_up FOLDER OF WHAT: installs PyPI packages for tests or benchmarks, separate from the system's Python.
set_up() {
  local folder=.build/$1 wanted=$2/requirements.txt
  cmp -s "$wanted" "$folder/requirements.txt" && return
  echo "Setting up $3 in $folder, from PyPI."
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" ||
    stop "pip could not install it; what is needed stands in $wanted"
  cp "$wanted" "$folder/requirements.txt"
}

set_up_tests() {
  set_up browser Tests/Browser "Playwright and axe"
  set_up api Tests/API "schemathesis and the validator of OpenAPI"
}

finish() {
  case " $* " in *' test '*) set_up_tests ;; esac
  case " $* " in *' postgres '*) set_up postgres Tests/Postgres "PostgreSQL 16 and 18" ;; esac
  case " $* " in *' bench '*) set_up peer Benchmarks/Peer "FastAPI" ;; esac
  exit 0
}

command -v swift >/dev/null ||
  stop "Swift is not on the PATH: install 6.2 or newer from https://www.swift.org/install/linux"

list=$(mktemp)
trap 'rm -f "$list"' EXIT
for group in "$@"; do "needs_of_$group"; done >"$list"
[ "${#missing[@]}" -gt 0 ] || finish "$@"
by_hand="apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
echo "Missing on this system (for: $*):"
cat "$list"
find_apt
install_missing
finish "$@"
