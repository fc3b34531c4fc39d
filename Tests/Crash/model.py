"""A model of the expected log, which knows every acknowledged action.

A thing is a session or a book as reading commands print it. A log with exactly the model's lines of history, in that
order, must contain exactly the entities that the model computes from them: each action completely, and
once.
"""


class Loss(Exception):
    """A difference between the log and the model, with an explanation."""


class Refused(Exception):
    """A command that the rules do not allow in this state."""


def page(position):
    return position and position["value"]


def entities(sessions, books):
    """Returns sessions by start and books by title, with everything that a command can change."""
    found = {}
    for one in sessions:
        found["session", one["started_at"]] = {
            "id": one["id"],
            "state": one["state"],
            "title": one["title"],
            "ended": one["ended_at"],
            "segments": [(part["start"], part["end"]) for part in one["segments"]],
            "to": page(one["end_position"]),
            "note": one["note"],
        }
    for one in books:
        place = {"status": one["status"], "page": page(one["position"])}
        found["book", one["title"]] = {"id": one["id"], **place}
    if len(found) != len(sessions) + len(books):
        raise Loss("something is there twice: " + ", ".join(sorted(map(str, found))))
    return found


class Model:
    def __init__(self):
        self.entities = {}
        self.lines = []
        self.stands = {}
        self.changes = {}

    # Queries by commands.

    def open_session(self):
        """Returns the key of the open session, or None."""
        states = ("running", "paused")
        return next((key for key, one in self.entities.items() if one.get("state") in states), None)

    def ended_sessions(self):
        return [key for key, one in self.entities.items() if one.get("state") == "ended"]

    def of_book(self, title):
        """Returns the sessions of a book by their start."""
        all_ = {key[1]: one for key, one in self.entities.items() if key[0] == "session"}
        return {moment: one for moment, one in all_.items() if one["title"] == title}

    def last_done(self):
        """Returns the line that a bare undo would undo, or None."""
        return self.newest(lambda line: line["undoes"] is None)

    def last_undone(self):
        """Returns the undo that a bare redo would undo, or None."""
        done = {line["id"] for line in self.lines if line["undoes"] is None}
        return self.newest(lambda line: line["undoes"] in done)

    def is_undone_last(self):
        """Returns whether an undo is the newest action."""
        target = self.last_undone()
        since = reversed(self.lines) if target else ()
        return bool(target) and next(l for l in since if l is target or not l["undoes"]) is target

    def newest(self, fits):
        fitting = (line for line in reversed(self.lines) if fits(line) and self.stands[line["id"]])
        return next(fitting, None)

    # Updates from the log.

    def add(self, line, command):
        """Applies a new line of history and its command."""
        try:
            after = command.effect(self, line)
        except Refused as refusal:
            raise Loss(f"{command} was done against the rules: {refusal}") from None
        if command.title is not None and line["title"] != command.title:
            raise Loss(f"{command} is called “{line['title']}” in the history")
        self.changes[line["id"]] = {key: (self.entities.get(key), one) for key, one in after.items()}
        self.set(after)
        self.lines.append(line)
        self.stands[line["id"]] = True

    def revert(self, target, line):
        """Applies an undo of a line; returns the entities as they were before that line.

        Without a line it only returns the result.
        """
        if line is not None and line["undoes"] != target["id"]:
            raise Loss(f"“{line['title']}” took back another line than “{target['title']}”")
        if line is not None:
            self.stands[target["id"]] = False
            self.stands[target["undoes"] or target["id"]] = target["undoes"] is not None
        return {key: before for key, (before, _) in self.changes[target["id"]].items()}

    def set(self, after):
        for key, one in after.items():
            if one is None:
                self.entities.pop(key, None)
            else:
                self.entities[key] = one

    def compare(self, lines, found):
        """Raises `Loss` unless the history and the entities are exactly these."""
        for mine, its in zip(self.lines, lines, strict=True):
            if its | {"in_effect": True} != mine | {"in_effect": True}:
                raise Loss(f"a line of history changed from {mine} to {its}")
            if its["in_effect"] != self.stands[its["id"]]:
                raise Loss(f"“{its['title']}” stands: {its['stands']}, which is wrong")
        self.learn_ids(found)
        for key in self.entities.keys() | found.keys():
            if self.entities.get(key) != found.get(key):
                raise Loss(
                    f"{' '.join(key)} should be {self.entities.get(key)}, but is {found.get(key)}"
                )

    def learn_ids(self, found):
        """Learns the ids of new entities, which must never change afterwards."""
        for key, one in self.entities.items():
            if one["id"] is None and key in found:
                one["id"] = found[key]["id"]
