"""Records the ratios of all benchmarks and compares them with their limits.

Usage: figures.py begin | end | table. `end` prints all ratios, marks those above their limit with `over`, and
exits with 1 if one is above BENCH_FAIL times its limit (default 3) or if there is none; `table` prints the table
of docs/performance.md. The ratios are stored in .build/bench.json. In the smallest form (BENCH_SMALLEST) only
ratios of processor time can fail, because a single turn on a busy machine is not significant.
"""

import json
import os
import pathlib
import sys

FILE = pathlib.Path(".build/bench.json")
FAIL = float(os.environ.get("BENCH_FAIL", "3"))
SMALLEST = "BENCH_SMALLEST" in os.environ


def rows():
    """Returns all ratios recorded so far."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []


def note(name, ratio, limit, steady=False):
    """Records a ratio and its upper limit; a steady ratio is one of processor time."""
    row = {"name": name, "ratio": round(ratio, 3), "limit": round(limit, 3), "steady": steady}
    FILE.write_text(json.dumps([*rows(), row], indent=2) + "\n", encoding="utf-8")


def note_rate(name, ratio, wanted):
    """Records a ratio of speeds, which has a lower limit, as its reciprocal."""
    note(name, 1 / ratio, 1 / wanted)


def verdict(row):
    """Returns an empty string, `over` the limit, or `FAILED`."""
    if row["ratio"] > row["limit"] * FAIL and (row["steady"] or not SMALLEST):
        return "FAILED"
    return "over" if row["ratio"] > row["limit"] else ""


def end():
    """Prints the table; returns the number of failed ratios."""
    print(f"\n{'all ratios':70}{'ratio':>8}{'limit':>8}")
    for row in rows():
        print(f"{row['name']:70}{row['ratio']:8.2f}{row['limit']:8.2f}  {verdict(row)}")
    verdicts = [verdict(row) for row in rows()]
    print(f"{len(verdicts)} ratios, {len(verdicts) - verdicts.count('')} over their limit, {verdicts.count('FAILED')} failed")
    return verdicts.count("FAILED")


def table():
    """Prints the ratios as Markdown."""
    print("| what | ratio | limit | |\n|---|---|---|---|")
    for row in rows():
        print(f"| {row['name']} | {row['ratio']:.2f} | {row['limit']:.2f} | {verdict(row)} |")


if __name__ == "__main__":
    if sys.argv[1] == "begin":
        FILE.unlink(missing_ok=True)
    elif sys.argv[1] == "table":
        table()
    else:
        sys.exit(1 if end() or not rows() else 0)
