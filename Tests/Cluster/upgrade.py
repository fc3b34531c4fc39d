"""A database of this system's PostgreSQL goes to a newer one, as docs/operate-postgres.md says.

The log of a person must be the same, byte for byte, no flaw may be found, and logging goes on.

Usage: upgrade.py --cairn PATH --to FOLDER, where the programs of the newer one are
"""

import argparse
import contextlib
import os
import pathlib
import tempfile

from cairn import Cairn, Client
from people import Device
from postgres import DATABASE, Node, run


class Drill:
    """The servers before and after, and a device that knows the same address of both."""

    def __init__(self, cairn, folder, programs):
        self.cairn, self.folder, self.programs = cairn, pathlib.Path(folder), programs
        self.old, self.port, self.token = Node(self.folder / "old").make(), 0, None
        self.new = Node(self.folder / "new", programs=programs)

    @contextlib.contextmanager
    def serving(self, node, prepares=False):
        """`cairn serve` on a database, at the same port each time."""
        tool = Cairn(self.cairn, self.folder, [node.folder])
        if prepares:
            tool.prepare("ann")
        server, self.port = tool.serve("server", port=self.port)
        try:
            yield tool
        finally:
            server.terminate()
            server.wait()

    def export(self):
        """The whole log, as the server gives it out."""
        status, text = Client(self.port, self.token).ask("GET", "/api/v1/exports/cairn")
        assert status == 200, (status, text)
        return text

    def live(self):
        """An account with a session."""
        with self.serving(self.old, prepares=True):
            self.token = Client(self.port).sign_in("ann").token
            self.device = Device(self.cairn, os.path.join(self.folder, "device"), self.port, self.token)
            self.device.log("2026-03-05", "Dune")
            self.before = self.export()

    def upgrade(self):
        """The programs of the newer one take everything from the one to the other."""
        self.new.initialize()
        for line in DATABASE:
            self.new.ask(line, "postgres")
        file = self.old.folder / "cairn.dump"
        run(self.programs / "pg_dump", "-h", self.old.folder, "-U", "postgres", "--format=custom", "-f", file, "cairn")
        run(self.programs / "pg_restore", "-h", self.new.folder, "-U", "postgres", "--dbname=cairn", file)

    def judge(self):
        """The log is what it was, and the device goes on with it."""
        with self.serving(self.new) as tool:
            tool.run("admin", "prepare", tool.address("cairn_owner"))
            assert self.export() == self.before, "the log is another one"
            self.device.log("2026-03-06", "Emma")
            assert self.device.run("export") == self.export() != self.before, "the device has another log than the server"

    def stop(self):
        self.old.stop()
        self.new.stop()


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    words.add_argument("--cairn", required=True)
    words.add_argument("--to", required=True, type=pathlib.Path)
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        drill = Drill(asked.cairn, folder, asked.to.resolve())
        try:
            drill.live()
            drill.upgrade()
            drill.judge()
            version = drill.new.ask("SHOW server_version")
        finally:
            drill.stop()
    print(f"upgrade: to PostgreSQL {version}, the log is the same and goes on")


if __name__ == "__main__":
    main()
