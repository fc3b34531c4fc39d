"""The rounds of killed commands on one log, and the expected state after each."""

import copy
import os
import random
import shutil

from cairn import Cairn, Unreadable, run_together
from model import Loss, Model, Refused, entities
from person import Person


class Life:
    """Rounds on one data directory; raises `Loss` as soon as the log is wrong."""

    def __init__(self, cairn, seed, tally, has_import=False):
        self.cairn, self.tally = cairn, tally
        self.random = random.Random(seed)
        self.model = Model()
        self.person = Person(self.random, self.model, cairn.directory, has_import)
        self.codes = (0, 1)
        self.unsure = None
        self.last = []

    def round(self, crowd=1, is_killing=True):
        """Runs `crowd` commands at once, kills each at a random time, and checks the log."""
        commands = [self.choose(crowd == 1) for _ in range(crowd)]
        outcomes = self.run(commands, is_killing)
        is_hot = os.path.exists(self.cairn.file + "-journal")
        made = self.judge(commands, outcomes)
        self.tally.count(commands, outcomes, made, is_hot)
        is_unsure = crowd == 1 and outcomes[0].killed and not outcomes[0].acknowledged
        self.unsure = commands[0] if is_unsure else None

    def do(self, make):
        """Runs one command to its end, made by a method such as `Person.track`."""
        command = make(self.person)
        self.judge([command], self.run([command], False))

    def fork(self, directory):
        """Returns an independent copy of the log and its model."""
        other = copy.copy(self)
        shutil.copytree(self.cairn.directory, directory)
        other.cairn = Cairn(self.cairn.binary, directory)
        other.model = copy.deepcopy(self.model)
        other.person = copy.copy(self.person)
        other.person.model, other.person.directory = other.model, directory
        return other

    def choose(self, is_alone):
        """Returns the next command; half of the killed ones are retried without knowing their outcome."""
        unsure, self.unsure = self.unsure, None
        if unsure is None or not is_alone or self.random.random() < 0.5:
            return self.person.next(is_alone)
        return unsure.again(self.person.tick()) or self.person.next(is_alone)

    def run(self, commands, is_killing):
        delays = [self.delay(one) if is_killing else None for one in commands]
        pairs = list(zip(commands, delays, strict=True))
        starts = [lambda c=c, delay=d: self.cairn.start(c.argv, c.clock, delay) for c, d in pairs]
        outcomes = run_together(starts)
        self.last = [
            f"{command}, {'not killed' if delay is None else f'killed after {delay}'}: "
            f"{outcome}"
            for (command, delay), outcome in zip(pairs, outcomes, strict=True)
        ]
        return outcomes

    def delay(self, command):
        return self.tally.delay(command.name, self.random)

    def look(self):
        """Returns the history, oldest line first, and all records, as ordinary commands print them."""
        now = self.person.clock
        lines = self.cairn.read(["history", "--limit", "100000"], now)[::-1]
        sessions = self.cairn.read(["log", "--limit", "100000"], now)
        return lines, entities(sessions, self.cairn.read(["shelf"], now))

    def judge(self, commands, outcomes):
        """Returns the indexes of the commands that took effect; raises `Loss`."""
        try:
            lines, found = self.look()
        except Unreadable as error:
            raise Loss(f"the log cannot be read: {error}") from None
        known = len(self.model.lines)
        if len(lines) < known:
            raise Loss(f"{known - len(lines)} lines of history are gone")
        made = self.match(commands, lines[known:])
        done = self.done(commands)
        for index, line in made.items():
            self.model.add(line, commands[index])
            done |= self.done(commands)  # briefly is enough: another command may have undone it
        for index, command in enumerate(commands):
            is_there = index in made or index in done
            self.check_answer(command, outcomes[index], index in made, is_there, len(commands) == 1)
        self.model.compare(lines, found)
        self.check_identity(commands, outcomes, made)
        return set(made)

    def match(self, commands, lines):
        """Returns the new lines in order, each with the command that made it, matched by time."""
        moments = [one.now for one in commands]
        made = {}
        for line in lines:
            if line["at"] not in moments:
                raise Loss(f"nobody did “{line['title']}” at {line['at']}")
            index = moments.index(line["at"])
            if index in made:
                raise Loss(f"{commands[index]} is in the history twice")
            made[index] = line
        return made

    def done(self, commands):
        """Returns the commands that need no retry."""
        return {index for index, one in enumerate(commands) if one.is_done(self.model)}

    def check_answer(self, command, outcome, is_made, is_there, is_alone):
        """Checks that a process's output agrees with the log."""
        if outcome.code not in self.codes and not outcome.killed:
            raise Loss(f"{command} ended with {outcome.code}: {outcome.err}")
        if outcome.acknowledged and not is_there:
            raise Loss(f"{command} was acknowledged and is not there")
        if outcome.code == 1 and is_made:
            raise Loss(f"{command} was refused and done all the same: {outcome.err}")
        if outcome.code == 1 and is_alone and self.allows(command):
            raise Loss(f"{command} was refused against the rules: {outcome.err}")

    def allows(self, command):
        try:
            command.effect(self.model, None)
        except Refused:
            return False
        return True

    def check_identity(self, commands, outcomes, made):
        """Checks that each printed id exists in the log."""
        known = {one["id"] for one in self.model.entities.values()}
        for index in made if len(commands) == 1 else ():
            printed = commands[index].printed_id(outcomes[index])
            if printed is not None and printed not in known:
                raise Loss(f"{commands[index]} printed the id {printed}, which is not there")

    def check_health(self):
        """Checks the file, and that the computed tables equal a recomputation from the records."""
        report = self.cairn.read(["doctor"], self.person.clock)
        wrong = [one["name"] for one in report["tables"] if not one["identical"]]
        wrong += report["damage"] + report["unreadable"]
        if wrong or not report["healthy"]:
            raise Loss(f"the doctor does not find the log sound: {', '.join(wrong)}")
