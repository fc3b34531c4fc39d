"""Faults at each file-system call of a command: the command is killed there, or the call fails."""

import os
import struct
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from model import Loss
from trial import IO_ERROR, Trial

HEAD = struct.Struct("<5Q")
DEEDS = ("kill", "full", "fail")


def build(source, library):
    """Builds the library that intercepts a process's file-system calls."""
    compiler = os.environ.get("CC", "clang")
    flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, *flags, source, "-o", library, "-ldl"], check=True)
    return library


def trace(path):
    """Yields the calls in a trace: letter, path, other path, bytes, offset."""
    with open(path, "rb") as file:
        while head := file.read(HEAD.size):
            letter, path_size, other_size, size, offset = HEAD.unpack(head)
            path, other = file.read(path_size).decode(), file.read(other_size).decode()
            data = file.read(size) if chr(letter) == "W" else b""
            yield chr(letter), path, other, data, offset


def explained(loss, where, trial):
    """Returns the loss with everything needed to reproduce it."""
    said = "\n  ".join(trial.life.last)
    return Loss(f"{where}: {loss}\n  {said}\n  The log is kept: {trial.life.cairn.directory}")


class Calls:
    """The trials of one command, one per call."""

    def __init__(self, library, life, command, folder):
        self.library, self.life, self.command, self.folder = library, life, command, folder
        self.letters = []

    def trial(self, name, **variables):
        trial = Trial(self.life, self.command, os.path.join(self.folder, name))
        variables = {f"FAULTS_{key}": str(value) for key, value in variables.items()}
        cairn = trial.life.cairn.under(
            LD_PRELOAD=self.library, FAULTS_FOLDER=trial.life.cairn.directory, **variables)
        return trial, cairn

    def learn(self):
        """Runs the command once to record its calls."""
        path = os.path.join(self.folder, "trace")
        trial, cairn = self.trial("whole", TRACE=path)
        cairn.run(trial.command.argv, trial.command.clock)
        self.letters = [letter for letter, *_ in trace(path) if letter != "A"]
        trial.clear()

    def moments(self, random, count):
        """Returns call numbers; plain writes are many and alike, so half are other calls."""
        numbers = range(1, len(self.letters) + 1)
        rare = [number for number in numbers if self.letters[number - 1] != "W"]
        chosen = random.sample(rare, min(len(rare), count // 2 + 1))
        chosen += random.sample(numbers, min(len(numbers), count - count // 2))
        return sorted(set(chosen))

    def check(self, deed, number):
        """Returns how the command ended; raises `Loss`."""
        trial, cairn = self.trial(f"{deed}-{number}", AT=number, DO=deed)
        try:
            outcome, made = trial.run(cairn, is_readable=deed == "full")
            if outcome.code == IO_ERROR and made and not self.is_last_sync(deed, number):
                raise Loss(f"{self.command} says it failed, but was done")
            trial.run_again(outcome, made)
        except Loss as loss:
            where = f"{deed} at call {number} ({self.letters[number - 1]})"
            raise explained(loss, where, trial) from None
        trial.clear()
        return ending(outcome, made)

    def is_last_sync(self, deed, number):
        """Returns whether this is the last sync: if it fails, the journal is already gone, so the change stays."""
        return deed == "fail" and "S" not in self.letters[number:]


def ending(outcome, made):
    said = "done" if outcome.code == 0 else "failed" if outcome.code == IO_ERROR else "killed"
    return f"{said}, {'kept' if made else 'nothing changed'}"


def every_call(library, pairs, folder, random, count):
    """Tries `count` calls of each command with each fault, on two threads; returns the outcomes."""
    jobs = []
    for index, (life, command) in enumerate(pairs):
        place = os.path.join(folder, f"calls-{index}-{command.name}")
        os.makedirs(place)
        calls = Calls(library, life, command, place)
        calls.learn()
        jobs += [(calls, deed, n) for deed in DEEDS for n in calls.moments(random, count)]
    with ThreadPoolExecutor(2) as lanes:
        endings = list(lanes.map(lambda job: (job[1], job[0].check(job[1], job[2])), jobs))
    return Counter(f"{deed}: {end}" for deed, end in endings)
