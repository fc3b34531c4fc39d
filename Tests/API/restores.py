"""Restored logs with one invalid cell, on a running server.

The server rejects a file that is not a valid log; of an accepted one it names what it cannot read, and shows its
pages or fails single requests of its own person. The server survives, and another person's pages are unchanged.
"""

import json
import pathlib
import random
import sqlite3
import tempfile
import time
from functools import partial

from pushes import EXTREMES, FIGURES, PAGES, live
from server import Person, multi_user_server

FILE = "application/vnd.sqlite3"
#: Every page and figure; a few are read after each restore, so that more logs are tried.
READS = [partial(Person.look, path=path) for path in PAGES] + [
    partial(Person.ask, method="GET", path=path) for path in FIGURES]
CELLS = [value for value in EXTREMES if not isinstance(value, bool)] + [b"", b"\xff" * 16, 1.5]


def tables(db):
    """Returns the columns of each table."""
    names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: [row[1] for row in db.execute(f'PRAGMA table_info("{name}")')] for name in names}


#: Cells that number and stamp later changes: set first, each to the minimum and maximum integer.
NUMBERS = [(table, column, value) for table, column in [
    ("device", "last_purged_seq"), ("device", "node"), ("device", "seen"), ("mutation", "at"), ("mutation", "number"),
    ("mutation", "part"), ("record", "seq"), ("session", "started_at"), ("session", "day"),
] for value in (2**63 - 1, -(2**63))]


def corrupted(path, chance, cell):
    """Returns the bytes of a log with one changed cell, and which cell it is."""
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        known = {name: columns for name, columns in tables(db).items()
                 if db.execute(f'SELECT 1 FROM "{name}"').fetchone()}
        table = chance.choice(sorted(known))
        column, value = chance.choice(known[table]), chance.choice(CELLS)
        if chance.random() < 0.5:
            table, column = "record", "fields"
        table, column, value = cell or (table, column, value)
        what = f"{table}.{column} = {value!r:.60}"
        try:
            if (table, column) == ("record", "fields"):
                what = corrupt_field(db, chance)
            else:
                first = f'SELECT "{column}" FROM "{table}" LIMIT 1'
                db.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE "{column}" IN ({first})', (value,))
        except sqlite3.Error:
            return None, None
    db.close()
    return path.read_bytes(), what


def corrupt_field(db, chance):
    """Changes one field of a record and returns its name."""
    key, kind, fields = chance.choice(db.execute("SELECT kind || hex(id), kind, fields FROM record").fetchall())
    members = json.loads(fields)
    name, value = chance.choice(sorted(members)), chance.choice(EXTREMES)
    members[name] = value
    db.execute("UPDATE record SET fields = ? WHERE kind || hex(id) = ?", (json.dumps(members), key))
    return f"{kind}.{name} = {value!r:.60}"


def check_restores(cairn, seconds, seed):
    """Restores files in sequence for some seconds."""
    chance, refused, taken, troubled, unreadable = random.Random(seed), 0, 0, 0, 0
    people = ("anna", "ben")
    with tempfile.TemporaryDirectory() as folder, multi_user_server(cairn, folder, *people) as (server, anna, ben):
        live(anna)
        live(ben)
        whole = anna.ask("GET", "/api/v1/account/log").body
        path = pathlib.Path(folder) / "corrupted"
        begun, numbers = time.monotonic(), list(NUMBERS)
        while time.monotonic() - begun < seconds:
            server.advance()
            for ending in ("", "-wal", "-shm", "-journal"):
                path.with_name(path.name + ending).unlink(missing_ok=True)
            path.write_bytes(whole)
            body, what = corrupted(path, chance, numbers.pop() if numbers else None)
            if body is None:
                continue
            answer = anna.ask("PUT", "/api/v1/account/log", body, FILE)
            assert answer.status < 500 or answer.status == 503, (what, answer.status, answer.body[:300])
            refused, taken = refused + (answer.status >= 400), taken + (answer.status < 400)
            if answer.status < 400:
                unreadable += len(answer.json()["unreadable"])
                for read in chance.sample(READS, 4):
                    troubled += read(anna).status >= 500
                hello = anna.ask("GET", "/api/v1/sync/hello").json()
                push = {"proto": 2, "epoch": hello.get("epoch", ""), "mutations": [], "records": []}
                troubled += anna.ask("POST", "/api/v1/sync/push", push).status >= 500
                anna.ask("POST", "/api/v1/books", {"title": f"Book {taken}"})
            assert server.process.poll() is None, what
            assert ben.look("/").status == 200, what
    assert unreadable or taken < 50, "no restore said that it cannot read a record"
    return (f"{taken:,} bad logs accepted with {unreadable:,} records named as unreadable, {refused:,} refused,"
            f" {troubled} requests failed alone, the server lives (seed {seed})")

