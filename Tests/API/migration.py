"""Moves accounts from files to PostgreSQL and back; an account is never reported as moved if it is not."""

import json
import os
import re
import subprocess
import tempfile
import threading
import time

from database import pooled_database
from isolation import fill
from server import Server, multi_user_server


def migrate(cairn, folder, source, target):
    """Moves all accounts; returns exit status and output of the command."""
    words = [cairn, "admin", "migrate", "--from", source, "--to", target]
    where = {**os.environ, "CAIRN_DATA_DIR": os.path.join(folder, "log"), "NO_COLOR": "1"}
    done = subprocess.run(words, env=where, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def refused(cairn, folder, settings, *words):
    """Returns the error of a command that must fail."""
    where = {**os.environ, **settings, "CAIRN_DATA_DIR": os.path.join(folder, "log"), "NO_COLOR": "1"}
    done = subprocess.run([cairn, *words], capture_output=True, text=True, check=False, timeout=60, env=where)
    assert done.returncode != 0, done.stdout
    return done.stderr


def export(server, person):
    """Exports the whole log of a person with their token."""
    answer = server.ask("GET", "/api/v1/exports/cairn", Authorization=f"Bearer {person.token}")
    assert answer.status == 200, (answer.status, answer.body)
    return answer.body


def webhook(server, person, method="GET", path="", body=None):
    """Sends a webhook request of a person and returns the response."""
    fields = {"Authorization": f"Bearer {person.token}"}
    answer = server.ask(method, "/api/v1/webhooks" + path, body, **fields)
    assert answer.status in (200, 201), (answer.status, answer.body)
    return json.loads(answer.body)


def cut_live(database):
    """Closes the connections that mark servers as active on a database."""
    host = re.search(r"host=([^&]+)", database)[1]
    query = "SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'"
    words = ["psql", "-h", host, "-U", "postgres", "-Atc", query, "cairn"]
    return int(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


def write_on(server, person, acknowledged, stop):
    """Adds books in sequence and records the titles the server acknowledged."""
    for number in range(100_000):
        if stop.is_set():
            return
        title = f"Late {number}"
        answer = server.ask("POST", "/api/v1/books", {"title": title}, Authorization=f"Bearer {person.token}")
        if answer.status == 201:
            acknowledged.append(title)
        time.sleep(0.02)


def check_late_writer(cairn, database, settings, anna, first):
    """Moves the accounts while a server still runs: the target has everything the server acknowledged."""
    acknowledged, stop = [], threading.Event()
    with tempfile.TemporaryDirectory() as last:
        with Server(cairn, first, settings=settings) as server:
            writer = threading.Thread(target=write_on, args=(server, anna, acknowledged, stop))
            writer.start()
            cutter = threading.Timer(0.4, cut_live, (database,))
            cutter.start()
            code, said = migrate(cairn, last, database, "sqlite")
            time.sleep(0.3)
            stop.set()
            writer.join()
            cutter.join()
        assert code == 0 and "Moved 2 accounts." in said, (code, said)
        with Server(cairn, last) as server:
            there = export(server, anna).decode()
            lost = [title for title in acknowledged if f'"{title}"' not in there]
            assert acknowledged and not lost, (len(acknowledged), lost)
        code, said = migrate(cairn, last, "sqlite", database)
        assert code == 0 and "Moved 2 accounts." in said, (code, said)


def check_migration(cairn):
    """Moves two people there, again, back to the source, to an empty target, and there and back once more."""
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as last, \
            pooled_database(cairn) as settings:
        database = settings["CAIRN_DATABASE_DIRECT"]
        with multi_user_server(cairn, first, "anna", "ben") as (server, anna, ben):
            fill(anna)
            fill(ben)
            before = export(server, anna)
            hook = webhook(server, anna, "POST", "", {"url": "https://example.org/hook"})["id"]
        code, said = migrate(cairn, first, "sqlite", database)
        assert code == 0 and "Moved 2 accounts." in said, (code, said)
        code, said = migrate(cairn, first, "sqlite", database)
        assert code == 0 and "Moved 0 accounts." in said, (code, said)
        with Server(cairn, first, settings=settings) as server:
            assert export(server, anna) == before, "another log in PostgreSQL"
            assert [one["id"] for one in webhook(server, anna)["webhooks"]] == [hook]
            webhook(server, anna, "DELETE", f"/{hook}")
            later = server.ask(
                "POST", "/api/v1/books", {"title": "Later"}, Authorization=f"Bearer {anna.token}"
            )
            assert later.status == 201, later.body
            code, said = migrate(cairn, last, database, "sqlite")
            assert code == 1 and "are in use by another server or migration" in said, (code, said)
        check_late_writer(cairn, database, settings, anna, first)
        with Server(cairn, first, settings=settings) as server:
            after = export(server, anna)
            assert webhook(server, anna)["webhooks"] == [], "one that was removed is there again"
        code, said = migrate(cairn, first, database, "sqlite")
        assert code == 1 and "anna already exists there with another log" in said, (code, said)
        code, said = migrate(cairn, last, database, "sqlite")
        assert code == 0 and "Moved 2 accounts." in said, (code, said)
        with Server(cairn, last) as server:
            assert export(server, anna) == after, "another log in the files"
        for words in ["serve", "--listen", "127.0.0.1:0"], ["account", "create", "carl"]:
            assert "were moved away at" in refused(cairn, last, settings, *words), words
        elsewhere = {**settings, "CAIRN_DATABASE_DIRECT": database.replace("/cairn?", "/people1?")}
        said = refused(cairn, last, elsewhere, "serve", "--listen", "127.0.0.1:0")
        assert "are different databases" in said, said
        with tempfile.TemporaryDirectory() as other:
            with multi_user_server(cairn, other, "carl"):
                pass
            code, said = migrate(cairn, other, "sqlite", database)
            assert code != 0 and "for other accounts use an empty database" in said, (code, said)
        with Server(cairn, last) as server:
            later = server.ask("POST", "/api/v1/books", {"title": "Last"}, Authorization=f"Bearer {anna.token}")
            assert later.status == 201, later.body
            after = export(server, anna)
        code, said = migrate(cairn, last, "sqlite", database)
        assert code == 0 and "Moved 2 accounts." in said, (code, said)
        with Server(cairn, last, settings=settings) as server:
            assert export(server, anna) == after, "another log in PostgreSQL again"
        code, said = migrate(cairn, last, database, "sqlite")
        assert code == 0 and "Moved 0 accounts." in said, (code, said)
        powerful = database.replace("cairn_app", "postgres", 1)
        code, said = migrate(cairn, last, powerful, "sqlite")
        assert code == 74 and "superuser" in said, (code, said)
    return "two accounts there and back, the same byte for byte"
