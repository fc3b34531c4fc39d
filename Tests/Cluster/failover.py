"""Servers lose their database in the middle of work: nothing that was acknowledged may be lost.

A first PostgreSQL and a standby, two `cairn serve` before them, and people who log sessions over HTTP. In
each cycle the first is killed, in every other after the standby has stopped listening to it, and the standby is
made the first. Where it has, waits for it are broken off before, so that people ask once more for what is there and not
there. The control arm does one such cycle without waiting for the standby: it must lose something, or
this test could not see it.

Usage: failover.py --cairn PATH [--cycles 2] [--seed N]
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import time

from cairn import Cairn
from people import Writer, judge
from postgres import Node, until

PEOPLE = ["ann", "bob", "cleo", "dan"]


class Cluster:
    """A first and a standby, in turns."""

    def __init__(self, folder, waits):
        self.nodes = [Node(os.path.join(folder, name)) for name in ("east", "west")]
        self.waits = waits
        self.first, self.standby = self.nodes
        self.first.make()

    def pair(self):
        """Has the standby follow; from then on, or never, commits wait for it."""
        self.standby.follow(self.first)
        self.standby.receiver()
        if self.waits:
            self.first.set("synchronous_standby_names", "*")

    def fail(self, isDeaf, writers):
        """Kills the first and promotes the standby, which may have stopped listening before."""
        if isDeaf:
            receiver = int(self.standby.receiver())
            os.kill(receiver, signal.SIGSTOP)
            if self.waits:
                self.break_off()
            else:
                # Of each it may have heard one more.
                told = acknowledged(writers) + 2 * len(writers)
                until(lambda: acknowledged(writers) > told, "a session that the standby has not")
        self.first.kill()
        if isDeaf:
            # What was sent to it and never taken is gone with the network.
            os.kill(receiver, signal.SIGKILL)
            until(lambda: self.reached(self.standby), "the standby")
        self.standby.promote()
        if not self.waits:
            self.standby.set("synchronous_standby_names", "")
        self.first, self.standby = self.standby, self.first

    def break_off(self):
        """Ends the waits for the standby, so that those who wait are told nothing certain, and ask again before the kill."""
        until(lambda: self.first.ask("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'"), "a commit that waits")
        for _ in range(3):
            self.first.ask("SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
            time.sleep(0.3)

    def reached(self, node):
        try:
            return node.ask("SELECT 1")
        except AssertionError:
            return None

    def stop(self):
        for node in self.nodes:
            node.stop()


def under_load(tool, chance, strike):
    """Judges what people have who logged through two servers while something happened to their database."""
    servers = []
    try:
        servers = [tool.serve(name, "--request-rate", "off") for name in ("one", "two")]
        ports = [port for _, port in servers]
        writers = [Writer(name, ports, random.Random(chance.random())) for name in PEOPLE]
        for writer in writers:
            writer.start()
        strike(writers)
        for writer in writers:
            writer.isOver = True
        for writer in writers:
            writer.end()
        return [judge(writer) for writer in writers]
    finally:
        for process, _ in servers:
            process.terminate()
            process.wait()


def acknowledged(writers):
    """How many sessions people were told are there."""
    return sum(len(writer.acknowledged) for writer in writers)


def arm(cairn, folder, cycles, seed, waits):
    """Gives what was acknowledged, how much of it was lost, and what else was answered."""
    chance = random.Random(seed)
    cluster = Cluster(folder, waits)

    def strike(writers):
        for cycle in range(cycles):
            time.sleep(chance.uniform(0.3, 1.0))
            cluster.fail(cycle % 2 == 0, writers)
            cluster.pair()
            print(f"  cycle {cycle + 1} of {cycles}: {acknowledged(writers)} sessions acknowledged", flush=True)
        time.sleep(1)

    try:
        tool = Cairn(cairn, folder, [node.folder for node in cluster.nodes])
        tool.prepare(*PEOPLE)
        cluster.pair()
        return under_load(tool, chance, strike)
    finally:
        cluster.stop()


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("--cairn", required=True)
    words.add_argument("--cycles", type=int, default=2)
    words.add_argument("--seed", type=int, default=random.randrange(2**31))
    chosen = words.parse_args()
    print(f"failover: seed {chosen.seed}")
    arms = [("with a standby that is waited for", True, chosen.cycles), ("control arm, not waited for", False, 1)]
    for name, waits, cycles in arms:
        print(name, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            verdicts = arm(chosen.cairn, folder, cycles, chosen.seed, waits)
        told, lost = sum(one["told"] for one in verdicts), sum(len(one["lost"]) for one in verdicts)
        answers = {}
        for one in verdicts:
            for answer, count in one["answers"].items():
                answers[answer] = answers.get(answer, 0) + count
        print(f"  {told} acknowledged, {lost} lost; answers: {answers}")
        if waits and (lost or any(one["twice"] or one["changed"] for one in verdicts)):
            sys.exit(f"failover: seed {chosen.seed}: {verdicts}")
        if not waits and not lost:
            sys.exit("failover: the control arm lost nothing, so this test is blind")
    print("failover: nothing lost, nothing twice, and the control arm does lose")


if __name__ == "__main__":
    main()
