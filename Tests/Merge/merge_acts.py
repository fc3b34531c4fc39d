"""What people do in the model of how Cairn merges: what each act writes, given what its device shows."""

from merge_history import standing, turned, turns_of
from merge_records import BUGS, INF, Line, Log, Stamp
from merge_stored import Event, Times
from merge_time import clip, top, union
from merge_view import View


class Refused(Exception):
    """What a device does not let a person do, by what it knows."""


class Device:
    """A log and the person before it. An act is checked against what the device shows, and writes one line."""

    def __init__(self, node, log=None):
        self.node, self.log, self.shown, self.named = node, log or Log(), None, None

    def view(self):
        self.shown = self.shown or View(self.log)
        return self.shown

    def hear(self, other):
        self.log.join(other)
        self.shown = None

    def do(self, now, name, *args):
        line = self.write(now, name, *args)
        self.log.take(line)
        self.shown = None
        return line

    def write(self, now, name, *args):
        """Gives the line of an act, and takes it nowhere; raises Refused."""
        stamps = [line.stamp for line in self.log.lines.values()]
        time = max([now] + [stamp.time for stamp in stamps])
        count = max((stamp.count for stamp in stamps if stamp.time == time), default=-1) + 1
        stamp = Stamp(time, count, self.node, 0)
        self.now, self.id, self.undoes = now, self.named or "%d.%d@%d" % (stamp[:3]), None
        made = getattr(self, name)(*args)
        if not made and not self.undoes:
            raise Refused("nothing changes")
        turn = turns_of(self.log).get(self.undoes, 0) + 1 if self.undoes else 0
        sets = {
            key: v if isinstance(v, tuple) and v and isinstance(v[0], Stamp) else (stamp, v)
            for key, v in made.items()
        }
        return Line(self.id, stamp, name, frozenset(self.log.lines), self.undoes, turn, sets)

    # Sessions

    def session(self, sid, *states):
        session = self.view().sessions.get(sid)
        if session is None or states and session["state"] not in states:
            raise Refused(sid)
        return session

    def open(self, kind):
        return next((s for s in self.view().sessions.values() if s["kind"] == kind and s["state"] != "ended"), None)

    def event(self, action):
        return "event." + self.id, Event(action, self.now, self.now)

    def free(self, kind, time, but=()):
        for s in self.view().sessions.values():
            if s["kind"] == kind and s["id"] not in but and any(clip(s["time"], a, top(b)) for a, b in time):
                raise Refused("same time as " + s["id"])

    def start(self, kind, book=None, first=None):
        if self.open(kind):
            raise Refused("already running")
        self.free(kind, [(self.now, None)])
        rid = "s:" + self.id
        field, event = self.event("start")
        return {(rid, "kind"): kind, (rid, field): event, **self.about(rid, book, first)}

    def about(self, rid, book, first=None):
        if book is None:
            return {}
        reading, sets = self.reading(book)
        sets.update({(rid, "book"): book, (rid, "reading"): reading})
        if first is not None:
            sets[rid, "from"] = first
            if first < self.view().readings.get(reading, {"high": 0})["high"]:
                sets[rid, "again"] = True
        return sets

    def reading(self, book):
        """The reading of a book that is under way, or a new one; its id follows from the book and its number."""
        view = self.view()
        own = [
            (self.log.get(r, "number"), r)
            for r, h in view.reading_of.items()
            if view.book_of.get(self.log.get(r, "book")) == view.book_of[book]
        ]
        going = [r for n, r in sorted(own) if not view.readings[view.reading_of[r]]["outcome"]]
        if going:
            return view.reading_of[going[-1]], {}
        number = 1 + max((n for n, r in own if self.log.get(r, "book") == book), default=0)
        rid = "r:%s:%d" % (book, number)
        return rid, {(rid, "book"): book, (rid, "number"): number}

    def press(self, sid, what, states):
        session = self.session(sid, *states)
        going = [p for p in session["members"] if p.state in ("running", "paused")] or session["members"]
        field, event = self.event(what)
        return session, {(going[-1].id, field): event}

    def pause(self, sid):
        return self.press(sid, "pause", ["running"])[1]

    def resume(self, sid):
        session = self.session(sid)
        other = self.open(session["kind"])
        is_stopped = session["state"] == "ended" and session["inferred"] is None
        if session["state"] == "running" or is_stopped or other and other is not session:
            raise Refused("not paused")
        return self.press(sid, "start", [session["state"]])[1]

    def stop(self, sid, page=None, pages=None):
        going = self.session(sid)["state"] == "running"
        session, sets = self.press(sid, "stop" if going else "stop_paused", ["running", "paused"])
        return {**sets, **self.reached(session, page, pages)}

    def reached(self, session, page, pages):
        last, sets = session["members"][-1], {}
        if page is not None or pages is not None:
            sets = {(last.id, "page"): page, (last.id, "pages"): pages}
        return sets

    def track(self, kind, a, b, book=None, page=None, pages=None, first=None, over=None):
        rid = "s:" + self.id
        if b > self.now:
            raise Refused("in the future")
        self.free(kind, [(a, b)], (over,))
        sets = {
            (rid, "kind"): kind,
            (rid, "times"): Times(((a, b),), "ended"),
            **self.about(rid, book, first),
        }
        if page is not None:
            sets[rid, "page"] = page
        if pages is not None:
            sets[rid, "pages"] = pages
        sets.update(self.over(rid, kind, [(a, b)], over))
        return sets

    def say(self, part, time):
        """Says the whole time of a record anew; what was pressed no longer has a time of its own."""
        sets = {(part.id, "times"): Times(tuple(time), part.state)}
        for field, (_, event) in part.record.items():
            if field.startswith("event.") and event:
                is_claim = event.action in ("start", "claim")
                sets[part.id, field] = Event("claim", event.pressed, event.pressed) if is_claim else None
        return sets

    def begin(self, part, start):
        """Says when a session that has not ended began; its presses stay what they are."""
        times = part.get("times")
        if times and times.segments[0][0] == part.start:
            first = (start, times.segments[0][1])
            return {(part.id, "times"): times._replace(segments=(first,) + times.segments[1:])}
        for field, (_, event) in sorted(part.record.items()):
            if field.startswith("event.") and event and event[::2] == ("start", part.start):
                return {(part.id, field): event._replace(at=start)}
        raise Refused("began elsewhere")

    def edit(self, sid, start=None, end=None):
        session = self.session(sid)
        sets, members = {}, [p for p in session["members"] if p.time]
        if not members or end is not None and session["state"] != "ended":
            raise Refused("still open")
        new = {p.id: list(p.time) for p in members}
        first, last = members[0], max(members, key=lambda p: top(p.time[-1][1]))
        if start is not None:
            new[first.id][0] = (start, new[first.id][0][1])
        if end is not None:
            new[last.id][-1] = (new[last.id][-1][0], end)
        for p in members:
            if tuple(new[p.id]) != p.time:
                if any(a >= top(b) or top(b) > self.now and b is not None for a, b in new[p.id]):
                    raise Refused("ends before its start")
                self.free(session["kind"], new[p.id], (sid,))
                sets.update(self.say(p, new[p.id]) if p.state == "ended" else self.begin(p, start))
        if not sets:
            raise Refused("nothing changes")
        return sets

    def move(self, sid, by, over=None):
        session = self.session(sid, "ended")
        whole = [(a + by, b + by) for a, b in session["time"]]
        sets = self.over(session["members"][0].id, session["kind"], whole, over)
        for p in (p for p in session["members"] if p.time):
            moved = [(a + by, b + by) for a, b in p.time]
            self.free(session["kind"], moved, (sid, over))
            sets.update(self.say(p, moved))
        return sets

    def over(self, rid, kind, time, other):
        """What makes another session, whose time one takes, give way to it for as long as both are there."""
        if other is None:
            return {}
        session = self.session(other, "ended")
        if session["kind"] != kind or not any(clip(session["time"], a, b) for a, b in time):
            raise Refused("nothing to make room")
        return {(rid, "over." + p.id): True for p in session["members"]}

    def split(self, sid, t):
        """Writes two sessions. What a merge had put behind the cut goes with the second."""
        session = self.session(sid, "ended")
        if not clip(session["time"], -INF, t) or not clip(session["time"], t, INF):
            raise Refused("outside")
        members, sets, heads = [p for p in session["members"] if p.time], {}, []
        early = [p for p in members if p.start < t]
        late = [p for p in members if p.start >= t]
        for p in (p for p in early if clip(p.time, t, INF)):
            sets.update(self.split_record(p, t))
            heads.append("%s/%d" % (p.id, t))
        if len(members) > 1:
            head = sid if sid in [p.id for p in early] else early[0].id
            for p in early:
                sets[p.id, "mergedInto"] = head
            for rid in heads + [p.id for p in late]:
                sets[rid, "mergedInto"] = (heads or [p.id for p in late])[0]
        return sets

    def split_record(self, part, t):
        """A record of its own for what is behind the cut. Pages are divided by time."""
        rid, new = part.id, "%s/%d" % (part.id, t)
        if self.log.get(new, "kind") is not None:
            raise Refused("split already")
        before, after = clip(part.time, -INF, t), clip(part.time, t, INF)
        sets = {} if "split-whole" in BUGS else self.say(part, before)
        sets[new, "times"] = Times(after[1:] or before if "split-lost" in BUGS else after, "ended")
        for field in ("kind", "book", "reading", "moodAfter"):
            if part.get(field) is not None:
                sets[new, field] = part.get(field)
        if part.get("moodAfter") is not None:
            sets[rid, "moodAfter"] = None
        done, whole = sum(b - a for a, b in before), sum(b - a for a, b in part.time)
        page, pages = part.get("page"), part.get("pages")
        if page is not None and rid in self.view().pages:
            start, end = self.view().pages[rid][:2]
            sets[new, "page"], sets[rid, "page"] = page, start + max(0, end - start) * done // whole
            sets.update(self.starting(part, new, sets[rid, "page"]))
        elif page is None and pages is not None:
            sets[rid, "pages"] = pages * done // whole
            sets[new, "pages"] = pages - sets[rid, "pages"]
            sets.update(self.starting(part, new, (part.get("from") or 0) + sets[rid, "pages"]))
        for other, record in self.log.records.items():  # what makes room for it, or it for what; the later of both
            mine, theirs = self.log.records[rid].get("over." + other), record.get("over." + rid)
            if mine and mine[1] and not (theirs and theirs[1] and mine[0] < theirs[0]):
                sets[new, "over." + other] = True
            elif theirs and theirs[1]:
                sets[other, "over." + new] = True
        for climb, shown in self.view().climbs.items():
            at = self.log.get(climb, "at")
            if self.log.get(climb, "session") == rid and (at is None or at >= t):
                sets[climb, "session"] = new
        return sets

    def starting(self, part, new, page):
        """The second part starts where the first ends, if somebody said where that one starts."""
        if part.get("from") is None or "split-start" in BUGS:
            return {}
        again = part.get("again")
        return {(new, "from"): page} | ({} if again is None else {(new, "again"): again})

    def merge(self, sid, into):
        one, other = self.session(sid, "ended"), self.session(into, "ended")
        if (
            one is other
            or (one["kind"], one["book"]) != (other["kind"], other["book"])
            or any(clip(one["time"], a, b) for a, b in other["time"])
        ):
            raise Refused("cannot be one")
        return {(p.id, "mergedInto"): other["id"] for p in one["members"]}

    def delete(self, sid):
        members = self.session(sid)["members"]
        return {(p.id, "deleted"): "yes" for p in (members[:1] if "delete-one" in BUGS else members)}

    def restore(self, rid):
        gone = [p for p in self.view().gone if p.id == rid]
        if not gone:
            raise Refused("not deleted")
        return {(p.id, "deleted"): "no" for p in gone}

    def rebook(self, sid, book):
        session, sets = self.session(sid), {}
        if self.view().book_of.get(book) == session["book"]:
            raise Refused("same book")
        for p in session["members"]:
            sets.update(self.about(p.id, book))
            if p.id in self.view().pages:
                sets[p.id, "page"], sets[p.id, "pages"] = None, self.view().pages[p.id][2]
        return sets

    def note(self, sid, text):
        session = self.session(sid)
        sets = {(p.id, "note"): "" for p in session["members"] if p.get("note")}
        head = next((p for p in session["members"] if p.id == sid), session["members"][0])
        return {**sets, (head.id, "note"): text}

    def mood(self, sid, value):
        return {(self.session(sid, "ended")["members"][-1].id, "moodAfter"): value}

    def repage(self, sid, page):
        return self.reached(self.session(sid, "ended"), page, None)

    # Books

    def add_book(self, title):
        return {("b:" + self.id, "title"): title}

    def alive(self, book):
        if book not in self.view().books:
            raise Refused("no such book")
        return self.view().books[book]

    def merge_books(self, book, into):
        members, view, sets = self.alive(book), self.view(), {}
        self.alive(into)
        if book == into:
            raise Refused("same book")
        sets = {(b, "mergedInto"): into for b in members}
        for r, held in view.readings.items():
            if view.book_of.get(self.log.get(r, "book")) == book and not held["outcome"]:
                heir = self.reading(into)
                if not heir[1]:
                    sets[r, "mergedInto"] = heir[0]
        return sets

    def delete_book(self, book):
        return {(b, "deleted"): "yes" for b in self.alive(book)}

    def finish(self, book):
        self.alive(book)
        reading, sets = self.reading(book)
        if sets:
            raise Refused("not begun")
        joined = {(r, "mergedInto"): reading for r in self.view().readings[reading]["members"] if r != reading}
        return {**joined, (reading, "outcome"): "finished"}

    def place(self, book, page):
        self.alive(book)
        reading, sets = self.reading(book)
        rid, high = "p:" + self.id, self.view().readings.get(reading, {"high": 0})["high"]
        sets.update({(rid, "reading"): reading, (rid, "at"): self.now, (rid, "page"): page})
        if page < high:
            sets[rid, "back"] = True
        return sets

    # Climbs

    def climb(self, sid, name, at=None):
        rid = "c:" + self.id
        at = self.now if at is None else at
        return {(rid, "session"): self.session(sid)["id"], (rid, "at"): at, (rid, "name"): name}

    def attempt(self, climb, result, tick=None):
        shown = self.view().climbs.get(climb)
        if shown is None or tick == "flash" and shown["tries"]:
            raise Refused("no first go")
        rid = "a:" + self.id
        return {(rid, "climb"): climb, (rid, "at"): self.now, (rid, "result"): result, (rid, "tick"): tick}

    def move_climb(self, climb, sid):
        if climb not in self.view().climbs:
            raise Refused("no such climb")
        return {(climb, "session"): self.session(sid)["id"]}

    # Taking back

    def undo(self, lid):
        return self.turn(lid, 0)

    def redo(self, lid):
        return self.turn(lid, 1)

    def turn(self, lid, parity):
        line, live = self.log.lines.get(lid), standing(self.log)
        if line is None or line.undoes:
            raise Refused("no such line")
        if (lid in live) == bool(parity):
            raise Refused("stands already")
        live = {**live, lid: line} if parity else {i: l for i, l in live.items() if i != lid}
        self.undoes = lid
        return turned(self.log, line, live, self.now, self.node)

    def last(self, back=1):
        mine = sorted((l.stamp, l.id) for l in standing(self.log).values())
        if len(mine) < back:
            raise Refused("nothing to undo")
        return mine[-back][1]

    def undo_last(self, back=1):
        return self.undo(self.last(back))
