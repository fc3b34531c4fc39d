"""Checks that a server and five devices behind a bad network converge without losing data.

Usage: chaos.py --cairn PATH [--runs 10] [--seconds 60] [--seed N]
"""

import argparse
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

from line import Line

DEVICES = 5


def go_on_when_full():
    """Makes a write beyond the file size limit fail, as on a full disk, instead of ending the process."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


class World:
    """A server, its devices, and the actions that each of them acknowledged."""

    def __init__(self, cairn, folder, seed):
        self.cairn, self.folder, self.seed = cairn, folder, seed
        self.chance = random.Random(seed)
        self.server = None
        self.port = 0
        self.acknowledged = []
        self.kills = {"device": 0, "server": 0}
        self.full = {"device": 0, "server": 0}
        self.count = 0
        self.complaint = ""
        self.serve()
        self.line = Line(lambda: self.port, seed)
        for number in range(DEVICES):
            self.line.faults = 0
            self.run(number, "sync", "setup", self.line.url, "--no-token")
        self.line.faults = 0.4

    def folder_of(self, name):
        return os.path.join(self.folder, str(name))

    def environment(self):
        return dict(os.environ, CAIRN_ZONE="Europe/Berlin", NO_COLOR="1", CAIRN_SYNC_AUTO="no")

    def serve(self):
        """Starts the server on its previous port."""
        address = f"127.0.0.1:{self.port}"
        words = [self.cairn, "serve", "--single-user", "--data-dir", self.folder_of("server")]
        self.server = subprocess.Popen(
            words + ["--listen", address], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=self.environment(), text=True, preexec_fn=go_on_when_full,
        )
        self.port = int(self.server.stdout.readline().rsplit(":", 1)[1])

    def command(self, number, words):
        return [self.cairn, *words, "--data-dir", self.folder_of(number)]

    def run(self, number, *words):
        """Runs a command to completion."""
        return subprocess.run(
            self.command(number, words), capture_output=True, text=True, timeout=120,
            env=self.environment(), check=False,
        )

    def kill(self, number, *words):
        """Starts a command and kills it at a random moment."""
        process = subprocess.Popen(
            self.command(number, words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=self.environment(),
        )
        time.sleep(self.chance.uniform(0, 0.3))
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.kills["device"] += 1

    def room(self, name):
        """Returns the file size limit of a disk that is full, or nearly."""
        log = os.path.join(self.folder_of(name), "log.sqlite")
        size = os.path.getsize(log) if os.path.exists(log) else 0
        return size + 4096 * self.chance.randrange(8)

    def fill_device(self, number):
        """Syncs or performs an action on a device with a full disk; a failure only means that it must be repeated."""
        words = self.chance.choice([["sync"], ["sync"], ["book", "add", f"Full {self.count}"]])
        room = self.room(number)
        subprocess.run(
            self.command(number, words), capture_output=True, timeout=120, env=self.environment(), check=False,
            preexec_fn=lambda: (go_on_when_full(), resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))),
        )
        self.full["device"] += 1

    def fill_server(self):
        """Fills the disk of the server while a device writes and syncs."""
        unlimited = resource.RLIM_INFINITY
        resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE, (self.room("server"), unlimited))
        number = self.chance.randrange(DEVICES)
        self.do(number)
        self.run(number, "sync")
        resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE, (unlimited, unlimited))
        self.full["server"] += 1

    def kill_server(self):
        """Kills and restarts the server."""
        self.server.send_signal(signal.SIGKILL)
        self.server.wait()
        self.kills["server"] += 1
        self.serve()

    def act(self):
        """Performs one step on a device or the server."""
        number = self.chance.randrange(DEVICES)
        dice = self.chance.random()
        if dice < 0.25:
            self.run(number, "sync")
        elif dice < 0.32:
            self.kill(number, "sync")
        elif dice < 0.34:
            self.kill_server()
        elif dice < 0.39:
            self.fill_device(number)
        elif dice < 0.43:
            self.fill_server()
        else:
            self.do(number)

    def do(self, number):
        """Performs a user action and records it if it was acknowledged."""
        self.count += 1
        whose = number if self.chance.random() < 0.7 else "all"
        title = f"Book {self.chance.randrange(8)} of {whose}"
        minute = self.chance.randrange(60 * 20)
        start = f"{minute // 60:02}:{minute % 60:02}"
        end = f"{(minute + 20) // 60:02}:{(minute + 20) % 60:02}"
        day = f"2026-0{self.chance.randrange(1, 9)}-1{self.chance.randrange(10)}"
        words = self.chance.choice([
            ["book", "add", title, "--page-count", "300"],
            ["start", "read", title],
            ["pause"], ["resume"], ["stop", "--allow-short"],
            ["track", f"{day} {start}-{end}", title],
            ["track", f"{day} {start}-{end}", title],
            ["edit", "--note", f"note {self.count} of {number}"],
            ["delete"], ["undo"],
        ])
        if self.run(number, *words).returncode == 0:
            lines = json.loads(self.run(number, "history", "--limit", "1", "--json").stdout)
            self.acknowledged += [line["id"] for line in lines[:1]]

    def settle(self):
        """Ends the network faults and syncs all devices until nothing changes."""
        self.line.faults = 0
        for _ in range(3):
            for number in range(DEVICES):
                last = self.run(number, "sync")
                self.complaint = last.stderr or self.complaint
        states = [self.run(number, "sync", "status") for number in range(DEVICES)]
        bad = [state.stdout + state.stderr for state in states if state.returncode != 0]
        assert not bad, (bad, self.complaint)

    def check_leaving(self):
        """Checks that a watching device that stops syncing sends nothing more and exits."""
        assert self.run(0, "book", "add", "Sent").returncode == 0
        watch = subprocess.Popen(
            self.command(0, ["sync", "--watch"]), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=self.environment(), text=True,
        )
        watch.stdout.readline()  # the report of the sent change
        for words in ["sync", "stop"], ["book", "add", "Kept here"]:
            done = self.run(0, *words)
            assert done.returncode == 0, done.stderr
        assert watch.wait(timeout=120) == 0, "the watch failed"
        assert "Kept here" not in self.run("server", "shelf").stdout, "it was sent on"

    def check(self):
        """Checks that all exports are equal and complete, and that every log is intact."""
        exports = {}
        for name in ["server", *range(DEVICES)]:
            found = self.run(name, "export")
            assert found.returncode == 0, found.stderr
            exports[name] = found.stdout
            assert self.run(name, "doctor").returncode == 0, f"{name} is not sound"
        for name, text in exports.items():
            assert text == exports["server"], f"{name} differs from the server"
        lost = [one for one in self.acknowledged if one not in exports["server"]]
        assert not lost, f"{len(lost)} acknowledged lines are lost: {lost[:3]}"
        twice = [one for one in set(self.acknowledged)
                 if exports["server"].count(f'"mutation":"{one}"') > 1]
        assert not twice, f"counted twice: {twice[:3]}"


def main():
    """Runs the requested number of times."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cairn", required=True)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    wish = parser.parse_args()
    for run in range(wish.runs):
        seed = wish.seed + run
        with tempfile.TemporaryDirectory() as folder:
            world = World(wish.cairn, folder, seed)
            try:
                end = time.monotonic() + wish.seconds
                while time.monotonic() < end:
                    world.act()
                world.settle()
                world.check()
                world.check_leaving()
            except AssertionError as error:
                print(f"FAILED with seed {seed}: {error}", file=sys.stderr)
                return 1
            finally:
                world.server.kill()
            kills = ", ".join(f"{count} kills of a {what}" for what, count in world.kills.items())
            faults = ", ".join(f"{count} {what}" for what, count in sorted(world.line.counts.items()))
            full = ", ".join(f"{count} times the disk of a {what} full" for what, count in world.full.items())
            print(f"run {run + 1}, seed {seed}: {len(world.acknowledged)} acknowledged actions, "
                  f"{kills}, {full}; requests: {faults}; all equal", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
