"""The records of the merge model: stamps, lines of history, and what they are stored as (ADR 35).

Records say what people did; everything else is derived from them. Two logs join field by field, and nothing but a
person's act ever writes: merge_acts.py has the acts, merge_check.py tries all small histories and random longer ones.
"""

from collections import namedtuple

from merge_stored import stored_order

Stamp = namedtuple("Stamp", "time count node turn")  # turn: 0 as set, then counting what undos and redos set instead
Line = namedtuple("Line", "id stamp title knows undoes turn sets")  # sets: (record, field) -> (stamp, value)
INF = 1 << 47
BUGS = set()  # planted bugs, for the checks to find


def order(stamp, field, value):
    """Which of two values stands: the later one; under one stamp the larger as Cairn orders stored values."""
    return stamp, stored_order(field, value)


class Log:
    """What one device, or the server, has: records and history. Both only grow by joining."""

    def __init__(self):
        self.records, self.lines = {}, {}

    def put(self, rid, field, stamp, value):
        record = self.records.setdefault(rid, {})
        held = record.get(field)
        if held is None or order(held[0], field, held[1]) < order(stamp, field, value) or "last-arrival" in BUGS:
            record[field] = (stamp, value)

    def take(self, line):
        self.lines[line.id] = line
        for (rid, field), (stamp, value) in line.sets.items():
            self.put(rid, field, stamp, value)

    def join(self, other):
        self.lines.update(other.lines)
        for rid, record in other.records.items():
            for field, (stamp, value) in record.items():
                self.put(rid, field, stamp, value)
        return self

    def copy(self):
        log = Log()
        log.records = {rid: dict(record) for rid, record in self.records.items()}
        log.lines = dict(self.lines)
        return log

    def get(self, rid, field):
        held = self.records.get(rid, {}).get(field)
        return held[1] if held else None
