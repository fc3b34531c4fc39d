"""Measures how the time of each read command grows with the log.

Creates logs of 1,500 books with 1,000, 10,000, 100,000 and a million sessions, runs every command on
each in turns, and prints the medians and the ratio of the largest log to the smallest.
A command that reads projections takes the same time on all of them.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time

import figures

OUT, TURNS = os.path.abspath(sys.argv[1]), int(sys.argv[2])
SIZES = [int(size) for size in os.environ.get("BENCH_SIZES", "1000 10000 100000 1000000").split()]
BENCH = os.path.abspath(".build/release/Bench")
CAIRN = os.path.abspath(".build/release/cairn")
TITLE = "The Atlas of Chapter 4"
COMMANDS = [
    ["status"], ["log", "--limit", "50"], ["log", "--week"], ["search", "lantern"],
    ["stats"], ["stats", "--year"], ["streak"], ["streak", "--why"], ["pace"], ["pattern"],
    ["forecast"], ["year"], ["timeline"], ["today"], ["goal", "list"], ["calendar"],
    ["chart", "days"], ["milestones"], ["nudges"],
    ["shelf"], ["book", "show", TITLE], ["edition", "list", TITLE], ["shelves"], ["tags"],
    ["log", "--book", TITLE], ["stats", "--why", "pace"], ["forecast", "--why"],
    ["pattern", "--why"], ["config", "dayStartHour", "4"], ["config", "dayStartHour", "0"],
    ["history"], ["start", "read", TITLE], ["stop", "--allow-short"],
]


def made(folder, size):
    """Creates a data directory with a log of `size` sessions."""
    os.makedirs(f"{folder}/{size}")
    path = f"{folder}/{size}/log.sqlite"
    env = dict(os.environ, BENCH_SESSIONS=str(size), BENCH_BOOKS="1500")
    for words in (["make", path], ["run", "bulk", path]):
        subprocess.run([BENCH, *words], check=True, env=env, stdout=subprocess.DEVNULL)
    # The first instant after the last generated session.
    return dict(os.environ, CAIRN_DATA_DIR=f"{folder}/{size}", CAIRN_ZONE="Europe/Berlin",
                CAIRN_CLOCK="2024-01-01T00:00:00Z", CAIRN_ALLOW_TEST_CLOCK="1")


def timed(command, env):
    begin = time.perf_counter_ns()
    done = subprocess.run([CAIRN, *command], env=env, stdout=subprocess.DEVNULL)
    elapsed = (time.perf_counter_ns() - begin) / 1e6
    if done.returncode > 1:  # 1: there is nothing to show
        sys.exit(f"cairn {' '.join(command)} failed")
    return elapsed


def main():
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        env = {size: made(folder, size) for size in SIZES}
        times = {}
        for _ in range(TURNS):
            for command in COMMANDS:
                for size in SIZES:
                    key = (" ".join(command), size)
                    times.setdefault(key, []).append(timed(command, env[size]))
    print(f"{'ms with sessions':32}" + "".join(f"{size:>10,}" for size in SIZES) + "  last:first")
    growth = []
    for command in COMMANDS:
        name = " ".join(command)
        row = [statistics.median(times[name, size]) for size in SIZES]
        print(f"{name:32}" + "".join(f"{one:10.1f}" for one in row) + f"{row[-1] / row[0]:12.2f}")
        growth.append(row[-1] / row[0])
    figures.note(f"{len(COMMANDS)} commands, {SIZES[-1]:,} sessions against {SIZES[0]:,}, the middle one",
                 statistics.median(growth), 2.0)


main()
