"""Logs in every state, each with the commands that suit it."""

import os

from cairn import Cairn
from commands import Backup, Rebuild
from life import Life
from person import Person
from tally import Tally


def stages(binary, folder, seed, has_import):
    """Returns pairs of a log and a command that suits its state."""

    def life(name, *ways):
        cairn = Cairn(binary, os.path.join(folder, f"stage-{name}"))
        os.makedirs(cairn.directory, exist_ok=True)
        new = Life(cairn, f"{seed}.{name}", Tally(0), has_import)
        for way in ways:
            new.do(way)
        return new

    start, pause, stop, track = Person.start, Person.pause, Person.stop, Person.track
    past = (track, start, pause, stop, track, Person.edit)
    empty, ended = life("empty"), life("ended", *past)
    running, undone = life("running", *past, start), life("undone", *past, Person.undo)
    paused = life("paused", *past, start, pause)
    pairs = [(empty, start), (ended, start), (running, pause), (paused, Person.resume)]
    pairs += [(running, stop), (ended, track), (ended, Person.edit), (ended, Person.delete)]
    pairs += [(ended, Person.undo), (undone, Person.redo)]
    pairs += [(ended, Person.import_books)] * has_import
    made = [(life, way(life.person)) for life, way in pairs]
    made.append((ended, Rebuild(ended.person.tick())))
    made.append((ended, Backup(ended.person.tick(), "copy.sqlite")))
    return made
