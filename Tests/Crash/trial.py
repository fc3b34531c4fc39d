"""One command under a fault: what must hold right after, and when it is done again."""

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
    """A command on a copy of a log; throws `Loss` unless it is done wholly or not at all."""

    def __init__(self, life, command, directory):
        self.life = life.fork(directory)
        self.life.codes = (0, IO_ERROR)
        self.command = command
        if isinstance(command, Backup):
            self.command = replace(command, path=os.path.join(directory, command.path))

    def run(self, cairn, is_readable=True, relieve=lambda: None):
        """Runs it as `cairn`, looks under the same fault, and gives outcome and whether it is done.

        A log that was never made cannot be read on a full disk, so that is relieved first.
        """
        outcome = cairn.run(self.command.argv, self.command.clock)
        self.life.last = [f"{self.command}: {outcome}"]
        if not self.life.model.lines:
            relieve()
        elif is_readable:
            self.look_through(cairn)
        made = bool(self.life.judge([self.command], [outcome]))
        self.check_sentence(outcome)
        return outcome, made

    def look_through(self, cairn):
        try:
            cairn.read(["log"], self.command.clock)
        except Unreadable as error:
            raise Loss(f"the log cannot be read while the fault lasts: {error}") from None

    def check_sentence(self, outcome):
        """A failure is a sentence that ends, and a next step; for programs both have names."""
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
        """A file with the name of a backup is a whole one."""
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
        """The fault is over and the person, who does not know, types it again."""
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
