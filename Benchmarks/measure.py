"""Measures Cairn against the same work in C or timewarrior, in turns, and prints ratios.

Inside one process: the statements of Cairn are recorded, and a C program replays them
on a copy of the same file. From the shell: `cairn` on an empty log and on one with 100,000
sessions, and `timew` with the same intervals.
"""

import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

import figures

OUT, TURNS = os.path.abspath(sys.argv[1]), int(sys.argv[2])
BENCH = os.path.abspath(".build/release/Bench")
CAIRN = os.path.abspath(".build/release/cairn")
COUNT = int(os.environ.get("BENCH_SESSIONS", "100000"))
CLIMBS = int(os.environ.get("BENCH_CLIMBS", "10000"))
EVENINGS = int(os.environ.get("BENCH_EVENINGS", "1000"))
GOALS = {"evening": 1.2, "stop": 1.2, "fetch": 1.2, "bulk": 1.5, "rebuild": 1.5, "climbs": 3.0}
# Absolute limits in milliseconds, independent of C: name, time, limit.
LIMITS = []
NAMES = {
    "evening": f"an action at the wall, {EVENINGS * 30:,} climbs, against C",
    "stop": "an acknowledged stop, against C",
    "fetch": f"fetching {min(COUNT, 10_000):,} sessions, against C",
    "bulk": f"importing {COUNT:,} sessions, against C",
    "rebuild": f"rebuilding {COUNT:,} sessions, against C",
    "climbs": f"insights of {CLIMBS:,} climbs, against C reading",
}


def laps(*command):
    """Returns the laps that a program prints, as wall and processor time in nanoseconds."""
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return [tuple(map(int, line.split())) for line in done.stdout.decode().splitlines()]


def copied(source, folder):
    target = f"{folder}/copy.sqlite"
    shutil.copyfile(source, target)
    return target


def inside(folder, empty, full):
    rows = []
    climbs = f"{folder}/climbs.sqlite"
    laps(BENCH, "make-climbs", climbs)
    for work in ("bulk", "stop", "fetch", "rebuild", "climbs"):
        base = {"bulk": empty, "climbs": climbs}.get(work, full)
        trace = f"{folder}/{work}.trace"
        made = copied(base, folder)
        laps(BENCH, "record", work, made, trace)
        if work == "bulk":
            shutil.move(made, full)
        theirs = f"{OUT}/fetch" if work == "fetch" else f"{OUT}/replay"
        ours, plain = [], []
        for _ in range(TURNS):
            ours += laps(BENCH, "run", work, copied(base, folder))
            plain += laps(theirs, copied(base, folder), trace)
        for column, kind in ((0, "wall"), (1, "processor")):
            rows.append(row(f"{NAMES[work]}, {kind}", ours, plain, GOALS[work], column))
        if work == "climbs":
            LIMITS.append((f"insights of {CLIMBS:,} climbs, median", rows[-2]["ours_ms"], 50))
    return rows


def wall(folder):
    """Measures a climbing session: start, add climbs with five attempts and three tags each, stop."""
    base, trace = f"{folder}/wall.sqlite", f"{folder}/evening.trace"
    laps(BENCH, "make-wall", base)
    laps(BENCH, "record", "evening", copied(base, folder), trace)
    ours, plain = [], []
    for _ in range(TURNS):
        ours += laps(BENCH, "run", "evening", copied(base, folder))
        plain += laps(f"{OUT}/replay", copied(base, folder), trace)
    walls = sorted(lap[0] / 1e6 for lap in ours)
    slowest = walls[len(walls) * 99 // 100]
    LIMITS.append((f"an action at the wall, 99 of 100 of {len(walls)}", slowest, 10))
    return [row(f"{NAMES['evening']}, {kind}", ours, plain, GOALS["evening"], column)
            for column, kind in ((0, "wall"), (1, "processor"))]


def row(name, ours, theirs, goal, column=0):
    a = statistics.median(lap[column] for lap in ours) / 1e6
    b = statistics.median(lap[column] for lap in theirs) / 1e6
    return {"name": name, "ours_ms": a, "theirs_ms": b, "ratio": a / b, "goal": goal}


def timed(command, env):
    begin = time.perf_counter_ns()
    subprocess.run(command, check=True, env=env, stdout=subprocess.DEVNULL)
    return (time.perf_counter_ns() - begin, 0)


def timew_folder(folder, full):
    """Creates timewarrior files with the same intervals, one file per month."""
    data = f"{folder}/timew/data"
    os.makedirs(data)
    open(f"{folder}/timew/timewarrior.cfg", "w").close()
    months = {}
    for start, end in sqlite3.connect(full).execute(
        "SELECT started_at / 1000, ended_at / 1000 FROM session ORDER BY started_at"
    ):
        stamp = lambda second: time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(second))
        month = time.strftime("%Y-%m", time.gmtime(start))
        months.setdefault(month, []).append(f"inc {stamp(start)} - {stamp(end)} # reading\n")
    for month, lines in months.items():
        with open(f"{data}/{month}.data", "w") as file:
            file.writelines(lines)
    return dict(os.environ, TIMEWARRIORDB=f"{folder}/timew")


def shell(folder, empty, full):
    env = {}
    for name, file in (("empty", empty), ("full", full)):
        os.makedirs(f"{folder}/{name}")
        shutil.copyfile(file, f"{folder}/{name}/log.sqlite")
        env[name] = dict(os.environ, CAIRN_DATA_DIR=f"{folder}/{name}")
    env["unsynced"] = dict(env["full"], LD_PRELOAD=f"{OUT}/nosync.so")
    start = [CAIRN, "start", "read", "The Atlas of Chapter 4"]
    stop = [CAIRN, "stop", "--allow-short"]
    timew = timew_folder(folder, full)
    times = {key: [] for key in ("empty start", "empty stop", "full start", "full stop",
                                 "unsynced start", "unsynced stop",
                                 "timew start", "timew stop")}
    for turn in range(TURNS * 3 + 1):
        seen = {}
        for name in ("empty", "full", "unsynced"):
            seen[f"{name} start"], seen[f"{name} stop"] = timed(start, env[name]), timed(stop, env[name])
        seen["timew start"] = timed(["timew", "start", "reading"], timew)
        time.sleep(1.1)  # timewarrior has a resolution of one second and refuses empty intervals
        seen["timew stop"] = timed(["timew", "stop"], timew)
        for key, value in seen.items():
            times[key] += [value] if turn else []
    rows = []
    for verb in ("start", "stop"):
        rows.append(row(f"cairn {verb}, {COUNT:,} sessions against none", times[f"full {verb}"],
                        times[f"empty {verb}"], 1.2))
        rows.append(row(f"cairn {verb} against timew {verb}, {COUNT:,} each", times[f"full {verb}"],
                        times[f"timew {verb}"], 1.5))
        rows.append(row(f"cairn {verb} against timew {verb}, where syncing the disk is free", times[f"unsynced {verb}"],
                        times[f"timew {verb}"], 1.5))
    return rows


def main():
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        empty, full = f"{folder}/empty.sqlite", f"{folder}/full.sqlite"
        laps(BENCH, "make", empty)
        rows = inside(folder, empty, full) + wall(folder) + shell(folder, empty, full)
    print(f"{'':58} {'ours ms':>9} {'theirs':>9} {'ratio':>6} {'goal':>5}")
    for one in rows:
        figures.note(one["name"], one["ratio"], one["goal"], one["name"].endswith("processor"))
        verdict = "" if one["ratio"] <= one["goal"] else "  over"
        print(f"{one['name']:58} {one['ours_ms']:9.2f} {one['theirs_ms']:9.2f} "
              f"{one['ratio']:6.2f} {one['goal']:5.1f}{verdict}")
    for name, took, limit in LIMITS:
        print(f"{name:58} {took:9.2f} {limit:9} ms at most{'' if took <= limit else '  over'}")


main()
