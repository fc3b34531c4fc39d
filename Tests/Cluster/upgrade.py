"""An upgrade of this system's PostgreSQL to a newer version, as described in docs/operate-postgres.md.

The log must stay the same, byte for byte, the integrity check must pass, and logging must continue.

Usage: upgrade.py --cairn PATH --to FOLDER, where FOLDER has the newer programs
"""

import argparse
import os
import pathlib
import tempfile

from drill import Drill, told
from postgres import DATABASE, Node, run


class Upgrade(Drill):
    """The databases before and after."""

    def __init__(self, cairn, folder, programs):
        super().__init__(cairn, folder)
        self.programs, self.old = programs, Node(self.folder / "old").make()
        self.new = Node(self.folder / "new", programs=programs)

    def live(self):
        """Creates an account with a session."""
        with self.serving(self.old, prepares=True):
            self.device.log("2026-03-05", "Dune")
            self.before = self.export()

    def upgrade(self):
        """Copies everything from the old server to the new one with the newer programs."""
        self.new.initialize()
        for line in DATABASE:
            self.new.ask(line, "postgres")
        dump, restore, _ = told("pg_restore --dbname=cairn").splitlines()
        self.typed(dump, self.old)
        self.typed(restore, self.new)

    def typed(self, line, node):
        """Runs a command of the page with the newer programs against a database."""
        line = line.replace("sudo -u postgres ", f"{self.programs}/").replace("/var/backups/cairn", str(self.old.folder))
        run("sh", "-c", f"PGHOST={node.folder} PGUSER=postgres {line}")

    def judge(self):
        """Checks that the log is unchanged and the device can continue."""
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
        drill = Upgrade(asked.cairn, folder, asked.to.resolve())
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
