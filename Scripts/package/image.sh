#!/usr/bin/env bash
# Runs the container image as podman does for a person who is not root: with crun, in a user namespace, without
# capabilities, and with a root that cannot be written. Tries the setup link, the health check, the stop, and the data.
# Usage: image.sh LAYOUT TAG, in a folder of the person, who is root in the user namespace.
set -euo pipefail

layout=$1 tag=$2

fail() {
  echo "package: image: $*" >&2
  cat ./*.log >&2
  exit 1
}

container() { crun --root "$PWD/run" --cgroup-manager=disabled "$@"; }

# inside COMMAND: runs it in the container, as `podman exec` does.
inside() { container exec --user "$user" --env CAIRN_DATA_DIR=/data cairn "$@"; }

# Sets what `podman run --read-only --cap-drop all --volume` sets.
configure() {
  python3 - bundle/config.json "$PWD/data" <<'END'
import json, sys
path, data = sys.argv[1:]
with open(path) as file:
    config = json.load(file)
config["process"] |= {"terminal": False, "noNewPrivileges": True, "capabilities": {}}
config["root"]["readonly"] = True
config["linux"].pop("resources", None)
mounts = [mount for mount in config["mounts"] if mount["type"] != "cgroup" and mount["destination"] != "/data"]
mounts += [
    {"destination": "/data", "type": "bind", "source": data, "options": ["bind", "rw"]},
    {"destination": "/tmp", "type": "tmpfs", "source": "tmpfs", "options": ["mode=1777"]},
]
with open(path, "w") as file:
    json.dump(config | {"mounts": mounts}, file)
END
}

# start: starts the container, and sets `url` and `process`.
start() {
  : >server.log
  container run --bundle bundle --pid-file "$PWD/pid" cairn >server.log 2>&1 &
  server=$!
  until url=$(sed -n 's/^listening on //p' server.log) && [ -n "$url" ]; do
    kill -0 "$server" 2>/dev/null || fail "it does not start"
    sleep 0.1
  done
  process=$(cat pid)
}

# stop: stops the container as podman does, within ten seconds.
stop() {
  local begun=$SECONDS
  container kill cairn TERM
  wait "$server" || fail "it stops with status $?"
  [ $((SECONDS - begun)) -le 10 ] || fail "it takes $((SECONDS - begun)) s to stop"
}

# fetch PATH: asks the server in the network of the container.
fetch() {
  nsenter --target "$process" --net python3 -c \
    'import sys, urllib.request as r; print(r.urlopen(sys.argv[1], timeout=30).read().decode())' \
    "http://127.0.0.1:8080$1"
}

umoci unpack --image "$layout:$tag" bundle >umoci.log 2>&1 || fail "it cannot be unpacked"
configure
mkdir -p data
chown --reference=bundle/rootfs/data data
user=$(stat --format %u:%g data)
start
fetch "$(grep -o '/setup/[0-9a-f]*' server.log)" | grep >/dev/null "Create the first account" || fail "no setup link"
inside /usr/bin/cairn healthcheck >health.log 2>&1 || fail "it is not healthy"
! inside /bin/sh -c ': >/usr/file' 2>/dev/null || fail "its root can be written"
inside /usr/bin/cairn doctor --system >doctor.log || fail "it lacks something"
echo "correct horse battery" | inside /usr/bin/cairn account create ben >account.log 2>&1 || fail "no account can be created"
stop
start
inside /usr/bin/cairn account list | grep >/dev/null ben || fail "the account is gone"
stop
echo "package: image: starts, responds, stops and keeps its data, run by a person without root"
