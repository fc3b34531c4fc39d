"""Pushes with one invalid field of one record, sent to a running server.

The server must survive, respond within the protocol, and show every page and figure. It must reject every value that
the export schema rejects, except words of a newer version, and every other record must stay readable.
"""

import json
import pathlib
import random
import tempfile
import time
import uuid

from jsonschema import Draft202012Validator
from server import multi_user_server

SCHEMA = pathlib.Path(__file__).parents[2] / "docs/schema/cairn-log.schema.json"
EXTREMES = [
    2**63 - 1, -(2**63), 2**63 - 2, 2**53, -1, 0, 1, 10**15, True, False, "", "no times at all", "x" * 70_000,
    "9223372036854775807-9223372036854775807", "0-1", "-1", "page:9223372036854775807", "percent:-1", "9999-99-99",
    "0000-00-00", "\u202e", "ffffffffffffffff-ffffffffa", None,
]
PAGES = [
    "/", "/history", "/shelf", "/listening", "/insights", "/insights/climbing", "/settings", "/account",
]
FIGURES = ["/api/v1/stats/today", "/api/v1/sessions", "/api/v1/analytics", "/api/v1/goals", "/api/v1/shelf",
    "/api/v1/insights/statistics", "/api/v1/insights/year", "/api/v1/insights/streak", "/api/v1/insights/climbing",
    "/api/v1/analytics/milestones", "/api/v1/exports/ical"]
NODE = "0badc0de"


def kinds():
    """Returns the fields of each kind of record."""
    defs = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    rules = defs["record"]["allOf"]
    names = [rule["if"]["properties"]["record"]["const"] for rule in rules]
    return {name: sorted(defs[name]["properties"]) for name in names}


def validators():
    """Returns a validator of each field, by kind and field, from the schema of the export."""
    defs = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    return {(kind, field): Draft202012Validator({"$defs": defs, **defs[kind]["properties"][field]})
            for kind, fields in kinds().items() for field in fields}


def is_word(schema):
    """Whether a field takes one of some words, or a text that begins with one, such as a tag."""
    return "enum" in schema or "pattern" in schema


class Log:
    """A device's state of a log on a server: a record of each kind, and how to push changes."""

    def __init__(self, person, seed):
        self.person, self.random, self.kinds = person, random.Random(seed), kinds()
        #: Every field of every kind, to be tried first; then any.
        self.fields = [(kind, field) for kind, fields in self.kinds.items() for field in fields]
        self.validators = validators()
        self.time = 1_772_000_000_000
        self.epoch = person.ask("GET", "/api/v1/sync/hello").json()["epoch"]
        self.known = self.records()

    def records(self):
        """Returns one existing record of each kind."""
        body = {"proto": 2, "epoch": self.epoch, "record": 0, "mutation": 0}
        page = self.person.ask("POST", "/api/v1/sync/pull", body).json()
        known = {}
        for record in page["records"]:
            known.setdefault(record["record"], record)
        return known

    def stamp(self):
        """Returns a stamp later than all before."""
        self.time += 1
        return f"{self.time << 16:016x}-{NODE}"

    def mutation(self):
        """Returns a mutation that sets one field of an existing or a new record."""
        kind = self.random.choice(sorted(self.kinds))
        kind, field = self.fields.pop() if self.fields else (kind, self.random.choice(self.kinds[kind]))
        value = self.random.choice(EXTREMES)
        known = self.known.get(kind)
        there = known if known and self.random.random() < 0.8 else None
        id = there["id"] if there else str(uuid.UUID(int=self.random.getrandbits(128)))
        fields = {field: value} if there else {**(known["fields"] if known else {}), field: value}
        own = str(uuid.UUID(int=self.random.getrandbits(128)))
        change = {"kind": kind, "id": id, "set": fields, "was": {"deleted": True} if not there else {}}
        return {
            "mutation": own, "stamp": self.stamp(), "at": "2026-02-25T10:00:00Z", "title": "Push", "batch": own,
            "part": 1, "changes": [change],
        }

    def is_valid(self, mutation):
        """Whether the schema accepts the values of a mutation.

        A new word may come from a newer version, and a cleared field may have a default.
        """
        change = mutation["changes"][0]
        rules = [(self.validators[change["kind"], field], value) for field, value in change["set"].items()]
        return all(
            value is None or isinstance(value, str) and is_word(rule.schema) or rule.is_valid(value)
            for rule, value in rules
        )

    def push(self, mutations=(), records=()):
        """Pushes mutations and returns the response."""
        body = {"proto": 2, "epoch": self.epoch, "mutations": list(mutations), "records": list(records)}
        return self.person.ask("POST", "/api/v1/sync/push", body)


def check_pages(person):
    """Requests every page and figure computed from the log."""
    for path in PAGES:
        answer = person.look(path)
        assert answer.status == 200, (path, answer.status, answer.body[:300])
    for path in FIGURES:
        answer = person.ask("GET", path)
        assert answer.status == 200, (path, answer.status, answer.body[:300])


def check_pushes(cairn, seconds, seed):
    """Pushes mutations for some seconds, 200 per request."""
    refused = taken = 0
    with tempfile.TemporaryDirectory() as folder, multi_user_server(cairn, folder, "anna") as (server, anna):
        live(anna)
        log, begun, rounds = Log(anna, seed), time.monotonic(), 0
        while time.monotonic() - begun < seconds:
            if rounds % 10 == 0:
                server.advance()
                check_pages(anna)
            mutations = [log.mutation() for _ in range(200)]
            answer = log.push(mutations)
            assert answer.status == 200, (answer.status, answer.body[:300])
            for mutation, result in zip(mutations, answer.json()["results"], strict=True):
                refused += "code" in result
                taken += "code" not in result
                assert "code" in result or log.is_valid(mutation), (mutation, result)
            rounds += 1
        check_pages(anna)
        assert server.process.poll() is None
    assert refused > taken, (refused, taken)
    return f"{refused + taken:,} pushes of one impossible field, {refused:,} refused, the server lives (seed {seed})"


def live(person):
    """Fills a person's log with records of nearly every kind."""
    def make(method, path, body):
        answer = person.ask(method, path, body)
        assert answer.status < 300, (path, answer.status, answer.body[:300])
        return answer.json()

    book = make("POST", "/api/v1/books", {"title": "Dune", "authors": ["Frank Herbert"], "pages": 600})
    make("POST", "/api/v1/sessions", {"book": book["id"]})
    wall = make("POST", "/api/v1/sessions", {"kind": "climbing", "place": "Boulder Hall"})
    make("POST", f"/api/v1/sessions/{wall['id']}/climbs", {"grade": "V4"})
    story = make("POST", "/api/v1/stories", {"title": "Emma"})
    times = {"startedAt": "2026-02-20T09:00:00Z", "endedAt": "2026-02-20T11:00:00Z", "duration": 7200}
    make("POST", "/api/v1/analytics/sessions", {"storyId": story["data"]["id"], "completed": True, **times})
    make("PUT", "/api/v1/goals/minutes/daily", {"target": 30})
    make("POST", "/api/v1/rest-days", {"from": "2026-03-05", "to": "2026-03-06"})

