"""A real server on its own log, and the commands that fill it."""

import os
import pathlib
import subprocess


class Server:
    """`cairn serve` in a folder, with a clock that only moves manually."""

    def __init__(self, cairn, folder, now, mode="--single-user"):
        self.cairn, self.folder, self.mode = cairn, pathlib.Path(folder), mode
        self.clock = self.folder / "clock"
        self.environment = {
            **os.environ,
            "CAIRN_ALLOW_TEST_CLOCK": "1",
            "CAIRN_CLOCK": f"file:{self.clock}",
            "CAIRN_DATA_DIR": str(self.folder / "log"),
            "CAIRN_ZONE": "Europe/Berlin",
            "CAIRN_LOG_LEVEL": "error",
            "SWIFT_BACKTRACE": "enable=no",
        }
        self.set_clock(now)

    def set_clock(self, now):
        """Sets the clock atomically, so that no process reads a partial file."""
        fresh = self.clock.with_suffix(".new")
        fresh.write_text(now)
        fresh.replace(self.clock)

    def run_on(self, device, *words):
        """Runs a command on the log of another device."""
        elsewhere = {"CAIRN_DATA_DIR": str(self.folder / device), "CAIRN_SYNC_AUTO": "no"}
        return self.run(*words, environment={**self.environment, **elsewhere})

    def run(self, *words, said=None, environment=None):
        """Runs a command on the log, or on the accounts."""
        done = subprocess.run(
            [self.cairn, *words],
            env=environment or self.environment,
            capture_output=True,
            text=True,
            input=said,
        )
        if done.returncode != 0:
            raise AssertionError(f"cairn {' '.join(words)}: {done.stderr}")
        return done.stdout

    def copy(self):
        """Makes a copy of the log and returns its path."""
        self.run("backup")
        return max((self.folder / "log" / "backups").iterdir())

    def restore(self, copy):
        """Replaces the log with a copy while the server is down."""
        self.__exit__()
        self.run("restore", str(copy))
        self.start(self.url.rsplit(":", 1)[1])

    def __enter__(self):
        return self.start()

    def start(self, port="0"):
        """Starts the server, on a free port unless one is given."""
        self.process = subprocess.Popen(
            [self.cairn, "serve", *([self.mode] if self.mode else []), "--listen", f"127.0.0.1:{port}"],
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        line = self.process.stdout.readline().split()
        if line[:2] != ["listening", "on"]:
            raise AssertionError(f"cairn serve said {line}")
        self.url = line[2]
        return self

    def __exit__(self, *_):
        self.process.terminate()
        if self.process.wait(timeout=20) != 0:
            raise AssertionError("cairn serve did not end well")
