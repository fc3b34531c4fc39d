"""The commands of the loop: their arguments, and their expected effect on a log."""

import json
from dataclasses import dataclass, replace

import words
from model import Refused


@dataclass(frozen=True)
class Command:
    """A user's command, with a unique time."""

    clock: int
    title = None

    def __str__(self):
        return f"`cairn {' '.join(self.argv)}` at {self.now}"

    @property
    def now(self):
        return words.instant(self.clock)

    @property
    def name(self):
        return type(self).__name__

    def again(self, clock):
        """Returns the retry of a person who does not know whether it was done; None: look first."""
        return replace(self, clock=clock)

    def is_done(self, model):
        """Returns whether repeating it changes nothing and succeeds."""
        return False

    def printed_id(self, outcome):
        """Returns the id of the session in the output; None without one."""
        return json.loads(outcome.out).get("id") if outcome.acknowledged else None


def session_of(model, state=None):
    key = model.open_session()
    if key is None:
        raise Refused("no session is open")
    if state is not None and model.entities[key]["state"] != state:
        raise Refused(f"the session is not {state}")
    return key, dict(model.entities[key])


def reached(model, title, place):
    """Returns the book after its reader reached a page; None keeps the bookmark, initially page 0."""
    known = model.entities.get(("book", title), {"id": None, "page": None})
    page = (known["page"] or 0) if place is None else place
    return {("book", title): {"id": known["id"], "status": "reading", "page": page}}


def new_session(title, **what):
    return {"id": None, "title": title, "to": None, "note": None, **what}


@dataclass(frozen=True)
class Start(Command):
    book: str

    @property
    def argv(self):
        return words.start(self.book)

    @property
    def title(self):
        return f"Started reading “{self.book}”"

    def effect(self, model, line):
        if model.open_session() is not None:
            raise Refused("a session is open")
        session = new_session(
            self.book, state="running", ended=None, segments=[(self.now, None)])
        return {("session", self.now): session} | reached(model, self.book, None)


@dataclass(frozen=True)
class Pause(Command):
    argv = words.pause()

    def effect(self, model, line):
        key, session = session_of(model, "running")
        began, _ = session["segments"][-1]
        if self.now < began:
            raise Refused("before the timer ran")
        parts = session["segments"][:-1] + [(began, self.now)]
        return {key: session | {"state": "paused", "segments": parts}}


@dataclass(frozen=True)
class Resume(Command):
    argv = words.resume()

    def effect(self, model, line):
        key, session = session_of(model, "paused")
        if self.now < session["segments"][-1][1]:
            raise Refused("before the pause")
        parts = session["segments"] + [(self.now, None)]
        return {key: session | {"state": "running", "segments": parts}}


@dataclass(frozen=True)
class Stop(Command):
    page: int | None

    @property
    def argv(self):
        return words.stop(self.page)

    def effect(self, model, line):
        key, session = session_of(model)
        began, ended = session["segments"][-1]
        if ended is None and self.now < began:
            raise Refused("before the timer ran")
        ended = ended or self.now
        parts = session["segments"][:-1] + [(began, ended)]
        session |= {"state": "ended", "ended": ended, "segments": parts, "to": self.page}
        moved = {} if self.page is None else reached(model, session["title"], self.page)
        return {key: session} | moved


@dataclass(frozen=True)
class Track(Command):
    begin: int
    end: int
    book: str
    page: int

    @property
    def argv(self):
        return words.track(self.begin, self.end, self.book, self.page)

    @property
    def title(self):
        return f"Session tracked: “{self.book}”"

    def effect(self, model, line):
        begin, end = words.instant(self.begin), words.instant(self.end)
        if ("session", begin) in model.entities:
            raise Refused("the time is taken")
        session = new_session(self.book, state="ended", ended=end, segments=[(begin, end)])
        is_latest = all(other < begin for other in model.of_book(self.book))
        moved = reached(model, self.book, self.page if is_latest else None)
        return {("session", begin): session | {"to": self.page}} | moved


@dataclass(frozen=True)
class OnSession(Command):
    """A command on a past session, named by its id."""

    key: tuple
    session: str

    def found(self, model):
        if self.key not in model.entities:
            raise Refused("there is no such session")
        return model.entities[self.key]


@dataclass(frozen=True)
class Edit(OnSession):
    note: str

    @property
    def argv(self):
        return words.edit(self.session, self.note)

    def effect(self, model, line):
        return {self.key: self.found(model) | {"note": self.note}}

    def is_done(self, model):
        return model.entities.get(self.key, {}).get("note") == self.note


@dataclass(frozen=True)
class Delete(OnSession):
    @property
    def argv(self):
        return words.delete(self.session)

    def effect(self, model, line):
        self.found(model)
        return {self.key: None}

    def is_done(self, model):
        return self.key not in model.entities

    def printed_id(self, outcome):
        return None


@dataclass(frozen=True)
class Undo(Command):
    """Undoes the newest line; a retry must name that line, or it would undo one more."""

    target: str | None
    is_named: bool = False

    @property
    def argv(self):
        return words.undo(self.target if self.is_named else None)

    def again(self, clock):
        return replace(self, clock=clock, is_named=True) if self.target else None

    def effect(self, model, line):
        target = model.last_done()
        if target is None or self.is_named and target["id"] != self.target:
            raise Refused("there is nothing to undo")
        return model.revert(target, line)


@dataclass(frozen=True)
class Redo(Command):
    argv = words.redo()

    def again(self, clock):
        return None

    def effect(self, model, line):
        target = model.last_undone()
        if target is None:
            raise Refused("there is nothing to redo")
        return model.revert(target, line)


@dataclass(frozen=True)
class Import(Command):
    path: str
    titles: tuple

    @property
    def argv(self):
        return words.import_books(self.path)

    def effect(self, model, line):
        new = {"id": None, "status": "to_read", "page": None}
        return {("book", one): dict(new) for one in self.titles}

    def is_done(self, model):
        return ("book", self.titles[0]) in model.entities


class Maintenance(Command):
    """A maintenance command, which changes no recorded data."""

    def effect(self, model, line):
        return {}

    def is_done(self, model):
        return True

    def printed_id(self, outcome):
        return None


@dataclass(frozen=True)
class Rebuild(Maintenance):
    argv = words.rebuild()


@dataclass(frozen=True)
class Backup(Maintenance):
    path: str

    @property
    def argv(self):
        return words.backup(self.path)
