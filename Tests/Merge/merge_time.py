"""Time in the merge model: segments, and the timer of one record."""

from merge_records import BUGS, INF
from merge_stored import rank


def union(stretches):
    out = []
    for a, b in sorted(stretches, key=lambda s: (s[0], INF if s[1] is None else s[1])):
        if out and a <= top(out[-1][1]):
            out[-1] = (out[-1][0], opened(max(top(out[-1][1]), top(b))))
        else:
            out.append((a, b))
    return tuple(out)


def top(end):
    return INF if end is None else end


def opened(end):
    return None if end == INF else end


def clip(stretches, low, high):
    cut = ((max(a, low), min(top(b), high)) for a, b in stretches)
    return tuple((a, opened(b)) for a, b in cut if a < b)


def without(stretches, others):
    for a, b in others:
        stretches = clip(stretches, -INF, a) + clip(stretches, top(b), INF)
    return tuple(sorted(stretches, key=lambda s: s[0]))


def claims_of(record):
    """When a person started the session or went on with it, whatever was said of its time since."""
    held = ((s, v) for f, (s, v) in record.items() if f.startswith("event.") and v)
    return sorted(min(event.pressed, stamp.time) for stamp, event in held if event.action in ("start", "claim"))


def events(rid, record):
    """What a person said and pressed, in the order of time; a start also says when it was claimed."""
    out, own = [], claims_of(record)
    stamp, times = record.get("times") or (None, None)
    if times:
        for index, (a, b) in enumerate(times.segments):
            claim = own[-1] if own and b is None else a
            out.append((a, stamp, 2 * index, "", "start", (claim, rank(rid))))
            if b is not None:
                out.append((b, stamp, 2 * index + 1, "", "pause", None))
        if times.state == "ended":
            out.append((out[-1][0], stamp, INF, "", "stop_paused", None))
    for field, (stamp, event) in record.items():
        if field.startswith("event.") and event and event.action != "claim":
            claim = (min(event.pressed, stamp.time), rank(rid))
            out.append((event.at, stamp, -1, rank(field.split(".", 1)[1]).hex(), event.action, claim))
    return sorted(out, key=lambda e: e[:4])


class Recorded:
    """The time of one session record, with all records that may be one session with it still apart."""

    def __init__(self, log, rid, claims):
        self.id, self.record = rid, log.records.get(rid, {})
        self.time, self.state, self.inferred, self.idle = fold(rid, self.record, claims)
        self.start = self.time[0][0] if self.time else INF

    def get(self, field):
        held = self.record.get(field)
        return held[1] if held else None


def fold(rid, record, claims):
    """The stretches of a session: starts and stops in order; one without a stop ends where another is claimed."""
    done, begun, state, mine, inferred, idle = [], None, "ended", None, None, []
    order = events(rid, record)
    times = record["times"][1] if "times" in record else None
    said = [(a, b) for a, b in times.segments if b is not None] if times else ()

    def claimed(after, before=INF):
        return next((c for c in claims if after < c and c[0] < before), None)

    for at, _, index, _, what, claim in order:
        if index < 0 and any(a <= at < b for a, b in said):
            idle += [] if "quiet-press" in BUGS else [at]
        elif what == "start":
            if begun is not None:
                other = claimed(mine, at)
                if other is None:
                    continue
                done.append((begun, max(begun, other[0])))
            begun, state, mine = at, "running", claim
        elif begun is not None:
            if what == "stop_paused" and index < 0:
                idle.append(at)
            done.append((begun, at))
            begun, state = None, "paused" if what == "pause" else "ended"
        else:
            if what != "stop_paused" and index < 0 and done and at > done[-1][1] and "quiet-press" not in BUGS:
                idle.append(at)
            state = state if what == "pause" else "ended"
    last = claims_of(record)
    other = claimed((last[-1], rank(rid)) if last else mine) if state != "ended" and mine else None
    if other and "no-inference" not in BUGS:
        inferred, state = max(other[0], begun or 0), "ended"
    if begun is not None:
        done.append((begun, inferred))
    return tuple(s for s in done if s[0] < top(s[1])), state, inferred, idle
