"""Tries the model of how Cairn merges: the table of edits, all small histories, random longer ones, planted bugs.

    python3 merge_check.py                      rows, all histories of 2 acts, 500 random ones: under a minute
    python3 merge_check.py --acts 3 --random 20000
    python3 merge_check.py --planted            each bug must be found
    python3 merge_check.py --print 0 --random 20000 | MergeCheck compare

The model is that of docs/adr/0035-derived-merge.md.

A small history is a base that all know, then k acts, and each act knows any set of the earlier ones that is closed
under what those knew: every way in which any number of devices can have heard of each other. Then all meet.
"""

import argparse
import json
import sys
import time

from merge_histories import BASES, MEANT, explore
from merge_invariants import Failure
from merge_print import printed, printed_rows
from merge_random import try_random
from merge_records import BUGS
from merge_rows import ROWS, try_rows


PLANTED = {
    "last-arrival": "a field takes what came last",
    "no-inference": "sessions run on beside another that was started",
    "open-claims": "only sessions that still run end others",
    "quiet-press": "a press that had no effect is not reported",
    "any-book": "a merge holds between sessions of two books",
    "dead-heir": "what went into a session is deleted with it",
    "delete-one": "deleting what was merged deletes one record of it",
    "mutual-room": "two that were logged over each other both give way",
    "split-whole": "a split leaves the whole time with the first part",
    "split-lost": "a split gives the second part the time of the first",
    "silent-loss": "a value that lost is not reported",
    "no-high": "pages count again after another device had read them",
    "fresh-undo": "an undo is stamped as of now",
}


def find_planted():
    missed = []
    for bug, what in PLANTED.items():
        BUGS.clear()
        BUGS.add(bug)
        begun = time.time()
        found = next(hunts(), None)
        print("  %-13s %-60s %s  %.0f s" % (bug, what, found or "NOT FOUND", time.time() - begun))
        missed += [] if found else [bug]
    BUGS.clear()
    return missed


def hunts():
    """What finds a bug: the invariants first, and the rows of the table only then."""
    for name, (base, choices) in BASES.items():
        _, failed, silent = explore(base, choices, 2)
        for key in list(failed) + [("silent", k) for k in silent if k not in MEANT]:
            yield "2 acts: %s, %s" % (key[0], " | ".join(key[1]))
    for seed in range(2000):
        try:
            try_random(seed)
        except Failure as failure:
            yield "random %d: %s" % (seed, failure.args[0])
    try:
        for wrong in try_rows():
            yield "row: " + wrong[0]
    except Failure as failure:
        yield ": ".join(failure.args[:2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--acts", type=int, default=2, help="how many acts small histories have at most")
    parser.add_argument("--every", type=int, default=1, help="look closer at one history in so many")
    parser.add_argument("--base", choices=sorted(BASES), action="append")
    parser.add_argument("--random", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--planted", action="store_true", help="plant bugs; each must be found")
    parser.add_argument(
        "--print", type=int, metavar="SEED", help="print the rows and random histories, with their views as JSON"
    )
    asked = parser.parse_args()
    if asked.print is not None:
        print("\n".join(printed_rows()))
        for seed in range(asked.print, asked.print + asked.random):
            print(printed(seed))
        return 0
    if asked.planted:
        return len(find_planted())
    bad = 0
    wrong = try_rows()
    print("rows: %d, wrong: %d" % (len(ROWS), len(wrong)))
    for title, got, expected in wrong:
        print("  %s\n    got  %s\n    want %s" % (title, got, expected))
    for name in asked.base or BASES:
        begun = time.time()
        count, failed, silent = explore(*BASES[name], asked.acts, every=asked.every)
        other = {k: v for k, v in silent.items() if k not in MEANT}
        print(
            "%-8s %d acts: %7d histories, %d kinds of failures, %d silent, %.0f s"
            % (name, asked.acts, count, len(failed), len(other), time.time() - begun),
            flush=True,
        )
        for key, what in list(failed.items()) + list(other.items()):
            print("  ", key, what)
        bad += len(failed) + len(other)
    begun, acts = time.time(), 0
    for seed in range(asked.seed, asked.seed + asked.random):
        try:
            acts += try_random(seed)
        except Failure as failure:
            bad += 1
            print("   seed", seed, failure.args)
    print("random: %d histories, %d acts, %.0f s" % (asked.random, acts, time.time() - begun))
    return bad + len(wrong)


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
