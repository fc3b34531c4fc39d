"""How Cairn stores the values of the merge model: IDs, field names and values, and their order."""

import functools
import hashlib
from collections import namedtuple

Times = namedtuple("Times", "segments state")  # what a person says of the whole time; one register
Event = namedtuple("Event", "action pressed at")  # a press of the timer; only when it was pressed never changes

KINDS = {"s": "session", "b": "entry", "r": "read_through", "p": "reading_position", "c": "climb", "a": "attempt"}
REFERENCES = {"book", "reading", "mergedInto", "session", "climb"}
NAMES = {
    "book": "entry",
    "reading": "readThrough",
    "from": "startPosition",
    "page": "endPosition",
    "again": "isReread",
    "back": "isBackward",
    "deleted": "isDeleted",
}
WORDS = {"yes": True, "no": False, "sent": "send", "fell": "try"}


@functools.lru_cache(maxsize=None)
def rank(rid):
    """The sixteen bytes of an ID: of a name its letters, of what was split off a hash of the session and the time."""
    if "/" not in rid:
        assert len(rid) <= 16, rid
        return rid.encode().ljust(16, b"\0")
    whole, at = rid.rsplit("/", 1)
    parts = ("part", id_text(whole), at)
    digest = bytearray(hashlib.sha256("".join("%d:%s" % (len(p), p) for p in parts).encode()).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x80
    digest[8] = digest[8] & 0x3F | 0x80
    return bytes(digest)


def id_text(rid):
    digits = rank(rid).hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def stored_name(rid, field):
    if field.startswith(("event.", "over.")):
        prefix, name = field.split(".", 1)
        return prefix + "." + rank(name).hex()
    special = {("b", "title"): "work", ("p", "page"): "position"}
    return special.get((rid[0], field)) or NAMES.get(field, field)


def stored(field, value):
    """The value as Cairn stores it: null, a flag, a whole number or text."""
    if value is None:
        return None
    if isinstance(value, Event):
        return " ".join(map(str, value if value.at != value.pressed else value[:2]))
    if isinstance(value, Times):
        return value.state + " " + ",".join("%d-%s" % (a, "" if b is None else b) for a, b in value.segments)
    if field in REFERENCES:
        return id_text(value)
    if field in ("from", "page"):
        return "page:%d" % value
    return WORDS.get(value, value) if field in ("deleted", "result") else value


@functools.lru_cache(maxsize=100000)
def stored_order(field, value):
    """Orders values of one stamp as Cairn does: by type, then by value."""
    held = stored(field, value)
    kinds = [type(None), bool, int, str]
    return kinds.index(type(held)), held if held is not None else 0
