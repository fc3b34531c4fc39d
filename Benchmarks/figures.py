"""What the benches found: each ratio beside its limit, for the table at the end and for CI.

Usage: figures.py begin | end. A ratio over its limit is said; one over BENCH_FAIL times its limit
(3 unless set) ends with 1. All of them are in .build/bench.json.
"""

import json
import os
import pathlib
import sys

FILE = pathlib.Path(".build/bench.json")


def note(name, ratio, limit):
    """Keeps a ratio that may be at most its limit."""
    rows = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []
    rows.append({"name": name, "ratio": round(ratio, 3), "limit": round(limit, 3)})
    FILE.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


def note_rate(name, ratio, wanted):
    """Keeps a ratio of speeds, which has to be at least what is wanted, as what it costs."""
    note(name, 1 / ratio, 1 / wanted)


def end():
    """Prints the table; gives how many ratios are out of all bounds."""
    rows, fail = json.loads(FILE.read_text(encoding="utf-8")), float(os.environ.get("BENCH_FAIL", "3"))
    print(f"\n{'all ratios':64}{'ratio':>8}{'limit':>8}")
    for row in rows:
        over = row["ratio"] / row["limit"]
        verdict = "" if over <= 1 else f"  over{', FAILED' if over > fail else ''}"
        print(f"{row['name']:64}{row['ratio']:8.2f}{row['limit']:8.2f}{verdict}")
    failed = sum(row["ratio"] > row["limit"] * fail for row in rows)
    print(f"{len(rows)} ratios, {sum(row['ratio'] > row['limit'] for row in rows)} over their limit, {failed} failed")
    return failed


if __name__ == "__main__":
    if sys.argv[1] == "begin":
        FILE.unlink(missing_ok=True)
    else:
        sys.exit(1 if end() else 0)
