"""What a log must hold: a model that knows every action that was ever acknowledged.

A thing is a session or a book as reading commands show it. A log that holds exactly the lines of
history the model knows, in that order, must hold exactly the things the model computes from them:
each action wholly, and once.
"""


class Loss(Exception):
    """The log does not hold what it must; the text says how."""


class Refused(Exception):
    """The rules do not allow the command now."""


def page(position):
    return position and position["value"]


def things(sessions, books):
    """Sessions by start and books by title, with everything that a command can change."""
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
        self.things = {}
        self.lines = []
        self.stands = {}
        self.changes = {}

    # What commands ask.

    def open_session(self):
        """The key of the open session, or None."""
        states = ("running", "paused")
        return next((key for key, one in self.things.items() if one.get("state") in states), None)

    def ended_sessions(self):
        return [key for key, one in self.things.items() if one.get("state") == "ended"]

    def of_book(self, title):
        """The sessions of a book, by the moment each began."""
        all_ = {key[1]: one for key, one in self.things.items() if key[0] == "session"}
        return {moment: one for moment, one in all_.items() if one["title"] == title}

    def last_done(self):
        """The line a bare undo takes back, or None."""
        return self.newest(lambda line: line["undoes"] is None)

    def last_undone(self):
        """The undo a bare redo takes back, or None."""
        done = {line["id"] for line in self.lines if line["undoes"] is None}
        return self.newest(lambda line: line["undoes"] in done)

    def is_undone_last(self):
        """Whether something was undone and nothing new was done since."""
        target = self.last_undone()
        since = reversed(self.lines) if target else ()
        return bool(target) and next(l for l in since if l is target or not l["undoes"]) is target

    def newest(self, fits):
        fitting = (line for line in reversed(self.lines) if fits(line) and self.stands[line["id"]])
        return next(fitting, None)

    # What the log says.

    def add(self, line, command):
        """Takes in a line of history that a command has made."""
        try:
            after = command.effect(self, line)
        except Refused as refusal:
            raise Loss(f"{command} was done against the rules: {refusal}") from None
        if command.title is not None and line["title"] != command.title:
            raise Loss(f"{command} is called “{line['title']}” in the history")
        self.changes[line["id"]] = {key: (self.things.get(key), one) for key, one in after.items()}
        self.set(after)
        self.lines.append(line)
        self.stands[line["id"]] = True

    def take_back(self, target, line):
        """Notes that a line takes back another; gives the things as they were before that one.

        Without a line it only says what would be.
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
                self.things.pop(key, None)
            else:
                self.things[key] = one

    def compare(self, lines, found):
        """Throws `Loss` unless history and things are exactly these."""
        for mine, its in zip(self.lines, lines, strict=True):
            if its | {"stands": True} != mine | {"stands": True}:
                raise Loss(f"a line of history changed from {mine} to {its}")
            if its["stands"] != self.stands[its["id"]]:
                raise Loss(f"“{its['title']}” stands: {its['stands']}, which is wrong")
        self.learn_ids(found)
        for key in self.things.keys() | found.keys():
            if self.things.get(key) != found.get(key):
                raise Loss(
                    f"{' '.join(key)} should be {self.things.get(key)}, but is {found.get(key)}"
                )

    def learn_ids(self, found):
        """A new thing's identity is whatever the log gave it, and may never change again."""
        for key, one in self.things.items():
            if one["id"] is None and key in found:
                one["id"] = found[key]["id"]
