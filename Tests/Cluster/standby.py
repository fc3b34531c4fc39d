"""Commits without their synchronous standby: reads continue, and no commit is acknowledged on one machine only.

Usage: standby.py --cairn PATH
"""

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import checks
from cairn import Cairn, Client
from people import Device
from postgres import Node, until

#: More people than a server has connections.
PEOPLE = [f"person{number}" for number in range(20)]
SESSION = {"title": "Dune", "start": "2025-01-01T10:00:00Z", "end": "2025-01-01T11:00:00Z"}


class Club:
    """A server and a database that can wait for a standby that does not exist."""

    def __init__(self, cairn, folder):
        self.node = Node(os.path.join(folder, "database")).make()
        self.tool = Cairn(cairn, folder, [self.node.folder])
        self.tool.prepare(*PEOPLE)
        self.process, self.port = self.tool.serve("one", "--request-rate", "off")
        self.people = [Client(self.port, timeout=60).sign_in(name) for name in PEOPLE]
        self.device = Device(cairn, os.path.join(folder, "device"), self.port, self.people[-1].token)
        # Everyone was last seen hours ago, so their next request has to update that time.
        self.node.ask("UPDATE accounts.credential SET seen_at = seen_at - 7200000")
        self.lose()

    def lose(self):
        """Makes every commit wait for a missing standby."""
        self.node.set("synchronous_standby_names", "nobody")
        until(lambda: self.node.ask("SHOW synchronous_standby_names") == "nobody", "the setting")

    def find(self):
        """Lets commits complete without a standby."""
        self.node.set("synchronous_standby_names", "")

    def waiting(self):
        """Returns the number of commits that wait."""
        return int(self.node.ask("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"))

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.node.stop()


def track(person):
    """Logs the same session with the same idempotency key."""
    return person.ask("POST", "/api/v1/sessions/track", SESSION, "the-session")


def serves_reads_while_writes_wait(club):
    """Expects all pages to load while everybody's writes wait, and no write to be acknowledged."""
    answers = []
    writers = [threading.Thread(target=lambda one=one: answers.append(track(one))) for one in club.people]
    for writer in writers:
        writer.start()
    until(lambda: club.waiting() >= 8, "commits that wait")
    began = time.monotonic()
    for path in ("/readyz", "/api/v1/sessions", "/api/v1/sessions?open=true", "/api/v1/shelf"):
        status, said = club.people[0].ask("GET", path)
        assert status == 200, (path, status, said)
    took, waiting = time.monotonic() - began, club.waiting()
    assert waiting > 0, "no commit waited any more, so nothing was tried"
    for writer in writers:
        writer.join()
    codes = [(status, said["code"]) for status, said in answers]
    assert set(codes) <= {(503, "storage.unknown_commit"), (503, "storage.overloaded")}, codes
    print(f"  four reads in {took:.1f} s beside {waiting} commits that wait; {len(codes)} people were told that nobody knows")


def responds_after_hours(club):
    """Expects immediate responses to everyone who returns after hours, also from a newly started server."""
    process, port = club.tool.serve("two", "--request-rate", "off")
    began = time.monotonic()
    for one in (club.port, port):
        for person in club.people:
            status, said = Client(one, person.token).ask("GET", "/api/v1/sessions")
            assert status == 200, (status, said)
    took = time.monotonic() - began
    assert took < 10, f"{took:.0f} s: somebody waited for a commit"
    process.terminate()
    process.wait()
    print(f"  {2 * len(PEOPLE)} people who were away for hours read in {took:.1f} s, half of them at a server that starts")


def acknowledges_nothing(club):
    """Expects no acknowledgement of a retry or to a device, although the session is already on one machine."""
    club.device.run("track", "2025-01-02 20:00..21:00", "Emma")
    with ThreadPoolExecutor() as pool:
        asked = pool.submit(track, club.people[0])
        for _ in range(2):
            assert not club.device.syncs(), "a device was told that what it sent is kept"
    status, said = asked.result()
    assert (status, said["code"]) == (503, "storage.unknown_commit"), (status, said)


def stores_everything_once_afterwards(club):
    """Expects each session to be acknowledged and stored exactly once after commits stop waiting."""
    club.find()
    for person in club.people:
        status, said = track(person)
        assert status in (200, 201), (status, said)
    assert club.device.syncs()
    for person in club.people[:-1]:
        _, page = person.ask("GET", "/api/v1/sessions")
        assert [one["title"] for one in page["sessions"]] == ["Dune"], page
    _, page = club.people[-1].ask("GET", "/api/v1/sessions")
    assert sorted(one["title"] for one in page["sessions"]) == ["Dune", "Emma"], page


if __name__ == "__main__":
    checks.run(
        "standby", __doc__, Club, responds_after_hours, serves_reads_while_writes_wait,
        acknowledges_nothing, stores_everything_once_afterwards,
    )
