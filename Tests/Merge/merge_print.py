"""Histories and views of the merge model as JSON, to be compared with those of Cairn."""

import json

from merge_acts import Device
from merge_invariants import seen
from merge_random import random_history
from merge_rows import row_logs
from merge_stored import KINDS, id_text, stored, stored_name


def printed(seed):
    """A random history, and the view and issues of it, as two lines."""
    return printed_log(random_history(seed)[2].log)


def printed_log(log):
    lines = sorted(log.lines.values(), key=lambda line: line.stamp)
    view, issues = seen(Device(9, log))
    found = {"view": [sorted(rows, key=text) for rows in listed(view)], "issues": sorted(map(issue, issues), key=text)}
    return text([entry(line, log.lines) for line in lines]) + "\n" + text(found)


def printed_rows():
    """The histories of the table of edits, and what comes of each, as two lines each."""
    return [printed_log(log) for log in row_logs()]


def text(value):
    return json.dumps(value, separators=(",", ":"))


def listed(value):
    """Tuples as lists, and IDs in full."""
    if isinstance(value, tuple):
        return [listed(v) for v in value]
    return id_text(value) if isinstance(value, str) and value[1:2] == ":" else value


def stamp_text(stamp):
    turn = "u%04x" % stamp.turn if stamp.turn else ""
    return "%012x%04x-%08x%s" % (stamp.time, stamp.count, stamp.node, turn)


def entry(line, lines):
    """The history entry in the form of the exported log, with the stamps of what it knew."""
    changes = {}
    for (rid, field), (stamp, value) in line.sets.items():
        values, stamps = changes.setdefault(rid, ({}, {}))
        values[stored_name(rid, field)] = stored(field, value)
        if stamp != line.stamp:
            stamps[stored_name(rid, field)] = stamp_text(stamp)
    return {
        "mutation": id_text(line.id),
        "stamp": stamp_text(line.stamp),
        "at": "2026-01-01T00:00:00Z",
        "title": line.title,
        "batch": id_text(line.id),
        "part": 1,
        **({"undoes": id_text(line.undoes), "turn": line.turn} if line.undoes else {}),
        "knows": sorted(stamp_text(lines[other].stamp) for other in line.knows),
        "changes": [
            {
                "kind": KINDS[rid[0]],
                "id": id_text(rid),
                "set": dict(sorted(values.items())),
                "was": {},
                **({"stamps": dict(sorted(stamps.items()))} if stamps else {}),
            }
            for rid, (values, stamps) in changes.items()
        ],
    }


def issue(found):
    """An issue as Cairn has it: kind, record, other record, numbers, and the field and value that lost."""
    kind, rid, *rest = found
    if kind == "lost value":
        return [kind, id_text(rid), None, [], stored_name(rid, rest[0]), stored(*rest)]
    others, numbers = [r for r in rest if isinstance(r, str)], [r for r in rest if not isinstance(r, str)]
    return [kind, id_text(rid), id_text(others[0]) if others else None, numbers, None, None]
