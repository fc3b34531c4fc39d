"""What must hold of each history in the merge model."""

import itertools

from merge_acts import Device
from merge_history import conflicts, standing, unsettled
from merge_records import INF, Log
from merge_stored import rank
from merge_time import clip, top, union, without
from merge_view import View


class Failure(Exception):
    pass


def need(true, *what):
    if not true:
        raise Failure(*what)


def device(node, base, lines):
    log = base.copy()
    for line in lines:
        log.take(line)
    return Device(node, log)


def seen(dev):
    return dev.view().shape(), dev.view().reported | conflicts(dev.log)


def counted(view):
    kinds = {}
    for s in view.sessions.values():
        kinds.setdefault(s["kind"], []).extend(s["time"])
    return {kind: union(time) for kind, time in kinds.items()}


def minus(one, other):
    return {kind: without(time, other.get(kind, ())) for kind, time in one.items()}


def effects(base, known, line):
    """The minutes that an act added and took where it was done, and whether something was reported there before."""
    dev = device(9, base, known)
    before, reported = dev.view(), bool(seen(dev)[1])
    dev.log.take(line)
    after = View(dev.log)
    if line.title == "delete":
        need(len(before.sessions) == len(after.sessions) + 1 or reported, "deleted in part")
    have, had = counted(after), counted(before)
    added = minus(have, had)
    if line.title == "split" and not reported:
        need(have == had, "split with other time")
        splits(before, after, line, after.reported | conflicts(dev.log))
    if line.title not in ("start", "resume"):  # nobody pressed start: it only seems to run on there
        added = {kind: without(held, [s for s in have[kind] if s[1] is None]) for kind, held in added.items()}
    return added, minus(had, have), reported


def splits(before, after, line, reported):
    """A split reports nothing and keeps the pages, unless something else was read during the session."""
    parts = {rid for rid, field in line.sets if field == "times"}
    alone = not any(read_during(before, before.parts[rid]) for rid in parts if rid in before.parts)
    about_pages = ("ends before start", "pages counted before")
    need(not [issue for issue in reported if alone or issue[0] not in about_pages], "split with other time")
    pages = [sum(view.pages[p][2] for p in parts if p in view.pages) for view in (before, after)]
    need(not alone or pages[0] == pages[1], "split with other pages", pages)


def read_during(view, part):
    """Whether the same was read in another session, or a page of it noted, during one."""
    of = lambda rid: view.reading_of.get(view.log.get(rid, "reading"))
    if of(part.id) is None or not part.time:
        return False
    start, end = part.start, top(part.time[-1][1])
    others = [p for p in view.parts.values() if p is not part and p.id in view.session_of and p.time]
    spans = [(p.start, top(p.time[-1][1])) for p in others if of(p.id) == of(part.id)]
    noted = [view.log.get(r, "at") for r in view.log.records if r.startswith("p:") and of(r) == of(part.id)]
    return any(a <= end and start <= b for a, b in spans + [(at, at) for at in noted if at is not None])


def check(base, lines, effect, now, deep=True):
    dev = device(9, base, lines)
    shape, reported = seen(dev)
    view, log, live = dev.view(), dev.log, set(standing(dev.log))
    converges(base, lines, dev, shape, reported, deep)
    kinds = [kind for kind, _ in view.running()]
    need(len(kinds) == len(set(kinds)), "two run", view.running())
    for one, other in itertools.combinations(sorted(view.sessions.values(), key=lambda s: rank(s["id"])), 2):
        if one["kind"] == other["kind"] and any(clip(one["time"], a, top(b)) for a, b in other["time"]):
            need(("overlap", one["id"], other["id"]) in reported, "minutes twice", one["id"], other["id"])
    need(all(a < top(b) for s in view.sessions.values() for a, b in s["time"]), "negative time")
    if not reported:
        no_minute_lost(base, lines, effect, counted(view), now, live)
    stays_deleted(lines, log, view, live)
    pages_once(log, view)
    for line in lines:
        if line.id in live:
            undo_is_never(base, lines, line, shape, deep)
    if deep and not unsettled(dev.log):
        all_undone(base, [l for l in lines if l.id in live], dev.log, shape)
    return shape, reported


def converges(base, lines, dev, shape, reported, deep):
    other, parts = Log(), [device(9, base, [line]).log for line in lines] or [base]
    for part in reversed(parts):
        other.join(part).join(part)
    need(other.records == dev.log.records and other.lines == dev.log.lines, "records differ")
    if deep:
        other.records = dict(reversed(list(other.records.items())))
        view = View(other)
        need((view.shape(), view.reported | conflicts(other)) == (shape, reported), "views differ")


def no_minute_lost(base, lines, effect, have, now, live):
    """Each minute that an act added counts, unless an act took it that knew, and where nothing is reported."""
    pressed = [l.stamp.time for l in lines if l.title in ("pause", "stop") and l.id in live]
    for line in (l for l in lines if l.id in live):
        again = line.title in ("restore", "undo", "redo")
        for kind, added in effect[line.id][0].items():
            if again and any(l.id not in live for l in lines if not l.undoes):
                continue  # it brought back what another act had added, which is taken back by now
            if again:
                added = clip([s for s in added if s[1] is not None], -INF, min(pressed, default=INF))
            if added and added[-1][1] is None:  # it ran on as this device saw it, until somebody pressed stop
                added = clip(added, -INF, min((at for at in pressed if at > added[-1][0]), default=INF))
            lost = clip(without(added, have.get(kind, ())), -INF, now)
            for other in lines:
                if line.id in other.knows and effect[other.id][2]:
                    lost = ()
                if line.id in other.knows or again:
                    lost = without(lost, effect[other.id][1].get(kind, ()))
            need(not lost, "minutes lost", line.title, kind, lost)
    is_over = any(field.startswith("over.") for line in lines for _, field in line.sets)
    if is_over or any(reported for _, _, reported in effect.values()):
        return
    for kind, held in counted(View(base)).items():
        lost = clip(without(held, have.get(kind, ())), -INF, now)
        for line in lines:
            lost = without(lost, effect[line.id][1].get(kind, ()))
        need(not lost, "minutes of the base lost", kind, lost)


def stays_deleted(lines, log, view, live):
    for line in (l for l in lines if l.title == "delete" and l.id in live):
        for (rid, field), _ in line.sets.items():
            if log.get(rid, field) == "yes":
                need(
                    not any(p.id == rid for s in view.sessions.values() for p in s["members"]),
                    "deleted and shown",
                    rid,
                )
            else:
                back = [l for l in lines if l.title in ("restore", "undo", "redo") and (rid, field) in l.sets]
                need(back, "back without a restore", rid)


def pages_once(log, view):
    spans, back = {}, {view.reading_of.get(log.get(r, "reading")) for r in log.records if log.get(r, "back")}
    for pid, (start, end, n, first) in view.pages.items():
        part = view.parts[pid]
        page, pages = log.get(part.id, "page"), log.get(part.id, "pages")
        need(n >= 0, "negative pages")
        need(page is None or end == page, "page overridden", pid, end)
        need(
            pages is None or page is not None or part.get("from") is not None or n == pages,
            "count overridden",
            pid,
            n,
        )
        if not part.get("again"):
            spans.setdefault(view.reading_of[part.get("reading")], []).append((first, first + n))
    for reading, held in spans.items():
        held = sorted(s for s in held if s[0] < s[1])
        need(reading in back or all(x[1] <= y[0] for x, y in zip(held, held[1:])), "pages twice", held)
    for session in view.sessions.values():
        for part in session["members"]:
            note = log.get(part.id, "note")
            need(not note or note in session["note"], "note overridden", note)


def undo_is_never(base, lines, line, shape, deep):
    """An undo leaves what there would be had the line never been; undone and done again nothing has changed."""
    never = device(9, base, [l for l in lines if l is not line])
    # An undo also settles what earlier ones left.
    if all(line.id not in other.knows for other in lines) and not line.sets.keys() & unsettled(never.log).keys():
        dev = device(8, base, lines)
        dev.do(10**6, "undo", line.id)
        need(dev.view().shape() == never.view().shape(), "undo is not never", line.title)
    if deep and not line.sets.keys() & unsettled(device(8, base, lines).log).keys():
        dev = device(8, base, lines)
        dev.do(10**6, "undo", line.id)
        dev.do(10**6 + 1, "redo", line.id)
        need(dev.view().shape() == shape, "undo and redo is not nothing", line.title)


def all_undone(base, lines, log, shape):
    """One act undone after another, whichever first, leaves what there was; all done again, what there is."""
    never, live = Device(9, base.copy()), standing(log)
    for lid in standing(base):
        if lid not in live:
            never.do(10**6, "undo", lid)
    for first in (lines, lines[::-1]):
        dev = Device(8, log.copy())
        for line in first:
            dev.do(10**6, "undo", line.id)
        need(dev.view().shape() == never.view().shape(), "all undone is not never", first[0].title if first else "")
        for line in first:
            dev.do(10**6 + 1, "redo", line.id)
        need(dev.view().shape() == shape, "all redone is not the same", first[0].title if first else "")
