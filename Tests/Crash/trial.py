"""One command under a fault: the expected state right after, and after a retry."""

import json
import os
import shutil
from dataclasses import replace

import words
from cairn import Cairn, Unreadable
from commands import Backup
from model import Loss

IO_ERROR = 74


class Trial:
    """A command on a copy of a log; raises `Loss` unless it is done completely or not at all."""

    def __init__(self, life, command, directory):
        self.life = life.fork(directory)
        self.life.codes = (0, IO_ERROR)
        self.command = command
        if isinstance(command, Backup):
            self.command = replace(command, path=os.path.join(directory, command.path))

    def run(self, cairn, is_readable=True, relieve=lambda: None):
        """Runs the command, reads under the same fault, and returns the outcome and whether it was done.

        A log that was never created cannot be read on a full disk, so `relieve` runs first.
        """
        outcome = cairn.run(self.command.argv, self.command.clock)
        self.life.last = [f"{self.command}: {outcome}"]
        if not self.life.model.lines:
            relieve()
        elif is_readable:
            self.read_everything(cairn)
        made = bool(self.life.judge([self.command], [outcome]))
        self.check_error_text(outcome)
        return outcome, made

    def read_everything(self, cairn):
        try:
            cairn.read(["log"], self.command.clock)
        except Unreadable as error:
            raise Loss(f"the log cannot be read while the fault lasts: {error}") from None

    def check_error_text(self, outcome):
        """Checks that an error has a complete sentence and a next step, as text and as JSON."""
        if outcome.code != IO_ERROR:
            return
        if outcome.err.startswith("{"):
            said = json.loads(outcome.err)
            lines = [said["message"], said["hint"]]
        else:
            lines = outcome.err.splitlines()
        if len(lines) != 2 or not all(line.endswith(".") for line in lines):
            raise Loss(f"{self.command} fails without a clear sentence: {outcome.err!r}")

    def check_backup(self, outcome):
        """Checks that a file with the name of a backup is complete."""
        if not isinstance(self.command, Backup):
            return
        if os.path.exists(self.command.path):
            self.check_copy()
        elif outcome.acknowledged:
            raise Loss(f"{self.command} was acknowledged and there is no such file")

    def check_copy(self):
        copy = Cairn(self.life.cairn.binary, self.command.path + ".opened")
        os.mkdir(copy.directory)
        shutil.copy(self.command.path, os.path.join(copy.directory, words.LOG_FILE))
        now, history = self.life.person.clock, ["history", "--limit", "100000"]
        if copy.read(history, now) != self.life.cairn.read(history, now):
            raise Loss(f"{self.command} made a file that holds something else")
        shutil.rmtree(copy.directory)

    def run_again(self, outcome, made):
        """Retries the command after the fault, as a person who does not know the outcome."""
        self.life.check_health()
        self.check_backup(outcome)
        clock = self.life.person.tick()
        command = self.command.again(clock) if made else replace(self.command, clock=clock)
        if outcome.acknowledged or command is None:
            return
        if isinstance(command, Backup) and os.path.exists(command.path):
            return
        self.life.codes = (0, 1)
        again = self.life.cairn.run(command.argv, command.clock)
        self.life.last.append(f"Again: {command}: {again}")
        now = self.life.judge([command], [again])
        if not made and not now and not command.is_done(self.life.model):
            raise Loss(f"{command} does not work although the fault is over: {again.err}")

    def clear(self):
        shutil.rmtree(self.life.cairn.directory)
