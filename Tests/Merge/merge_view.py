"""The view of the merge model: all that is shown, computed from records alone."""

import itertools

from merge_records import BUGS, INF
from merge_stored import rank
from merge_time import Recorded, claims_of, clip, fold, top, union, without


def root(pointers, rid):
    """Where a row of merges ends; of a circle the smallest."""
    row = []
    while pointers.get(rid) not in (None, rid):
        if rid in row:
            return min(row[row.index(rid) :], key=rank)
        row.append(rid)
        rid = pointers[rid]
    return rid


class View:
    """All that is shown, computed from records alone. `reported`: what a person should look at."""

    def __init__(self, log):
        self.log, self.reported = log, set()
        of = lambda prefix: sorted(r for r in log.records if r.startswith(prefix))
        self.book_of = {b: log.get(b, "mergedInto") for b in of("b:")}
        self.book_of = {b: root(self.book_of, b) for b in self.book_of}
        self.find_parts(of("s:"))
        self.find_sessions()
        self.make_room()
        self.find_overlaps()
        self.find_readings(of("r:"))
        self.count_pages(of("p:"))
        self.find_climbs(of("c:"), of("a:"))
        self.find_books()

    def find_parts(self, records):
        log, claims = self.log, {}
        known = {rid: log.get(rid, "kind") for rid in records if log.get(rid, "kind") is not None}
        for rid, kind in known.items():
            if log.get(rid, "deleted") == "yes":
                continue
            if "open-claims" in BUGS and fold(rid, log.records[rid], ())[1] == "ended":
                continue
            claims.setdefault(kind, []).extend((at, rank(rid)) for at in claims_of(log.records[rid]))
        self.parts = {}
        for rid, kind in known.items():
            rivals = sorted(c for c in claims.get(kind, ()) if c[1] != rank(rid))
            self.parts[rid] = Recorded(log, rid, rivals)

    def find_sessions(self):
        """Sessions are the records that are there, by where their merges end, and what they are about."""
        pointers = {p.id: p.get("mergedInto") for p in self.parts.values()}
        groups = {}
        self.gone = []
        for part in self.parts.values():
            head = self.parts.get(root(pointers, part.id), part) if "dead-heir" in BUGS else part
            if "yes" in (part.get("deleted"), head.get("deleted")):
                self.gone.append(part)
                continue
            book = None if "any-book" in BUGS else part.get("book")
            key = (root(pointers, part.id), part.get("kind"), self.book_of.get(book, book))
            groups.setdefault(key, []).append(part)
        self.sessions, self.session_of = {}, {}
        for (head, kind, book), members in groups.items():
            members.sort(key=lambda p: (p.start, rank(p.id)))
            sid = head if any(p.id == head for p in members) else min((p.id for p in members), key=rank)
            session = {"id": sid, "kind": kind, "book": book, "members": members}
            session["time"] = union([s for p in members for s in p.time])
            states = [p.state for p in members]
            session["state"] = next((s for s in ("running", "paused") if s in states), "ended")
            session["inferred"] = next((p.inferred for p in members if p.inferred is not None), None)
            notes = []
            for note in (p.get("note") for p in members):
                if note and note not in notes:
                    notes.append(note)
            session["note"] = "\n".join(notes) or None
            before = [p.get("moodBefore") for p in members]
            after = [p.get("moodAfter") for p in members]
            session["moods"] = (next((m for m in before if m), None), next((m for m in reversed(after) if m), None))
            self.sessions[sid] = session
            for part in members:
                self.session_of[part.id] = session
            for at in (at for p in members for at in p.idle):
                self.reported.add(("ineffective press", sid, at))
            if session["inferred"] is not None:
                self.reported.add(("ended by other start", sid, session["inferred"]))

        for part in self.parts.values():
            target = self.parts.get(pointers[part.id])
            if part.id not in self.session_of or target is None or target is part:
                continue
            if self.session_of.get(target.id) is not self.session_of[part.id]:
                self.reported.add(("ineffective merge", part.id, target.id))

    def make_room(self):
        """A session that was logged over another has the time of both; of two that say so, the later saying holds."""
        over = {}
        for part in self.parts.values():
            for field, (stamp, value) in part.record.items():
                if not (field.startswith("over.") and value and part.id in self.session_of):
                    continue
                one = self.session_of[part.id]
                for other in (s for s in self.sessions.values() if s is not one):
                    if any(p.id == field[5:] for p in other["members"]):
                        over[one["id"], other["id"]] = max(stamp, over.get((one["id"], other["id"]), stamp))
        taken = {sid: s["time"] for sid, s in self.sessions.items()}
        for (one, other), stamp in over.items():
            if over.get((other, one), stamp) <= stamp or "mutual-room" in BUGS:
                self.sessions[other]["time"] = without(self.sessions[other]["time"], taken[one])
                if not self.sessions[other]["time"]:
                    self.reported.add(("no time left", other))

    def find_overlaps(self):
        shown = sorted(self.sessions.values(), key=lambda s: rank(s["id"]))
        for one, other in itertools.combinations(shown, 2):
            if one["kind"] == other["kind"] and any(clip(one["time"], a, top(b)) for a, b in other["time"]):
                self.reported.add(("overlap", one["id"], other["id"]))

    def find_readings(self, records):
        """A reading is a book and a number. Of books that were merged, the last ones without an outcome are one."""
        log, last = self.log, {}
        pointers = {r: log.get(r, "mergedInto") for r in records}
        for rid in records:
            book, number = log.get(rid, "book"), log.get(rid, "number")
            if book and number > last.get(book, (0, None))[0]:
                last[book] = (number, rid)
        for book, (_, rid) in sorted(last.items()):
            heirs = [
                r
                for b, (_, r) in last.items()
                if self.book_of.get(b) == self.book_of.get(book) and not log.get(r, "outcome")
            ]
            if rid in heirs and pointers[rid] is None and min(heirs) != rid:
                pointers[rid] = min(heirs)
        self.reading_of = {r: root(pointers, r) for r in records}
        self.readings = {}
        for rid in records:
            head = self.readings.setdefault(
                self.reading_of[rid], {"members": [], "outcome": None, "place": 0, "high": 0, "noted": (-INF, 0)}
            )
            head["members"].append(rid)
            held = log.records[rid].get("outcome")
            if held and held[1] and (head["outcome"] is None or held > head["outcome"]):
                head["outcome"] = held

    def count_pages(self, places):
        """Walks through a reading in the order of time; each page counts once unless it was said to be read again."""
        order = []
        for part in self.parts.values():
            reading = self.reading_of.get(part.get("reading"))
            if reading and part.time and part.id in self.session_of:
                order.append((part.start, 1, part.id, reading, part, "begin"))
                if part.time[-1][1] is not None:
                    order.append((part.time[-1][1], 0, part.id, reading, part, "end"))
        for rid in places:
            if self.log.get(rid, "at") is not None:
                reading = self.reading_of.get(self.log.get(rid, "reading"))
                order.append((self.log.get(rid, "at"), 0, rid, reading, None, "place"))
        self.pages, begun = {}, {}
        for at, _, pid, reading, part, what in sorted(order, key=lambda o: (*o[:2], rank(o[2]))):
            state = self.readings[reading]
            if what == "place":
                state["place"] = self.log.get(pid, "page")
                state["noted"] = (at, state["place"])
                if self.log.get(pid, "back"):
                    state["high"] = state["place"]
            elif what == "begin":
                begun[pid] = state["place"]
            else:
                self.count(part, begun[pid], state)
        for session in self.sessions.values():
            counts = [self.pages[p.id] for p in session["members"] if p.id in self.pages]
            session["pages"] = sum(c[2] for c in counts) if counts else None

    def count(self, part, place, state):
        said, page, pages, high = part.get("from"), part.get("page"), part.get("pages"), state["high"]
        if page is None and pages is None and state["noted"][0] >= part.start and state["noted"][1] > place:
            page = state["noted"][1]
        if page is None and pages is None:
            return
        start = max(place, high) if said is None else said
        high = 0 if "no-high" in BUGS else high
        end = start + pages if page is None else page
        if end < start:
            self.reported.add(("ends before start", part.id, end, start))
        if said is None:
            start = min(start, end)
        free = part.get("again") if said is not None else page is None
        counted = start if free else min(end, max(start, high))
        if counted != start:
            self.reported.add(("pages counted before", part.id, start, counted))
        self.pages[part.id] = (start, end, max(0, end - counted), counted)
        state["place"], state["high"] = end, max(state["high"], end)

    def find_climbs(self, climbs, attempts):
        log = self.log
        self.climbs = {}
        for rid in climbs:
            session = self.session_of.get(log.get(rid, "session"))
            if session and log.get(rid, "deleted") != "yes":
                self.climbs[rid] = {"session": session["id"], "name": log.get(rid, "name"), "tries": []}
        for rid in attempts:
            climb = self.climbs.get(log.get(rid, "climb"))
            if climb is not None and log.get(rid, "deleted") != "yes":
                climb["tries"].append((log.get(rid, "at"), rid))
        firsts = {}
        for rid, climb in self.climbs.items():
            climb["tries"].sort()
            for at, attempt in climb["tries"]:
                key = (climb["session"], climb["name"])
                firsts[key] = min(firsts.get(key, (at, attempt)), (at, attempt))
        for rid, climb in self.climbs.items():
            first = firsts.get((climb["session"], climb["name"]))
            tries, climb["tries"] = climb["tries"], []
            for at, attempt in tries:
                said, sent = log.get(attempt, "tick"), log.get(attempt, "result") == "sent"
                is_first = (at, attempt) == first
                shown = said or (("flash" if is_first else "redpoint") if sent else None)
                climb["tries"].append((attempt, shown, is_first or shown != "flash"))
                if shown == "flash" and not is_first:
                    self.reported.add(("not first attempt", attempt))

    def find_books(self):
        log, self.books = self.log, {}
        for rid in sorted(self.book_of):
            if log.get(rid, "title") is None or log.get(rid, "deleted") == "yes":
                continue
            if log.get(self.book_of[rid], "deleted") == "yes":
                self.reported.add(("ineffective merge", rid, self.book_of[rid]))
            self.books.setdefault(self.book_of[rid], []).append(rid)

    def running(self):
        return sorted((s["kind"], s["id"]) for s in self.sessions.values() if s["state"] != "ended")

    def minutes(self):
        """The minutes that count, by kind: how often each stretch does. An open one counts to the end of time."""
        return [(s["kind"], s["id"], s["time"]) for s in self.sessions.values()]

    def shape(self):
        """The view as one value, to be compared."""
        sessions = tuple(
            (sid, s["kind"], s["book"], s["time"], s["state"], s["note"], s["moods"], s["pages"])
            for sid, s in sorted(self.sessions.items())
        )
        used = {self.reading_of.get(p.get("reading")) for s in self.sessions.values() for p in s["members"]}
        places = tuple(
            (r, v["place"], (v["outcome"] or (0, None))[1])
            for r, v in sorted(self.readings.items())
            if r in used or v["outcome"] or v["place"]
        )
        climbs = tuple((r, c["session"], c["name"], tuple(c["tries"])) for r, c in sorted(self.climbs.items()))
        books = tuple((b, tuple(m)) for b, m in sorted(self.books.items()))
        return sessions, places, climbs, books
