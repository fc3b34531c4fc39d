"""Failover of the database under load: no acknowledged session may be lost.

A primary and a standby, two `cairn serve` that use them, and people who log sessions over HTTP. Each cycle kills the
primary and promotes the standby; in every other cycle the standby has stopped receiving before. In that case the waits
for the standby are cancelled first, so that people retry sessions that only the primary has. The control arm runs one
such cycle without synchronous replication: it must lose something, or else this test could not detect a
loss.

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
    """A primary and a standby that take turns."""

    def __init__(self, folder, waits):
        self.nodes = [Node(os.path.join(folder, name)) for name in ("east", "west")]
        self.waits = waits
        self.first, self.standby = self.nodes
        self.first.make()

    def pair(self):
        """Starts replication; from then on, unless this is the control arm, commits wait for the standby."""
        self.standby.follow(self.first)
        self.standby.receiver()
        if self.waits:
            self.first.set("synchronous_standby_names", "*")

    def fail(self, isDeaf, writers):
        """Kills the primary and promotes the standby, which may have stopped receiving before."""
        if isDeaf:
            receiver = int(self.standby.receiver())
            os.kill(receiver, signal.SIGSTOP)
            if self.waits:
                self.cancel_waits()
            else:
                # The standby may have received one more session of each writer.
                told = acknowledged(writers) + 2 * len(writers)
                until(lambda: acknowledged(writers) > told, "a session that the standby has not")
        self.first.kill()
        if isDeaf:
            # WAL that was sent but not received is lost with the connection.
            os.kill(receiver, signal.SIGKILL)
            until(lambda: self.reached(self.standby), "the standby")
        self.standby.promote()
        if not self.waits:
            self.standby.set("synchronous_standby_names", "")
        self.first, self.standby = self.standby, self.first

    def cancel_waits(self):
        """Cancels waits for the standby, so that writers get an unknown outcome and retry before the kill."""
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
    """Runs writers against two servers during a failure of their database; returns the judgement of each."""
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
    """Returns the number of acknowledged sessions."""
    return sum(len(writer.acknowledged) for writer in writers)


def arm(cairn, folder, cycles, seed, waits):
    """Returns the counts of acknowledged and lost sessions, and of other responses."""
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
