"""Point-in-time recovery of a lost database from a base backup and the WAL archive.

The restored log must equal the log at that time, byte for byte. A device that has synced later must then bring
back what the restored server lacks, without any manual step. Settings and commands are those of
docs/operate-postgres.md.

Usage: restore.py --cairn PATH
"""

import argparse
import os
import re
import subprocess
import tempfile
import time

from drill import Drill, told
from postgres import AS, BIN, Node, run, until


class Restore(Drill):
    """A server with its archive, and the expected log at each time."""

    def __init__(self, cairn, folder):
        super().__init__(cairn, folder)
        self.vault = self.folder / "vault"
        self.archive = self.vault / "wal"
        self.archive.mkdir(parents=True)
        if AS:
            subprocess.run(["chown", "-R", "postgres", str(self.vault)], check=True)
        self.lost = Node(self.folder / "lost", self.told("archive_mode")).make()
        self.node = self.lost

    def told(self, words):
        """Returns a code block of the page with the folders of this test."""
        return told(words).replace("/var/backups/cairn", str(self.vault))

    def back_up(self, night):
        """Takes a base backup with the date of a night, and removes older archive files."""
        commands = self.told("pg_basebackup").replace("sudo -u postgres ", "").replace("$(date +%F)", night)
        commands = commands.replace("pg_basebackup", f"{BIN}/pg_basebackup --no-sync -h {self.lost.folder} -U postgres")
        run("sh", "-c", commands)
        clearing = self.told("pg_archivecleanup").replace("sudo -u postgres ", "").replace("--lines=-14", "--lines=-2")
        run("sh", "-c", re.sub(r"/usr/lib/postgresql/\d+/bin", str(BIN), clearing))

    def archived(self):
        """Waits until all WAL so far is archived; returns the name of the last segment."""
        last = self.lost.ask("SELECT pg_walfile_name(pg_switch_wal())")
        until((self.archive / last).exists, "the last piece of the archive")
        return last

    def live(self):
        """Takes a base backup, logs a session before and after the recovery target, and loses the database."""
        with self.serving(self.lost, prepares=True):
            first = self.archived()
            for night in ("2026-03-02", "2026-03-03", "2026-03-04"):
                self.back_up(night)
            assert sorted(os.listdir(self.vault)) == ["2026-03-03", "2026-03-04", "wal"], os.listdir(self.vault)
            assert not (self.archive / first).exists(), "what no backup needs is in the archive still"
            self.device.log("2026-03-05", "Dune")
            self.before, self.moment = self.export(), self.lost.ask("SELECT clock_timestamp()")
            self.device.log("2026-03-06", "Emma")
            self.after = self.export()
            self.truncate_segment()
            self.archived()
        self.lost.kill()

    def truncate_segment(self):
        """Leaves half a WAL segment, as a machine that dies while archiving it does."""
        name = self.lost.ask("SELECT pg_walfile_name(pg_current_wal_lsn())")
        run("sh", "-c", f"echo half > {self.archive}/{name}.part")

    def restore(self):
        """Restores another server to the recovery target; returns the duration in seconds."""
        began = time.monotonic()
        settings = self.told("restore_command").replace("2026-03-05 21:00:00+00", self.moment)
        self.node = Node(self.folder / "restored", settings)
        subprocess.run(["cp", "-a", str(self.vault / "2026-03-04"), str(self.node.data)], check=True)
        self.node.configure()
        run("touch", self.node.data / "recovery.signal")
        self.node.start()
        until(lambda: self.node.ask("SELECT NOT pg_is_in_recovery()") == "t", "the restored server")
        return time.monotonic() - began

    def judge(self):
        """Checks the restored log, and the log after the device has synced."""
        with self.serving(self.node):
            assert self.export() == self.before, "the restored log is not what it was at that moment"
            self.device.run("sync")
            assert self.export() == self.after, "the device did not bring back what the restored server lost"
            assert self.device.run("export") == self.after, "the device has another log than the server"

    def stop(self):
        for node in {self.lost, self.node}:
            node.stop()


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    words.add_argument("--cairn", required=True)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        drill = Restore(words.parse_args().cairn, folder)
        try:
            drill.live()
            took = drill.restore()
            drill.judge()
        finally:
            drill.stop()
    print(f"restore: as of {drill.moment} after {took:.1f} s, and a device gave back what came later")


if __name__ == "__main__":
    main()
