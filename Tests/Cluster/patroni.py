"""Failover by Patroni between two machines: the primary dies, and nothing acknowledged is lost.

It runs Packaging/patroni.yml as shipped, except for addresses, folders and shorter timeouts. The machines are
loopback addresses, and etcd is one process. Writers continue through two servers during the failover.

Usage: patroni.py --cairn PATH [--seed N]
"""

import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

from cairn import Cairn
from failover import PEOPLE, acknowledged, under_load
from postgres import AS, BIN, DATABASE, until

SHIPPED = pathlib.Path(__file__).parents[2] / "Packaging" / "patroni.yml"
MACHINES = {"east": "127.0.0.21", "west": "127.0.0.22"}
WITNESS = "127.0.0.31"


class Machine:
    """A machine with Patroni and PostgreSQL."""

    def __init__(self, folder, name):
        self.name, self.host = name, MACHINES[name]
        self.folder = pathlib.Path(folder) / name
        self.folder.mkdir()
        if AS:
            subprocess.run(["chown", "postgres", str(self.folder)], check=True)
        self.file = self.folder / "patroni.yml"
        self.file.write_text(self.settings())
        self.process = None

    def settings(self):
        """Returns the shipped configuration for this machine."""
        text = SHIPPED.read_text(encoding="utf-8")
        changes = {
            "name: east": f"name: {self.name}",
            "10.0.0.21": self.host,
            "10.0.0.31:2379,10.0.0.32:2379,10.0.0.33:2379": f"{WITNESS}:2379",
            "10.0.0.0/24": "127.0.0.0/8",
            "/var/lib/postgresql/15/cairn": str(self.folder / "data"),
            "/usr/lib/postgresql/15/bin": str(BIN),
            "unix_socket_directories: /var/run/postgresql": f"unix_socket_directories: {self.folder}",
            # Patroni's minimum values.
            "ttl: 30": "ttl: 20",
            "loop_wait: 10": "loop_wait: 1",
            "retry_timeout: 10": "retry_timeout: 3",
        }
        for old, new in changes.items():
            assert old in text, f"{SHIPPED.name} has no {old}"
            text = text.replace(old, new)
        return text

    def start(self):
        """Starts Patroni, which starts the database once it knows its role."""
        home = {**os.environ, "HOME": str(self.folder)}
        home.pop("PGPASSWORD", None)
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen([*AS, "patroni", str(self.file)], stdout=log, stderr=log, cwd="/", env=home)

    def kill(self):
        """Kills Patroni and every process of the database with SIGKILL."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        pid = self.folder / "data" / "postmaster.pid"
        if pid.exists():
            first = pid.read_text().split("\n")[0]
            below = subprocess.run(["pgrep", "-P", first], capture_output=True, text=True, check=False).stdout.split()
            subprocess.run(["kill", "-KILL", first, *below], capture_output=True, check=False)

    def role(self):
        """Returns the role that Patroni reports, such as `master` or `sync_standby`; None if it is down."""
        try:
            with urllib.request.urlopen(f"http://{self.host}:8008/cluster", timeout=2) as answer:
                members = json.load(answer)["members"]
        except (OSError, ValueError):
            return None
        mine = [one for one in members if one["name"] == self.name]
        return f"{mine[0]['role']} {mine[0]['state']}" if mine else None

    def is_first(self):
        """Returns whether this is the primary; Patroni 3 reports `leader` or `master`."""
        return self.role() in ("leader running", "master running")

    def ask(self, statement):
        """Runs a statement as a role that may create roles."""
        words = ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", self.host, "-U", "postgres", "-c", statement]
        done = subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, "PGPASSWORD": "choose-one"})
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


class Pair:
    """Two machines, and etcd, which elects the leader."""

    def __init__(self, folder):
        address, peers = f"http://{WITNESS}:2379", f"http://{WITNESS}:2380"
        self.witness = subprocess.Popen([
            "etcd", "--name", "one", "--data-dir", os.path.join(folder, "etcd"), "--listen-client-urls", address,
            "--advertise-client-urls", address, "--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers,
            "--initial-cluster", f"one={peers}", "--unsafe-no-fsync",
        ], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.machines = [Machine(folder, name) for name in MACHINES]
        for machine in self.machines:
            machine.start()

    def first(self):
        """Returns the primary once its standby is in sync."""
        isSafe = any((machine.role() or "").startswith("sync_standby") for machine in self.machines)
        return next((machine for machine in self.machines if machine.is_first()), None) if isSafe else None

    def stop(self):
        for machine in self.machines:
            if machine.process and machine.process.poll() is None:
                machine.kill()
        self.witness.kill()
        self.witness.wait()


def prepare(cairn, pair, folder):
    """Creates the roles and the schema on the primary; returns the command for it."""
    first = until(pair.first, "a first machine and its standby", 120)
    for line in DATABASE:
        first.ask(line)
    tool = Cairn(cairn, folder, [machine.host for machine in pair.machines])
    tool.prepare(*PEOPLE)
    return tool


def fail(pair, writers):
    """Kills the primary; returns the seconds until the other takes over, and until all sessions are back."""
    dead = until(pair.first, "a first machine and its standby", 120)
    other = pair.machines[1 - pair.machines.index(dead)]
    dead.kill()
    began, before = time.monotonic(), [len(writer.acknowledged) for writer in writers]
    until(other.is_first, "the other machine as the first", 120)
    promoted = time.monotonic() - began
    dead.start()
    until(lambda: pair.first() is other, "a standby again", 120)
    until(lambda: all(len(writer.acknowledged) > count for writer, count in zip(writers, before)), "sessions")
    return promoted, time.monotonic() - began


def run(cairn, folder, seed):
    """Judges every person's sessions after two failovers."""
    pair, chance = Pair(folder), random.Random(seed)

    def strike(writers):
        for _ in range(2):
            time.sleep(chance.uniform(0.5, 1.5))
            promoted, whole = fail(pair, writers)
            count = acknowledged(writers)
            print(f"  promoted after {promoted:.1f} s, writing again after {whole:.1f} s: {count} sessions acknowledged", flush=True)

    try:
        return under_load(prepare(cairn, pair, folder), chance, strike)
    finally:
        pair.stop()


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    words.add_argument("--cairn", required=True)
    words.add_argument("--seed", type=int, default=random.randrange(2**31))
    chosen = words.parse_args()
    # The password of our roles, which libpq reads here.
    os.environ["PGPASSWORD"] = "of the tests"
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        verdicts = run(chosen.cairn, folder, chosen.seed)
    if any(one["lost"] or one["twice"] or one["changed"] for one in verdicts):
        sys.exit(f"patroni: seed {chosen.seed}: {verdicts}")
    print(f"patroni: {sum(one['told'] for one in verdicts)} acknowledged, nothing lost, nothing twice")


if __name__ == "__main__":
    main()
