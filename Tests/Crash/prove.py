"""Proof that the checks can fail: each kind of tampering with a log must be detected as a loss."""

import contextlib
import os
import shutil
import sqlite3

from calls import Calls
from commands import Stop
from model import Loss
from person import Person


class MissedDefect(Exception):
    """A check that missed an existing problem."""


def prove(library, pairs, folder):
    """Returns each kind of tampering with the message of the check; raises `MissedDefect`."""
    life, stop = next(pair for pair in pairs if isinstance(pair[1], Stop))
    calls = Calls(library, life, stop, folder)
    found = {name: notice(name, tamper, life, folder) for name, tamper in FILES}
    found["an answer before the commit"] = early_answer(calls)
    found["a commit cut in half"] = half_commit(calls)
    return found


def notice(name, tamper, life, folder):
    """Tampers with a copy of a log after an acknowledged action; returns the message of the check."""
    other = life.fork(os.path.join(folder, name.replace(" ", "-")))
    older = shutil.copy(other.cairn.file, other.cairn.file + ".older")
    other.do(Person.stop)
    tamper(other.cairn.file, older)
    return expect_loss(lambda: other.judge([], []), other.check_health)


def expect_loss(*checks):
    try:
        for check in checks:
            check()
    except Loss as loss:
        return str(loss).splitlines()[0]
    raise MissedDefect("nothing was found")


def restore_older(file, older):
    os.replace(older, file)


def forget_bookmark(file, older):
    statement(file, "UPDATE read_through SET position = NULL")


def forget_line(file, older):
    statement(file, "DELETE FROM mutation WHERE number = (SELECT max(number) FROM mutation)")


def repeat_line(file, older):
    statement(
        file,
        "INSERT INTO mutation (number, id, stamp, at, title, entry, part, undoes, turn, changes, outbox) "
        "SELECT number + 1, randomblob(16), stamp, at, title, randomblob(16), part, undoes, turn, changes, "
        "outbox FROM mutation ORDER BY number DESC LIMIT 1",
    )


def count_twice(file, older):
    statement(file, "UPDATE day_total SET time = time * 2")


def damage_pages(file, older):
    with open(file, "r+b") as opened:
        for page in range(3, 12):
            opened.seek(page * 4096 + 8)
            opened.write(b"\xaa" * 2000)


def statement(file, sql):
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute(sql)


FILES = (
    ("an older file", restore_older),
    ("a forgotten bookmark", forget_bookmark),
    ("a forgotten line", forget_line),
    ("a repeated line", repeat_line),
    ("a day counted twice", count_twice),
    ("damaged pages", damage_pages),
)


def early_answer(calls):
    """Keeps the journal from being removed, so that acknowledged changes are not committed."""
    trial, cairn = calls.trial("early", AT=1, DO="keep")
    return expect_loss(lambda: trial.run(cairn))


def half_commit(calls):
    """Kills the command between two pages of the log, and removes the journal that would roll back."""
    calls.learn()
    letters = "".join(calls.letters)
    last = letters.rindex("U")
    first = letters.rindex("S", 0, letters.rindex("S", 0, last)) + 1
    trial, cairn = calls.trial("half", AT=(first + last) // 2 + 1, DO="kill")
    outcome = cairn.run(trial.command.argv, trial.command.clock)
    os.unlink(trial.life.cairn.file + "-journal")
    life = trial.life
    return expect_loss(lambda: life.judge([trial.command], [outcome]), life.check_health)
