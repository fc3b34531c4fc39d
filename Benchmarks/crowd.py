"""A PostgreSQL server with many accounts, all copies of one that `cairn admin migrate` moved there."""

import concurrent.futures
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests/Cluster"))

from cairn import Cairn  # noqa: E402
from postgres import Node  # noqa: E402

SESSIONS, PARTS, LOADERS = 100, 250, 2
BOOKS = ["The Atlas", "The Lantern", "The Harbour", "The Orchard", "The Winter"]
# Use PostgreSQL's durable settings, unlike the test cluster.
SETTINGS = """
fsync = on
max_wal_size = 4GB
log_min_messages = log
log_line_prefix = '%c\t'
"""
# Copies the rows of one account, with a token and a cookie per copy that `Crowd.signed` derives.
MULTIPLY = """
DO $$
DECLARE
  name text;
  columns text;
BEGIN
  INSERT INTO accounts.account
    SELECT lpad(n::text, 32, '0')::uuid, 'p' || n, 'p' || n, password, zone, created_at, display_name
    FROM generate_series({first}, {last}) AS n, accounts.account WHERE id = '{id}';
  INSERT INTO accounts.credential
    SELECT md5(kind || n)::uuid, lpad(n::text, 32, '0')::uuid, kind, 'bench', 'read write account',
      encode(sha256((prefix || lpad(n::text, 64, '0'))::bytea), 'hex'), {now}, {now}
    FROM generate_series({first}, {last}) AS n,
      (VALUES ('app', 'cairn_'), ('browser', '')) AS kinds (kind, prefix);
  FOR name, columns IN
    SELECT relname, string_agg(quote_ident(attname), ', ') FROM pg_class
    JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE attnum > 0 AND NOT attisdropped AND attname <> 'user_id' AND relname <> 'migration'
      AND relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    GROUP BY relname
  LOOP
    EXECUTE format('INSERT INTO %I (user_id, %s) SELECT lpad(n::text, 32, ''0'')::uuid, %s
      FROM generate_series({first}, {last}) AS n, (SELECT %s FROM %I WHERE user_id = ''{id}'') AS one',
      name, columns, columns, columns, name);
  END LOOP;
END $$
"""


def run(*command, **more):
    """Returns a program's output, including standard error; exits if the program fails."""
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))[:300]}:\n{done.stdout}")
    return done.stdout


class Crowd:
    """A PostgreSQL cluster with the accounts, and `cairn serve` on it."""

    def __init__(self, path, folder):
        self.path, self.folder = path, folder
        os.chmod(folder, 0o755)
        self.node = Node(f"{folder}/pg", SETTINGS).make()
        self.cairn = Cairn(path, folder, [self.node.folder])
        self.cairn.run("admin", "prepare", self.cairn.address("cairn_owner"))
        self.count = 0

    def begin(self):
        """Migrates one account from a file; returns the seconds this took."""
        source = {**self.cairn.environment("source"), "CAIRN_BACKUPS": "off"}
        del source["CAIRN_DATABASE"]
        run(self.path, "account", "create", "template", env=source, input="the password of all\n")
        self.read(source)
        begun = time.perf_counter()
        run(self.path, "admin", "migrate", "--from", "sqlite", "--to", self.cairn.address("cairn_app"), env=source)
        took = time.perf_counter() - begun
        self.id = self.node.ask("SELECT id FROM accounts.account")
        return took

    def read(self, source):
        """Tracks two sessions a day up to yesterday, with five books."""
        log = str(next(pathlib.Path(f"{self.folder}/source/accounts").iterdir()))
        for number in range(SESSIONS):
            day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + (number // 2 - SESSIONS // 2) * 86400))
            time_of_day = ["07:00..07:25", "20:00..20:40"][number % 2]
            run(self.path, "track", f"{day} {time_of_day}", BOOKS[number * 3 % 5], "--pages", "7",
                env={**source, "CAIRN_DATA_DIR": log})

    def grow(self, count):
        """Adds accounts up to `count`; returns the seconds this took."""
        begun, now = time.perf_counter(), int(time.time() * 1000)

        def add(first):
            last = min(first + PARTS - 1, count)
            self.node.ask(MULTIPLY.format(first=first, last=last, id=self.id, now=now))

        with concurrent.futures.ThreadPoolExecutor(LOADERS) as loaders:
            list(loaders.map(add, range(self.count + 1, count + 1, PARTS)))
        self.count = count
        self.node.ask("VACUUM ANALYZE")
        return time.perf_counter() - begun

    def size(self):
        return self.node.ask("SELECT pg_size_pretty(pg_database_size('cairn'))")

    @contextlib.contextmanager
    def serving(self):
        process, port = self.cairn.serve("server", "--request-rate", "off")
        self.base = f"http://127.0.0.1:{port}"
        try:
            yield process
        finally:
            process.terminate()
            process.wait(10)

    def ask(self, method, path, account, body=None):
        """Returns the server's response to an account, numbered from 1."""
        fields = {"Content-Type": "application/json", **self.signed(account, path)}
        request = urllib.request.Request(self.base + path, body, fields, method=method)
        with urllib.request.urlopen(request) as got:
            text = got.read()
        return json.loads(text) if text[:1] == b"{" else None

    @staticmethod
    def signed(account, path):
        secret = f"{account:064}"
        if path.startswith("/api"):
            return {"Authorization": f"Bearer cairn_{secret}"}
        return {"Cookie": f"cairn={secret}"}

    def logged(self, work):
        """Returns the statements that PostgreSQL logged during some work, and the result of the work."""
        log = self.node.folder / "log"
        self.listen("all")
        begun = log.stat().st_size
        result = work()
        self.listen("none")
        return log.read_bytes()[begun:].decode(), result

    def listen(self, what):
        """Changes `log_statement`; the pauses let all connections reload and earlier work finish."""
        time.sleep(0.5)
        self.node.set("log_statement", what)
        time.sleep(0.5)
