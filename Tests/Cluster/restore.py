"""A database is lost, and restored from a base backup and its archive as of a moment.

The log of a person must then be what it was at that moment, byte for byte; and a device that had synced
later gives back, by itself, what the restored server does not know any more.

Usage: restore.py --cairn PATH
"""

import argparse
import contextlib
import os
import subprocess
import tempfile
import time

from cairn import Cairn, Client
from people import Device
from postgres import AS, BIN, Node, run, until


class Drill:
    """One server, its archive, a device, and what the log was at each moment."""

    def __init__(self, cairn, folder):
        self.cairn, self.folder = cairn, folder
        self.archive = os.path.join(folder, "archive")
        os.mkdir(self.archive)
        if AS:
            subprocess.run(["chown", "postgres", self.archive], check=True)
        keeping = f"archive_mode = on\narchive_command = 'test ! -f {self.archive}/%f && cp %p {self.archive}/%f'\n"
        self.lost = Node(os.path.join(folder, "lost"), keeping).make()
        self.node, self.port, self.token = self.lost, 0, None

    @contextlib.contextmanager
    def serving(self, prepares=False):
        """`cairn serve` on the database that is there now, at the same port each time."""
        tool = Cairn(self.cairn, self.folder, [self.node.folder])
        if prepares:
            tool.prepare("ann")
        server, self.port = tool.serve("server", port=self.port)
        try:
            yield
        finally:
            server.terminate()
            server.wait()

    def export(self):
        """The whole log, as the server gives it out."""
        status, text = Client(self.port, self.token).ask("GET", "/api/v1/exports/cairn")
        assert status == 200, (status, text)
        return text

    def live(self):
        """A base backup, a session, the moment, and a session after it; then the database is lost."""
        with self.serving(prepares=True):
            self.token = Client(self.port).sign_in("ann").token
            self.device = Device(self.cairn, os.path.join(self.folder, "device"), self.port, self.token)
            self.backup = self.lost.folder / "backup"
            run(BIN / "pg_basebackup", "-h", self.lost.folder, "-U", "postgres", "-D", self.backup, "-c", "fast", "-X", "none")
            self.device.log("2026-03-05", "Dune")
            self.before, self.moment = self.export(), self.lost.ask("SELECT clock_timestamp()")
            self.device.log("2026-03-06", "Emma")
            self.after = self.export()
            last = self.lost.ask("SELECT pg_walfile_name(pg_switch_wal())")
            until(lambda: os.path.exists(os.path.join(self.archive, last)), "the last piece of the archive")
        self.lost.kill()

    def restore(self):
        """Another server from the backup and the archive, as of the moment; gives the seconds it took."""
        began = time.monotonic()
        self.node = Node(os.path.join(self.folder, "restored"), (
            f"restore_command = 'cp {self.archive}/%f %p'\nrecovery_target_time = '{self.moment}'\n"
            "recovery_target_action = 'promote'\n"
        ))
        subprocess.run(["cp", "-a", str(self.backup), str(self.node.data)], check=True)
        self.node.configure()
        run("touch", self.node.data / "recovery.signal")
        self.node.start()
        until(lambda: self.node.ask("SELECT NOT pg_is_in_recovery()") == "t", "the restored server")
        return time.monotonic() - began

    def judge(self):
        """What the restored server has, and has again after the device was there."""
        with self.serving():
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
        drill = Drill(words.parse_args().cairn, folder)
        try:
            drill.live()
            took = drill.restore()
            drill.judge()
        finally:
            drill.stop()
    print(f"restore: as of {drill.moment} after {took:.1f} s, and a device gave back what came later")


if __name__ == "__main__":
    main()
