"""What the merge model reports from history: who knew of whose acts."""

from merge_records import BUGS, Stamp, order


def turns_of(log):
    """How often each line was taken back and done again; odd while it is taken back."""
    turns = {}
    for line in log.lines.values():
        if line.undoes:
            turns[line.undoes] = max(turns.get(line.undoes, 0), line.turn)
    return turns


def standing(log):
    """The lines that count: those not taken back, or done again since."""
    turns = turns_of(log)
    return {l.id: l for l in log.lines.values() if not l.undoes and turns.get(l.id, 0) % 2 == 0}


def lasting(log):
    """The undos and redos that count: those that were not turned again."""
    turns = turns_of(log)
    return {l.id: l for l in log.lines.values() if l.undoes and l.turn == turns[l.undoes]}


def turned(log, line, live, now, node):
    """What undoes or redoes a line: each field gets what the last act that counts set, under its stamp with the next
    turn."""
    sets = {}
    for key in line.sets:
        stamp = log.records[key[0]][key[1]][0]
        maker = next(l for l in log.lines.values() if l.stamp == stamp._replace(turn=0))
        if maker.id not in live or maker is line and stamp.turn:
            fresh = "fresh-undo" in BUGS
            when = Stamp(now, 0, node, stamp.turn + 1) if fresh else stamp._replace(turn=stamp.turn + 1)
            sets[key] = (when, meant_value(key, live))
    return sets


def meant_value(key, live):
    """The value of the last act that counts."""
    held = [line.sets[key] for line in live.values() if key in line.sets]
    return max(held, key=lambda h: order(h[0], key[1], h[1]))[1] if held else None


def unsettled(log):
    """The fields with a value that an undo put back and that another one, unknown to it, took back; and what is due."""
    live, found = standing(log), {}
    for rid, record in log.records.items():
        for field, (stamp, value) in record.items():
            due = meant_value((rid, field), live) if stamp.turn else value
            if due != value:
                found[rid, field] = due
    return found


def conflicts(log):
    """What lost where two people's acts did not know of each other, and what was deleted here and changed there."""
    meant, turned, reported, by_field = standing(log), lasting(log), set(), {}
    due = unsettled(log)
    for line in log.lines.values():
        for key, (stamp, value) in line.sets.items():
            by_field.setdefault(key, []).append((stamp, value, line))
    for (rid, field), setters in by_field.items():
        stamp, value = log.records[rid][field]
        if field in ("again", "reading") or "silent-loss" in BUGS:
            continue
        if (rid, field) in due:
            reported.add(("lost value", rid, field, due[rid, field]))
        for mine, lost, line in setters:
            counts = line.id in meant
            if line.id in turned and lost is not None:  # what was put back where the other knew only what was changed
                others = [other for s, _, other in setters if s == stamp and line.id not in other.knows]
                counts = any(line.undoes in other.knows for other in others)
            if not counts or lost == value:
                continue
            later = (other for theirs, _, other in setters if mine < theirs and other.id in meant)
            if not any(line.id in other.knows for other in later):
                reported.add(("lost value", rid, field, lost))
    for (rid, field), setters in by_field.items():
        stamp, value = log.records[rid][field]
        if not (field == "deleted" and value == "yes" or field == "kind" and value is None):
            continue
        gone = [
            line
            for _, v, line in setters
            if v == value and (line.id in meant or line.id in turned and not puts_back(log, line, (rid, field)))
        ]
        final = [line for s, v, line in setters if s == stamp and v == value]
        for (other, name), edits in by_field.items():
            if name == field or not (other == rid or child(log, other, rid)):
                continue
            for mine, new, line in edits:
                put_back = line.id in turned and mine == log.records[other][name][0]
                if (
                    (line.id in meant or put_back and any(line.undoes in f.knows for f in final))
                    and new is not None
                    and not any(f.id in line.knows for f in final)
                    and not any(line.id in g.knows or g is line for g in gone)
                ):
                    reported.add(("changed where deleted", rid, line.id))
    return reported


def puts_back(log, line, key):
    """Whether an undo puts back a deletion, which then is that of the person who had deleted the record."""
    return key[1] == "deleted" and line.turn % 2 == 1 and key in log.lines[line.undoes].sets


def child(log, rid, of):
    """Whether a record belongs to another: a climb to its session, an attempt to its climb and that one's session."""
    climb = log.get(rid, "climb") or rid
    return rid[0] in "ca" and of in (climb, log.get(climb, "session"))
