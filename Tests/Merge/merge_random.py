"""Random longer histories of the merge model."""

import random

from merge_acts import Device, Refused
from merge_histories import log_of
from merge_invariants import check, effects, need, seen
from merge_records import Stamp

def some_act(view, log, rng):
    pick = lambda x: rng.choice(sorted(x)) if x else None
    shelf = [r for r in log.records if r[0] == "b" and log.get(r, "title")]
    book, other, one, two = pick(shelf), pick(shelf), pick(view.sessions), pick(view.sessions)
    line, climb = pick([l.id for l in log.lines.values() if not l.undoes]), pick(view.climbs)
    time = view.sessions[one]["time"] if one else ()
    start, end = (time[0][0], time[-1][1] or time[0][0] + 100) if time else (100, 200)
    at, page, pages = rng.randrange(60) * 10, rng.choice([None, 40, 90]), rng.choice([None, 10])
    return rng.choice([
        ("start", "climb"), ("start", "read", book), ("start", "read", book, rng.choice([None, 10, 60])),
        ("pause", one), ("resume", one), ("stop", one), ("stop", one, rng.choice([30, 60, 90, 120])),
        ("stop", one, None, 20),
        ("track", "climb", at, at + rng.choice([20, 50])), ("track", "read", at, at + 50, book, page, pages),
        ("track", "read", at, at + 30, book, rng.choice([50, 80]), None, rng.choice([None, 20, 70]), one),
        ("edit", one, start + rng.choice([-20, 10]), None), ("edit", one, None, end + rng.choice([-20, 10])),
        ("move", one, rng.choice([-200, 100, 15])), ("split", one, start + rng.choice([10, 20, 30])),
        ("split", one, start + rng.choice([10, 20, 30])), ("merge", one, two), ("merge", one, two), ("delete", one),
        ("restore", pick([p.id for p in view.gone])), ("rebook", one, book), ("note", one, "n%d" % at),
        ("mood", one, 1 + at % 5),
        ("repage", one, rng.choice([40, 100])), ("add_book", "B"), ("merge_books", book, other), ("delete_book", book),
        ("finish", book), ("place", book, rng.choice([20, 50, 110])), ("climb", one, rng.choice("XY")),
        ("attempt", climb, rng.choice(["sent", "fell"]), rng.choice([None, "flash"])), ("move_climb", climb, one),
        ("undo", line), ("undo", line), ("undo", line), ("redo", line),
    ])  # fmt: skip


def random_history(seed):
    """Devices with clocks that differ, and a server; what is sent may be late, lost, or come twice."""
    rng = random.Random(seed)
    base = log_of((1, "add_book", "A"), (2, "add_book", "B"))
    base.put("s:z", "future", Stamp(1, 0, 0, 0), "kept")
    base.put("z:1", "kind", Stamp(1, 0, 0, 0), "kept")
    count, bag, now, lines = rng.choice([2, 2, 3, 4]), [], 1000, []
    devices, server = [Device(n + 1, base.copy()) for n in range(count)], Device(9, base.copy())
    skew = [rng.choice([0, 0, 0, 30, -30]) for _ in devices]
    names = [n for n in dir(Device) if n[0] != "_"]
    habits = (
        set(rng.sample(names, len(names) // 2)) | {"start", "track", "stop"} if rng.random() < 0.6 else set(names)
    )
    for _ in range(rng.randrange(8, 40)):
        now, index, chance = now + rng.choice([1, 7, 20]), rng.randrange(count), rng.random()
        for _ in range(6 if chance < 0.65 else 0):
            act = some_act(devices[index].view(), devices[index].log, rng)
            try:
                if act[0] in habits:
                    lines.append(devices[index].do(now + skew[index], *act))
                    break
            except Refused:
                continue
        if 0.65 <= chance < 0.78:
            server.hear(devices[index].log)
        elif 0.78 <= chance < 0.9:
            devices[index].hear(server.log)
        elif 0.9 <= chance < 0.94:
            bag.append((rng.choice(devices + [server]), devices[index].log.copy()))
        elif chance >= 0.94 and bag:
            to, log = rng.choice(bag)
            to.hear(log)
    for dev in devices:
        server.hear(dev.log)
    for dev in devices:
        dev.hear(server.log)
    return base, devices, server, lines


def try_random(seed):
    base, devices, server, lines = random_history(seed)
    need(
        (server.log.get("s:z", "future"), server.log.get("z:1", "kind")) == ("kept", "kept"),
        "what is unknown was lost",
    )
    for dev in devices:
        need(seen(dev) == seen(server), "devices differ")
    effect = {l.id: effects(base.copy(), [o for o in lines if o.id in l.knows], l) for l in lines}
    check(base, lines, effect, 10**6)
    return len(lines)
