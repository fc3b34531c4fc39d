"""Many people at once on two database connections: nobody gets another person's data."""

import contextlib
import random
import tempfile
import threading

from database import pooled_database
from isolation import fill, targets
from server import multi_user_server

PEOPLE = 20
CLIENTS = 200
REQUESTS = 15


def check_crowd(cairn):
    """Lets 200 clients of 20 people request their own data and that of others, all at once."""
    seed = random.randrange(2**31)
    names = [f"person{number}" for number in range(PEOPLE)]
    marks = [f"Zanzibar{number:02}x" for number in range(PEOPLE)]
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        settings = {"CAIRN_REQUEST_RATE": "off", **stack.enter_context(pooled_database(cairn))}
        server, *people = stack.enter_context(multi_user_server(cairn, folder, *names, settings=settings))
        document = server.ask("GET", "/api/v1/openapi.json").json()
        addresses = [
            list(targets(document, fill(person, mark))) for person, mark in zip(people, marks)
        ]
        clients = [
            Client(people[number % PEOPLE], marks[number % PEOPLE], marks, addresses, f"{seed} {number}")
            for number in range(CLIENTS)
        ]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
    flaws = [flaw for client in clients for flaw in client.flaws]
    assert not flaws, f"seed {seed}: {flaws[:5]}"
    asked, seen = (sum(counts) for counts in zip(*((one.asked, one.seen) for one in clients)))
    blind = set(marks) - {client.mark for client in clients if client.seen}
    assert not blind, f"seed {seed}: {blind} saw nothing of their own"
    return f"{asked} requests of {CLIENTS} clients, {seen} with something of their own, seed {seed}"


class Client(threading.Thread):
    """A client of one person that requests any data."""

    def __init__(self, person, mark, marks, addresses, seed):
        super().__init__(daemon=True)
        self.person, self.mark, self.marks = person, mark, marks
        self.addresses, self.chance = addresses, random.Random(seed)
        self.asked, self.seen, self.flaws = 0, 0, []

    def run(self):
        own = self.addresses[self.marks.index(self.mark)]
        for _ in range(REQUESTS):
            path = self.chance.choice(self.chance.choice([own, self.chance.choice(self.addresses)]))
            try:
                self.judge(path, self.person.ask("GET", path))
            except OSError as error:
                self.flaws.append((path, error))

    def judge(self, path, answer):
        """Counts the person's own data in a response and records foreign data."""
        self.asked += 1
        self.seen += self.mark.encode() in answer.body
        others = [mark for mark in self.marks if mark != self.mark and mark.encode() in answer.body]
        if others or answer.status >= 500:
            self.flaws.append((self.mark, path, answer.status, others))
