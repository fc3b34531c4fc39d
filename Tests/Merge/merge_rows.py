"""The table of edits in docs/sync.md, row by row, in the merge model."""

from merge_acts import Device, Refused
from merge_histories import BASES, SHELF, log_of
from merge_invariants import Failure, need, seen

S, T, R = "s:2", "s:3", "s:3"
RUNNING, PAUSED = BASES["running"][0], BASES["paused"][0]
TWINS = log_of(*SHELF, (1001, "track", "read", 200, 260, "b:1", 50))
CLIMB = log_of((1000, "track", "climb", 100, 200), (1001, "climb", "s:0", "Zora", 150))
SHELVED = log_of(*SHELF)
PAST = log_of(*SHELF, (1001, "track", "read", 200, 260, "b:0", None, 30))
CUT = log_of(*SHELF, (1001, "track", "read", 200, 260, "b:0", None, 30), (1002, "split", "s:2", 120))
ROWS = [  # title, base, acts on one device, on another, then with both, what is there and reported afterwards
    ("note | mood", PAST, [("note", S, "x")], [("mood", S, 4)], [], "2 100-160 p30 n=x m4; 3 200-260 p30"),
    ("note | note", PAST, [("note", S, "x")], [("note", S, "y")], [], "2 100-160 p30 n=y; 3 200-260 p30 ! lost value"),
    ("delete | edit", PAST, [("delete", S)], [("edit", S, 90, None)], [], "3 200-260 p30 ! changed where deleted"),
    ("cancel | pause", RUNNING, [("delete", R)], [("pause", R)], [], "2 100-160 p30 ! changed where deleted"),
    ("start | start", SHELVED, [("start", "read", "b:0")], [("start", "read", "b:0")], [],
     "2 100-160 p30; A0 2000-2050; B0 2050- ! ended by other start"),
    ("start | start, the later one stops", SHELVED, [("start", "read", "b:0")], [("start", "read", "b:0")], [("stop",
     "s:B0")],
     "2 100-160 p30; A0 2000-2050; B0 2050-2100 ! ended by other start"),
    ("start | start, the earlier one goes on", SHELVED, [("start", "read", "b:0")], [("start", "read", "b:0")],
     [("stop", "s:B0"), ("resume", "s:A0")], "2 100-160 p30; A0 2000-2050 2101-; B0 2050-2100"),
    ("start | start, the later one is undone", SHELVED, [("start", "read", "b:0")], [("start", "read", "b:0")],
     [("undo", "B0")],
     "2 100-160 p30; A0 2000-"),
    ("stop | resume", PAUSED, [("stop", R)], [("resume", R)], [], "2 100-160 p30; 3 1500-1700 2050-"),
    ("stop, then moved over the resume | resume", PAUSED, [("stop", R), ("move", R, 400)], [("resume", R)], [],
     "2 100-160 p30; 3 1900-2100 ! ineffective press"),
    ("pause | stop", RUNNING, [("pause", R)], [("stop", R)], [], "2 100-160 p30; 3 1500-2000 ! ineffective press"),
    ("stop | stop with a page", RUNNING, [("stop", R)], [("stop", R, 50)], [],
     "2 100-160 p30; 3 1500-2000 p20 ! ineffective press"),
    ("undo of a pause | stop", PAUSED, [("undo", "4")], [("stop", R)], [],
     "2 100-160 p30; 3 1500-2050 ! ineffective press"),
    ("merge | what went is edited", PAST, [("merge", S, T)], [("note", S, "late"), ("edit", S, 90, None), ("mood",
     S, 2)], [],
     "3 90-160 200-260 p60 n=late m2"),
    ("the same, the merge undone", PAST, [("merge", S, T)], [("note", S, "late"), ("edit", S, 90, None)], [("undo",
     "A0")],
     "2 90-160 p30 n=late; 3 200-260 p30"),
    ("merge | the heir is deleted", PAST, [("merge", S, T)], [("delete", T)], [], "2 100-160 p30 ! ineffective merge"),
    ("merge | what went is deleted", PAST, [("merge", S, T)], [("delete", S)], [],
     "3 200-260 p30 ! changed where deleted"),
    ("merge | the heir gets another book", PAST, [("merge", S, T)], [("rebook", T, "b:1")], [],
     "2 100-160 p30; 3 200-260 p30 ! ineffective merge"),
    ("merge | merge the other way", PAST, [("merge", S, T)], [("merge", T, S)], [], "2 100-160 200-260 p60"),
    ("merge | the heir moves", PAST, [("merge", S, T)], [("move", T, 300)], [], "3 100-160 500-560 p60"),
    ("merge | the heir is edited over it", PAST, [("merge", S, T)], [("edit", T, 170, None)], [],
     "3 100-160 170-260 p60"),
    ("two begin at one page", SHELVED, [("track", "read", 300, 330, "b:0", 60)], [("track", "read", 340, 350, "b:0",
     50)], [],
     "2 100-160 p30; A0 300-330 p30; B0 340-350 p0 ! ends before start"),
    ("two begin at one page, pages counted", SHELVED, [("track", "read", 300, 330, "b:0", None, 30)],
     [("track", "read", 340, 350, "b:0", None, 20)], [], "2 100-160 p30; A0 300-330 p30; B0 340-350 p20"),
    ("a book is begun twice", SHELVED, [("start", "read", "b:1")], [("track", "read", 300, 330, "b:1", 20)], [],
     "2 100-160 p30; A0 2000-; B0 300-330 p20"),
    ("split | split", PAST, [("split", S, 120)], [("split", S, 140)], [],
     "2 100-140 p20; 2/120 120-160 p10; 2/140 140-160 p0; 3 200-260 p30 ! lost value ! overlap"),
    ("split | the same split", PAST, [("split", S, 120)], [("split", S, 120)], [],
     "2 100-120 p10; 2/120 120-160 p20; 3 200-260 p30"),
    ("split | move", PAST, [("split", S, 120)], [("move", S, 500)], [],
     "2 600-660 p0; 2/120 120-160 p30; 3 200-260 p30 ! ends before start ! lost value"),
    ("the same, the move undone", PAST, [("split", S, 120)], [("move", S, 500)], [("undo", "B0")],
     "2 100-120 p10; 2/120 120-160 p20; 3 200-260 p30"),
    ("split | shorter than that", PAST, [("split", S, 120)], [("edit", S, None, 115)], [],
     "2 100-115 p10; 2/120 120-160 p20; 3 200-260 p30 ! lost value"),
    ("split | page and mood at the end", PAST, [("split", S, 120)], [("repage", S, 36), ("mood", S, 5)], [],
     "2 100-120 p36 m5; 2/120 120-160 p0; 3 200-260 p30 ! ends before start ! lost value"),
    ("split, a part deleted | move", PAST, [("split", S, 120), ("delete", S + "/120")], [("move", S, 500)], [],
     "2 600-660 p0; 3 200-260 p30 ! ends before start ! lost value"),
    ("the second part deleted | the split undone", CUT, [("delete", S + "/120")], [("undo", "4")], [],
     "2 100-160 p30; 3 200-260 p30 ! changed where deleted"),
    ("the first part deleted | the split undone", CUT, [("delete", S)], [("undo", "4")], [],
     "3 200-260 p30 ! changed where deleted"),
    ("a part edited | the whole was moved", PAST, [("split", S, 120), ("edit", S + "/120", 130, None)], [("move",
     S, 500)], [],
     "2 600-660 p0; 2/120 130-160 p30; 3 200-260 p30 ! ends before start ! lost value"),
    ("split | merge", PAST, [("split", S, 120)], [("merge", S, T)], [], "2/120 120-160 p20; 3 100-120 200-260 p40"),
    ("logged over another | that is edited", PAST, [("track", "read", 230, 250, "b:0", None, None, None, T)],
     [("edit", T, None, 280)], [],
     "2 100-160 p30; 3 200-230 250-280 p30; A0 230-250"),
    ("the same, and that moves over it", PAST, [("track", "read", 230, 250, "b:0", None, None, None, T)], [("note",
     S, "x")],
     [("move", T, -20, "s:A0")], "2 100-160 p30 n=x; 3 180-240 p30; A0 240-250"),
    ("book merged | read", TWINS, [("merge_books", "b:1", "b:0")], [("track", "read", 300, 360, "b:1", 70)], [],
     "2 100-160 p30; 3 200-260 p20; B0 300-360 p20"),
    ("book merged | read, the merge undone", TWINS, [("merge_books", "b:1", "b:0")], [("track", "read",
     300, 360, "b:1", 70)],
     [("undo", "A0")], "2 100-160 p30; 3 200-260 p50; B0 300-360 p20"),
    ("books merged both ways", TWINS, [("merge_books", "b:1", "b:0")], [("merge_books", "b:0", "b:1")], [],
     "2 100-160 p30; 3 200-260 p20"),
    ("book merged | the heir is deleted", TWINS, [("merge_books", "b:1", "b:0")], [("delete_book", "b:0")], [],
     "2 100-160 p30; 3 200-260 p20 ! ineffective merge"),
    ("fell | sent", CLIMB, [("attempt", "c:1", "fell")], [("attempt", "c:1", "sent")], [], "0 100-200 None,redpoint"),
    ("fell | sent, said to be a flash", CLIMB, [("attempt", "c:1", "fell")], [("attempt", "c:1", "sent", "flash")], [],
     "0 100-200 None,flash ! not first attempt"),
    ("session deleted | its climb tried", CLIMB, [("delete", "s:0")], [("attempt", "c:1", "sent")], [],
     " ! changed where deleted"),
    ("undo | a later edit", PAST, [("undo", "2")], [("note", S, "x")], [], "3 200-260 p30 ! changed where deleted"),
    ("two notes, both undone | mood", PAST, [("note", S, "x"), ("note", S, "y"), ("undo", "A1"), ("undo", "A0")],
     [("mood", S, 4)], [], "2 100-160 p30 m4; 3 200-260 p30"),
    ("note, undone | note", PAST, [("note", S, "x"), ("undo", "A0")], [("note", S, "y")], [],
     "2 100-160 p30 n=y; 3 200-260 p30"),
    ("stop undone | start", log_of(*SHELF, (1500, "start", "read", "b:0"), (1700, "stop", R)), [("undo", "4")],
     [("start", "read", "b:0")], [],
     "2 100-160 p30; 3 1500-2050; B0 2050- ! ended by other start"),
]  # fmt: skip


def summary(dev):
    shape, reported = seen(dev)
    tries, out = {c["session"]: c["tries"] for c in dev.view().climbs.values()}, []
    for sid, _, _, held, _, note, moods, pages in sorted(shape[0]):
        words = [sid[2:]] + ["%d-%s" % (a, "" if b is None else b) for a, b in held]
        words += ["p%d" % pages] if pages is not None else []
        words += (["n=" + note] if note else []) + (["m%d" % moods[1]] if moods[1] else [])
        words += [",".join(str(t[1]) for t in tries[sid])] if sid in tries else []
        out.append(" ".join(words))
    return "; ".join(out) + "".join(sorted(" ! " + name for name in {t[0] for t in reported}))


def try_rows():
    wrong = []
    for row in ROWS:
        found = summary(played(row))
        if found != row[-1]:
            wrong.append((row[0], found, row[-1]))
    return wrong


def row_logs():
    return [played(row).log for row in ROWS]


def played(row):
    title, base, one, other, then, _ = row
    left, right = Device(1, base.copy()), Device(2, base.copy())
    for dev, acts, letter, now in ((left, one, "A", 2000), (right, other, "B", 2050), (left, then, "C", 2100)):
        if letter == "C":
            left.hear(right.log)
            right.hear(left.log)
            need(seen(left) == seen(right), "rows differ", title)
        for index, act in enumerate(acts):
            dev.named = letter + str(index)
            try:
                dev.do(now + index, *act)
            except Refused as refusal:
                raise Failure("rows: refused", title, str(refusal))
    return left
