"""The real command: how to run it, kill it and read its output."""

import copy
import json
import os
import select
import signal
import subprocess
import time
from dataclasses import dataclass

import words


ON_ANSWER = "on answer"
FOREVER = 120


@dataclass(frozen=True)
class Outcome:
    """The result of a process; `code` is negative if a signal ended it."""

    code: int
    out: str
    err: str
    seconds: float

    def __str__(self):
        return f"ended with {self.code}, said {self.out!r} {self.err!r}"

    @property
    def killed(self):
        return self.code in (-signal.SIGKILL, -signal.SIGXFSZ)

    @property
    def acknowledged(self):
        """Returns whether the caller received the complete response."""
        return (self.code == 0 or self.killed) and self.out.endswith("\n")


class Running:
    """A running process, to be killed after `delay` seconds, or `ON_ANSWER`, or never."""

    def __init__(self, argv, env, delay=None):
        self.begin = time.monotonic()
        self.delay = delay
        self.process = subprocess.Popen(
            argv, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    @property
    def deadline(self):
        return self.begin + (FOREVER if self.delay in (None, ON_ANSWER) else self.delay)

    def kill_when_due(self):
        if self.delay is None:
            return
        watch = os.pidfd_open(self.process.pid)
        events = [watch, self.process.stdout] if self.delay == ON_ANSWER else [watch]
        left = max(0.0, self.deadline - time.monotonic())
        if watch not in select.select(events, [], [], left)[0]:
            self.process.kill()
        os.close(watch)

    def finish(self):
        out, err = self.process.communicate(timeout=FOREVER)
        seconds = time.monotonic() - self.begin
        return Outcome(self.process.returncode, out.decode(), err.decode(), seconds)


class Cairn:
    """A data directory and the command that uses it."""

    def __init__(self, binary, directory):
        self.binary, self.directory = binary, directory
        self.prefix = ()
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CAIRN_")}
        self.env = kept | {
            "CAIRN_DATA_DIR": directory,
            "CAIRN_ZONE": "UTC",
            "CAIRN_ALLOW_TEST_CLOCK": "1",
        }

    def under(self, prefix=(), **variables):
        """Returns the same command with a prefix command or other environment variables."""
        other = copy.copy(self)
        other.prefix, other.env = tuple(prefix), self.env | variables
        return other

    @property
    def file(self):
        return os.path.join(self.directory, words.LOG_FILE)

    def start(self, argv, clock, delay=None):
        env = self.env | {"CAIRN_CLOCK": words.instant(clock)}
        return Running([*self.prefix, self.binary, *argv], env, delay)

    def run(self, argv, clock):
        return self.start(argv, clock).finish()

    def read(self, argv, clock):
        """Returns the JSON of a reading command; an empty list if it finds nothing."""
        outcome = self.run([*argv, "--json"], clock)
        if outcome.code not in (0, 1) or not outcome.out:
            raise Unreadable(f"cairn {' '.join(argv)} ended with {outcome.code}: {outcome.err}")
        return json.loads(outcome.out)


class Unreadable(Exception):
    """A log that an ordinary command cannot open or read."""


def run_together(starts):
    """Runs processes concurrently, each killed when it is due; returns their outcomes in order.

    `starts` are functions that start one; the process due next is awaited first.
    """
    running = [start() for start in starts]
    for process in sorted(running, key=lambda one: one.deadline):
        process.kill_when_due()
    return [process.finish() for process in running]
