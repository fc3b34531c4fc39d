"""Power cuts after every call of every command: the log must open and contain all acknowledged actions."""

import contextlib
import os
import random as randomness
import shutil
import sqlite3
import tempfile

from cairn import Cairn, Unreadable
from calls import trace
from life import Life
from model import Loss
from person import Person
from platter import Chance, Everything, Nothing, Platter
from prove import MissedDefect
from tally import Tally

WAYS = (
    Person.start, Person.pause, Person.resume, Person.stop, Person.track, Person.undo, Person.redo,
    Person.edit, Person.delete, Person.start, Person.stop,
)

LIES = {
    "the folder after the journal is removed": lambda path, before: before == "U",
    "the journal": lambda path, before: path.endswith("-journal"),
    "the log": lambda path, before: path.endswith(".sqlite"),
}
"""Syncs that a disk may only pretend to do; each must lead to a detected loss."""


class Recording:
    """The calls of a sequence of commands, and the content of the log after each."""

    def __init__(self, binary, library, folder, seed, has_import):
        self.folder = os.path.join(folder, "power")
        cairn = Cairn(binary, os.path.join(self.folder, "data"))
        os.makedirs(self.folder)
        self.life = Life(cairn, seed, Tally(0), has_import)
        self.steps, self.contents = [], []
        for way in WAYS + (Person.import_books,) * has_import:
            self.record(way, library)

    def record(self, way, library):
        path = os.path.join(self.folder, f"trace-{len(self.steps)}")
        whole = self.life.cairn
        self.life.cairn = whole.under(
            LD_PRELOAD=library, FAULTS_FOLDER=self.folder, FAULTS_TRACE=path)
        command = way(self.life.person)
        outcomes = self.life.run([command], is_killing=False)
        self.life.cairn = whole
        self.life.judge([command], outcomes)
        self.steps.append((command, list(trace(path))))
        self.contents.append(content(whole.file))


def content(file):
    """Returns all rows of a sound file; raises `Loss` for a damaged one."""
    try:
        with contextlib.closing(sqlite3.connect(file)) as database:
            problems = database.execute("PRAGMA integrity_check").fetchall()
            if problems != [("ok",)]:
                raise Loss(f"the file is damaged: {problems[0][0]}")
            return hash("\n".join(database.iterdump()))
    except sqlite3.Error as error:
        raise Loss(f"the file cannot be read: {error}") from None


class Cuts:
    """A power cut after each call of a recording."""

    def __init__(self, recording, seed, chances, is_ignored=lambda path, before: False):
        self.recording, self.chances = recording, chances
        self.random = randomness.Random(seed)
        self.platter = Platter(is_ignored)
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.place = tempfile.mkdtemp(prefix="cairn-power-", dir=memory)
        self.images = 0

    def run(self):
        try:
            for step, (command, calls) in enumerate(self.recording.steps):
                is_acknowledged = False
                for number, (letter, *call) in enumerate(calls, 1):
                    is_acknowledged |= letter == "A"
                    self.platter.take(letter, *call)
                    self.cut(step, is_acknowledged, f"after call {number} ({letter}) of {command}")
        finally:
            shutil.rmtree(self.place)
        return self.images

    def cut(self, step, is_acknowledged, where):
        chances = [Chance(self.random) for _ in range(self.chances)]
        for chance in (Nothing(), Everything(), *chances):
            image = self.platter.image(chance)
            self.images += 1
            try:
                self.check(image, step, is_acknowledged)
            except Loss as loss:
                raise Loss(f"a power cut {where}, {type(chance).__name__}: {loss}") from None

    def check(self, image, step, is_acknowledged):
        now = self.open(image)
        before, after = self.content_after(step - 1), self.content_after(step)
        if is_acknowledged and now != after:
            raise Loss("what was acknowledged is not there")
        if step > 0 and now not in (before, after):
            raise Loss("the log is neither as before nor as after")

    def content_after(self, step):
        return self.recording.contents[step] if step >= 0 else None

    def open(self, image):
        """Returns the content of the log after a power cut, or None without a log."""
        cairn = self.lay(image)
        if not os.path.exists(cairn.file):
            return None
        if self.images % 200 == 0:
            self.open_with_the_command(cairn)
            # The command treats a copied log as another device's and writes that into it.
            self.lay(image)
        return content(cairn.file)

    def lay(self, image):
        """Writes an image to disk, so that it can be opened."""
        shutil.rmtree(self.place)
        os.mkdir(self.place)
        for path, data in image.items():
            with open(os.path.join(self.place, os.path.basename(path)), "wb") as file:
                file.write(data)
        return Cairn(self.recording.life.cairn.binary, self.place)

    def open_with_the_command(self, cairn):
        """Opens the log with the command itself, without manual repair; creates a missing log."""
        try:
            report = cairn.read(["doctor"], self.recording.life.person.clock)
        except Unreadable as error:
            raise Loss(f"the command does not open it: {error}") from None
        if not report["healthy"]:
            raise Loss(f"the doctor does not find it sound: {report}")


def power(binary, library, folder, seed, chances, has_import):
    """Reports the results; raises `Loss`, or `MissedDefect` if a skipped sync goes unnoticed."""
    recording = Recording(binary, library, folder, seed, has_import)
    images = Cuts(recording, seed, chances).run()
    calls = sum(len(calls) for _, calls in recording.steps)
    for lie in LIES.values():
        notice(recording, seed, lie)
    return (
        f"{images} power cuts after {calls} calls of {len(recording.steps)} commands: 0 lost. "
        f"A disk that lies about syncing is noticed: {'; '.join(LIES)}."
    )


def notice(recording, seed, lie):
    try:
        Cuts(recording, seed, 4, lie).run()
    except Loss as loss:
        return str(loss)
    raise MissedDefect("a disk that lies about syncing loses nothing")
