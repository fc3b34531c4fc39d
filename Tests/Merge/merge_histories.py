"""All small histories of the merge model: what all know, and what may be done."""

import itertools

from merge_acts import Device, Refused
from merge_invariants import Failure, check, device, effects
from merge_stored import rank

def closed(lines):
    """All sets of lines that a device may have heard of."""
    for size in range(len(lines) + 1):
        for some in itertools.combinations(lines, size):
            have = {line.id for line in some}
            if all(other.id in have for line in some for other in lines if other.id in line.knows):
                yield some


def explore(base, choices, k, now=2000, every=1):
    """Tries every history of up to k acts; gives how many, what failed, and which pairs end silently in another way
    than on one device that had done both in either order."""
    count, failed, silent = 0, {}, {}
    todo = [([], {}, [])]
    while todo:
        lines, effect, acts = todo.pop()
        if lines:
            count += 1
            try:
                shape, reported = check(base, lines, effect, now + 10 * len(lines) - 10, count % every == 0)
                if (
                    len(lines) == 2
                    and lines[0].id not in lines[1].knows
                    and not reported
                    and shape not in in_turn(base, acts, now)
                ):
                    silent.setdefault(tuple(sorted(a[0] for a in acts)), acts)
            except Failure as failure:
                failed.setdefault((failure.args[0], tuple(sorted(a[0] for a in acts))), (acts, failure.args[1:]))
        if len(lines) == k:
            continue
        for known in closed(lines):
            dev = device(len(lines) + 1, base, known)
            dev.named = "x%d" % (len(lines) + 1)
            for act in choices(dev.view(), dev.log, known):
                try:
                    line = dev.write(now + 10 * len(lines), *act)
                    result = effects(base, known, line)
                except Refused:
                    continue
                except Failure as failure:
                    failed.setdefault((failure.args[0], (act[0],)), (acts + [act], failure.args[1:]))
                    continue
                todo.append((lines + [line], {**effect, line.id: result}, acts + [act]))
    return count, failed, silent


def in_turn(base, acts, now):
    for order in ((0, 1), (1, 0)):
        dev = device(1, base, [])
        for index in order:
            dev.node, dev.named = index + 1, "x%d" % (index + 1)
            try:
                dev.do(now + 10 * index, *acts[index])
            except Refused:
                pass
        yield dev.view().shape()


def log_of(*acts):
    dev = Device(0)
    for index, act in enumerate(acts):
        dev.named = str(index)
        dev.do(*act)
    return dev.log


def taking_back(known):
    for verb in ("undo", "redo"):
        for line in known:
            if not line.undoes:
                yield (verb, line.id)
    yield ("undo", "2")  # what all know: a session, or a climb


def past(view, log, known):
    """Sessions that have ended."""
    for sid, s in sorted(view.sessions.items(), key=lambda s: rank(s[0])):
        if not s["time"] or s["time"][-1][1] is None:
            continue
        start, end = s["time"][0][0], s["time"][-1][1]
        yield from (("split", sid, start + 20), ("split", sid, start + 40), ("move", sid, 400))
        yield from (("edit", sid, start - 10, None), ("edit", sid, None, end - 25))
        yield from (("delete", sid), ("note", sid, "n%d" % len(log.lines)), ("mood", sid, 3))
        yield from (("repage", sid, 50), ("rebook", sid, "b:1"))
        yield from (("merge", sid, other) for other in sorted(view.sessions, key=rank) if other != sid)
        yield from (("move", sid, -20, other) for other in sorted(view.sessions, key=rank) if other == "s:x1")
    yield from (("restore", part.id) for part in view.gone)
    yield ("track", "read", 165, 190, "b:0", 70)
    if view.sessions:
        yield ("track", "read", 230, 250, "b:0", 100, None, None, max(view.sessions, key=rank))
    yield from taking_back(known)


def present(view, log, known):
    """A session that runs or is paused."""
    for sid in (s for s in sorted(view.sessions, key=rank) if s not in ("s:2",)):
        s = view.sessions[sid]
        yield from ((verb, sid) for verb in ("pause", "resume", "stop", "delete"))
        yield from (
            ("stop", sid, 50),
            ("stop", sid, None, 15),
            ("note", sid, "n%d" % len(known)),
            ("rebook", sid, "b:1"),
        )
        if s["time"]:
            yield ("edit", sid, s["time"][0][0] - 100, None)
        yield from (("merge", sid, "s:2"), ("move", sid, 400))
    yield from (("restore", part.id) for part in view.gone)
    yield from (("start", "read", "b:0"), ("start", "read", "b:1"), ("start", "climb"), ("place", "b:0", 40))
    yield from (("track", "read", 1600, 1700, "b:0", 45), ("undo", "3"))
    yield from taking_back(known)


def books(view, log, known):
    for one, other in (("b:0", "b:1"), ("b:1", "b:0")):
        yield from (("merge_books", one, other), ("delete_book", one), ("finish", one), ("start", "read", one))
        yield from (("track", "read", 300, 340, one, 80), ("track", "read", 400, 460, one, None, 20))
        yield from (("track", "read", 500, 560, one, 60, None, 10), ("place", one, 50), ("place", one, 20))
    for sid in sorted(view.sessions, key=rank):
        yield from (("rebook", sid, "b:0"), ("rebook", sid, "b:1"), ("stop", sid, 90))
        if sid in ("s:2", "s:x1"):
            yield from (("delete", sid), ("repage", sid, 55))
    yield from taking_back(known)


def climbs(view, log, known):
    for climb in sorted(view.climbs):
        yield from (("attempt", climb, "sent"), ("attempt", climb, "sent", "flash"), ("attempt", climb, "fell"))
        yield from (
            ("move_climb", climb, sid)
            for sid in sorted(view.sessions, key=rank)
            if sid != view.climbs[climb]["session"]
        )
    for sid, s in sorted(view.sessions.items(), key=lambda s: rank(s[0])):
        if s["time"] and s["time"][-1][1] is not None:
            start = s["time"][0][0]
            yield from (("split", sid, start + 60), ("move", sid, 450), ("delete", sid))
            yield from (("edit", sid, None, start + 30), ("climb", sid, "Nine"))
            yield from (("merge", sid, other) for other in sorted(view.sessions, key=rank) if other != sid)
    yield from taking_back(known)


SHELF = ((1, "add_book", "Dune"), (2, "add_book", "Emma"), (1000, "track", "read", 100, 160, "b:0", 30))
BASES = {
    "past": (
        log_of(*SHELF, (1001, "track", "read", 200, 260, "b:0", None, 30), (1002, "note", "s:3", "before")),
        past,
    ),
    "running": (log_of(*SHELF, (1500, "start", "read", "b:0")), present),
    "paused": (log_of(*SHELF, (1500, "start", "read", "b:0"), (1700, "pause", "s:3")), present),
    "books": (log_of(*SHELF), books),
    "climbs": (
        log_of(
            (1000, "track", "climb", 100, 200),
            (1001, "track", "climb", 300, 400),
            (1002, "climb", "s:0", "Zora", 150),
            (1003, "climb", "s:1", "Zora", 350),
            (1004, "attempt", "c:3", "fell"),
        ),
        climbs,
    ),
}
MEANT = {("move", "move")}  # ends as neither order would on one device, and better: the same move twice is one
