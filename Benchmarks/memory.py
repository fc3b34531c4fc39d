"""Measures the memory of a server after requests from many users.

usage: memory.py CAIRN [--people 1000] [--limit-mb 100]

All users have the same log with some months of reading. Each one loads the day, the shelf and the
insights, and records a session. Then the memory reported by `/metrics` is compared with the
limit.
"""

import argparse
import datetime
import hashlib
import http.client
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import uuid

import figures

BOOKS = ["Dune", "Emma", "Middlemarch", "Persuasion", "Ulysses"]


class People:
    """A data directory with many accounts, copied from one that the command created."""

    def __init__(self, cairn, folder):
        self.cairn, self.folder = cairn, pathlib.Path(folder)
        self.secrets = []
        self.environment = {
            **os.environ,
            "CAIRN_DATA_DIR": str(self.folder),
            "CAIRN_ZONE": "Europe/Berlin",
            "CAIRN_LOG_LEVEL": "error",
            "CAIRN_BACKUPS": "off",
        }

    def run(self, *words, folder=None, text=None):
        environment = self.environment | ({"CAIRN_DATA_DIR": str(folder)} if folder else {})
        subprocess.run([self.cairn, *words], env=environment, input=text, text=True, check=True,
                       stdout=subprocess.DEVNULL)

    def fill(self, people):
        """Creates one account with a log, then copies both."""
        self.run("account", "create", "p0", text="correct horse\n")
        first = next(path for path in (self.folder / "accounts").iterdir())
        for number in range(60):
            day = datetime.date(2026, 1, 1) + datetime.timedelta(days=number)
            self.run("track", "--quiet", f"{day} 20:00..20:40", BOOKS[number % len(BOOKS)],
                     "--pages", "20", folder=first)
        with sqlite3.connect(self.folder / "accounts.sqlite") as accounts:
            row = accounts.execute("SELECT id, name, folded, password, zone, created_at "
                                   "FROM account").fetchone()
            for number in range(people):
                identity = row[0] if number == 0 else self.copy(first, number, row, accounts)
                self.give_pass(identity, row[5], accounts)

    def copy(self, first, number, row, accounts):
        identity = row[0][:12] + number.to_bytes(4, "big")
        folder = first.parent / str(uuid.UUID(bytes=identity))
        folder.mkdir()
        shutil.copyfile(first / "log.sqlite", folder / "log.sqlite")
        accounts.execute("INSERT INTO account (id, name, folded, password, zone, created_at) "
                         "VALUES (?, ?, ?, ?, ?, ?)",
                         (identity, f"p{number}", f"p{number}", *row[3:]))
        return identity

    def give_pass(self, identity, now, accounts):
        secret = os.urandom(32).hex()
        accounts.execute("INSERT INTO credential (id, account, kind, name, scopes, hash, created_at, "
                         "seen_at) VALUES (?, ?, 'browser', 'b', 'read write account', ?, ?, ?)",
                         (os.urandom(16), identity, hashlib.sha256(secret.encode()).hexdigest(),
                          now, now))
        self.secrets.append(secret)


class Server:
    """A running server and its metrics."""

    def __init__(self, people):
        self.process = subprocess.Popen(
            [people.cairn, "serve", "--listen", "127.0.0.1:0"],
            env=people.environment, stdout=subprocess.PIPE, text=True)
        self.host = self.process.stdout.readline().split("//")[1].strip()
        self.wire = http.client.HTTPConnection(self.host)

    def ask(self, method, path, secret="", body=None):
        fields = {"Cookie": f"cairn={secret}", "Origin": f"http://{self.host}"}
        if body:
            fields["Content-Type"] = "application/x-www-form-urlencoded"
        self.wire.request(method, path, body, fields)
        answer = self.wire.getresponse()
        text = answer.read().decode()
        if answer.status >= 400:
            raise SystemExit(f"{method} {path}: {answer.status}")
        return text

    def figure(self, name):
        return int(re.search(rf"^{name} (\d+)$", self.ask("GET", "/metrics"), re.M)[1])

    def stop(self):
        self.process.terminate()
        self.process.wait()


def visit(server, secret):
    """Sends the requests of one user."""
    for path in ["/", "/shelf", "/insights", "/history"]:
        server.ask("GET", path, secret)
    server.ask("POST", "/start", secret, "title=Dune")


def main():
    words = argparse.ArgumentParser()
    words.add_argument("cairn")
    words.add_argument("--people", type=int, default=1_000)
    words.add_argument("--limit-mb", type=int, default=100)
    wanted = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        people = People(wanted.cairn, folder)
        people.fill(wanted.people)
        server = Server(people)
        most = before = server.figure("process_resident_memory_bytes")
        for number, secret in enumerate(people.secrets):
            visit(server, secret)
            if number % 50 == 49:
                most = max(most, server.figure("process_resident_memory_bytes"))
        logs = server.figure("cairn_open_logs")
        server.stop()
    print(f"{wanted.people} people: {most / 1e6:.0f} MB at most, {before / 1e6:.0f} at the start, "
          f"{logs} logs open; the limit is {wanted.limit_mb} MB")
    figures.note(f"memory after {wanted.people:,} people, of {wanted.limit_mb} MB", most / 1e6 / wanted.limit_mb, 1.0)
    if most > wanted.limit_mb * 1e6:
        raise SystemExit(1)


main()
