"""PostgreSQL test servers, each with a folder and a socket of its own."""

import contextlib
import glob
import os
import pathlib
import signal
import subprocess
import sys
import time

BIN = pathlib.Path(sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[-2]))[-1])
# PostgreSQL refuses to run as root.
AS = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []

# On SIGTERM, exit normally so that child processes are stopped first.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))

SETTINGS = """
listen_addresses = ''
wal_level = replica
max_wal_senders = 8
hot_standby = on
max_connections = 100
# Processes are killed here, never the machine: what was written is there.
fsync = off
wal_receiver_status_interval = 1s
wal_retrieve_retry_interval = 200ms
"""

#: Statements of a superuser before `cairn admin prepare`.
DATABASE = (
    "CREATE ROLE cairn_owner LOGIN PASSWORD 'of the tests'",
    "CREATE ROLE cairn_reader NOLOGIN",
    "CREATE ROLE cairn_gate NOLOGIN NOINHERIT IN ROLE cairn_reader",
    "CREATE ROLE cairn_app LOGIN PASSWORD 'of the tests' IN ROLE cairn_gate",
    "ALTER ROLE cairn_app SET statement_timeout = '60s'",
    "CREATE DATABASE cairn OWNER cairn_owner",
    "REVOKE ALL ON DATABASE cairn FROM PUBLIC",
    "GRANT CONNECT ON DATABASE cairn TO cairn_app",
)


def run(*words):
    """Runs a PostgreSQL program and waits for it."""
    done = subprocess.run([*AS, *map(str, words)], capture_output=True, text=True, check=False, cwd="/")
    if done.returncode != 0:
        raise AssertionError(f"{words[0]}: {done.stdout}{done.stderr}")
    return done.stdout


class Node:
    """A server, primary or standby."""

    def __init__(self, folder, settings="", programs=BIN):
        self.folder, self.programs = pathlib.Path(folder), programs
        self.data = self.folder / "data"
        self.settings = settings
        self.folder.mkdir(parents=True)
        if AS:
            subprocess.run(["chown", "postgres", str(self.folder)], check=True)
        os.chmod(self.folder, 0o755)

    def make(self):
        """Creates a primary with Cairn's roles and an empty database."""
        self.initialize()
        for line in DATABASE:
            self.ask(line, "postgres")
        return self

    def initialize(self):
        """Creates and starts an empty server."""
        program = self.programs / "initdb"
        run(program, "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")
        self.configure()
        self.start()

    def configure(self):
        """Appends the settings of this test to the configuration."""
        socket = f"unix_socket_directories = '{self.folder}'\n"
        with open(self.data / "postgresql.conf", "a") as file:
            file.write(SETTINGS + socket + self.settings)

    def start(self):
        """Starts the server."""
        run(self.programs / "pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "-t", "60", "start")

    def stop(self):
        """Stops the server immediately, if it is running."""
        subprocess.run(
            [*AS, self.programs / "pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop"], capture_output=True, check=False, cwd="/"
        )

    def follow(self, first):
        """Makes the server a standby with a copy of the primary."""
        subprocess.run(["rm", "-rf", str(self.data)], check=True)
        words = ["--no-sync", "-h", first.folder, "-U", "postgres", "-D", self.data, "-c", "fast", "-R", "-X", "stream"]
        run(self.programs / "pg_basebackup", *words)
        self.configure()
        self.start()

    def promote(self):
        """Promotes the standby."""
        run(self.programs / "pg_ctl", "-D", self.data, "-w", "-t", "60", "promote")

    def ask(self, statement, database="cairn"):
        """Returns the output of a statement as text."""
        return run("psql", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "postgres", "-d", database, "-c", statement).strip()

    def set(self, name, value):
        """Changes a setting of the running server."""
        self.ask(f"ALTER SYSTEM SET {name} = '{value}'")
        self.ask("SELECT pg_reload_conf()")

    @contextlib.contextmanager
    def locked(self, table):
        """Holds an exclusive lock on a table."""
        words = ["psql", "-X", "-q", "-A", "-t", "-h", str(self.folder), "-U", "postgres", "-d", "cairn"]
        holder = subprocess.Popen([*AS, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/")
        holder.stdin.write(f"BEGIN; LOCK TABLE {table}; SELECT 'locked';\n")
        holder.stdin.flush()
        assert holder.stdout.readline() == "locked\n"
        try:
            yield
        finally:
            holder.communicate("ROLLBACK;\n")

    def processes(self):
        """Returns the process ids of the postmaster and its children."""
        first = int((self.data / "postmaster.pid").read_text().split("\n")[0])
        below = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True, check=False)
        return [first, *map(int, below.stdout.split())]

    def kill(self):
        """Kills all processes with SIGKILL, like a machine failure."""
        os.kill(self.processes()[0], signal.SIGSTOP)  # so that it starts no new children
        for number in self.processes():
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def receiver(self):
        """Returns the process id of the standby's WAL receiver."""
        return until(lambda: self.ask("SELECT pid FROM pg_stat_wal_receiver WHERE status = 'streaming'"), "receiver")


def until(what, name, seconds=60):
    """Waits for a true result and returns it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.05)
    raise AssertionError(f"{name} did not come within {seconds} s")
