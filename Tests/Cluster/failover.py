"""Servers lose their database in the middle of work: nothing that was acknowledged may be lost.

A first PostgreSQL and a standby, two `cairn serve` before them, and people who log sessions over HTTP. In
each cycle the first is killed, in every other after the standby has stopped listening to it, and the standby is
made the first. The control arm does the same without waiting for the standby: it must lose something, or
this test could not see it.

Usage: failover.py --cairn PATH [--cycles 20] [--seed N]
"""

import argparse
import http.client
import os
import random
import signal
import sys
import tempfile
import threading
import time

from cairn import Cairn, Client
from postgres import Node, until

PEOPLE = ["ann", "bob", "cleo", "dan"]


class Writer(threading.Thread):
    """A person who logs one session after another, each until it is acknowledged."""

    def __init__(self, name, ports, chance):
        super().__init__(daemon=True)
        self.name_of, self.ports, self.chance = name, ports, chance
        self.client = Client(ports[0]).sign_in(name)
        self.acknowledged, self.asked, self.answers = [], [], {}
        self.isOver = False

    def run(self):
        number = 0
        while not self.isOver:
            self.log(number)
            number += 1

    def log(self, number):
        """Asks again under the same key, of one server or the other, until it is said to be there."""
        key = f"{self.name_of}-{number}"
        self.asked.append(key)
        while not self.isOver:
            if self.said(key):
                return self.acknowledged.append(key)
            time.sleep(0.05)

    def said(self, key):
        """Whether a session is acknowledged; what else is answered is counted."""
        self.client.port = self.chance.choice(self.ports)
        try:
            status, body = self.client.ask("POST", "/api/v1/sessions/track", self.session(key), key)
        except (OSError, http.client.HTTPException) as error:
            status, body = type(error).__name__, {}
        code = body.get("code", "") if isinstance(body, dict) else body
        self.answers[f"{status} {code}".strip()] = self.answers.get(f"{status} {code}".strip(), 0) + 1
        assert status in (200, 201, 429, 503, "TimeoutError", "ConnectionResetError"), (status, body)
        return status in (200, 201)

    def session(self, key):
        """Ten minutes of a book of its own."""
        start = 1_500_000_000 + 600 * int(key.split("-")[1])
        stamp = lambda second: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(second))
        return {"title": f"Book {key}", "start": stamp(start), "end": stamp(start + 590)}

    def found(self):
        """How often the log holds each session, by the title of its book."""
        counts, before = {}, ""
        while True:
            status, page = self.client.ask("GET", f"/api/v1/sessions?limit=500{before}")
            assert status == 200, (status, page)
            for one in page["sessions"]:
                title = one["title"]
                counts[title] = counts.get(title, 0) + 1
            if not page.get("next"):
                return counts
            before = f"&before={page['next']}"


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

    def fail(self, isDeaf):
        """Kills the first and promotes the standby, which may have stopped listening before."""
        if isDeaf:
            receiver = int(self.standby.receiver())
            os.kill(receiver, signal.SIGSTOP)
            time.sleep(0.5)
        self.first.kill()
        if isDeaf:
            # What was sent to it and never taken is gone with the network.
            os.kill(receiver, signal.SIGKILL)
            until(lambda: self.reached(self.standby), "the standby")
        self.standby.promote()
        if not self.waits:
            self.standby.set("synchronous_standby_names", "")
        self.first, self.standby = self.standby, self.first

    def reached(self, node):
        try:
            return node.ask("SELECT 1")
        except AssertionError:
            return None

    def stop(self):
        for node in self.nodes:
            node.stop()


def arm(cairn, folder, cycles, seed, waits):
    """Gives what was acknowledged, how much of it was lost, and what else was answered."""
    chance = random.Random(seed)
    cluster = Cluster(folder, waits)
    tool = Cairn(cairn, folder, [node.folder for node in cluster.nodes])
    servers = []
    try:
        tool.prepare(*PEOPLE)
        cluster.pair()
        servers = [tool.serve(name, "--request-rate", "off") for name in ("one", "two")]
        ports = [port for _, port in servers]
        writers = [Writer(name, ports, random.Random(chance.random())) for name in PEOPLE]
        for writer in writers:
            writer.start()
        for cycle in range(cycles):
            time.sleep(chance.uniform(0.3, 1.0))
            cluster.fail(isDeaf=cycle % 2 == 0)
            cluster.pair()
            count = sum(len(writer.acknowledged) for writer in writers)
            print(f"  cycle {cycle + 1} of {cycles}: {count} sessions acknowledged", flush=True)
        time.sleep(1)
        for writer in writers:
            writer.isOver = True
        for writer in writers:
            writer.join(timeout=60)
        return [judge(writer) for writer in writers]
    finally:
        for process, _ in servers:
            process.terminate()
            process.wait()
        cluster.stop()


def judge(writer):
    """What one person was told, lost, has twice; asking for the last once more must change nothing."""
    found = until(lambda: attempt(writer.found), "the log", 60)
    lost = [key for key in writer.acknowledged if found.get(f"Book {key}", 0) == 0]
    twice = [title for title, count in found.items() if count > 1]
    strange = [title for title in found if title.removeprefix("Book ") not in writer.asked]
    for key in [key for key in writer.acknowledged[-20:] if key not in lost]:
        assert writer.said(key), f"{key} is not told again"
    again = writer.found()
    return {"told": len(writer.acknowledged), "lost": lost, "twice": twice + strange, "changed": again != found, "answers": writer.answers}


def attempt(what):
    try:
        return what()
    except (OSError, AssertionError):
        return None


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("--cairn", required=True)
    words.add_argument("--cycles", type=int, default=20)
    words.add_argument("--seed", type=int, default=random.randrange(2**31))
    chosen = words.parse_args()
    print(f"failover: seed {chosen.seed}")
    for name, waits in [("with a standby that is waited for", True), ("control arm, not waited for", False)]:
        print(name, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            verdicts = arm(chosen.cairn, folder, chosen.cycles, chosen.seed, waits)
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
