"""Prints the duration of each step, and saves it in .build/timings.json.

Usage: timings.py COMMAND SINCE GOAL...: prints the steps that started after SINCE, in seconds since 1970, and the
make goals that never started. Steps run in parallel, so their durations add up to more than the wall time.
"""

import json
import pathlib
import sys
import time


def steps(since):
    """Returns the steps in start order: name, seconds, processor seconds, exit code, and start time."""
    found = []
    for file in pathlib.Path(".build/steps").glob("*.tsv"):
        begun, seconds, processor, code = file.read_text(encoding="utf-8").split()
        if float(begun) >= since:
            found.append({"name": file.stem, "after": round(float(begun) - since, 1), "seconds": float(seconds),
                          "processor": float(processor), "code": int(code)})
    return sorted(found, key=lambda row: row["after"])


def main():
    command, since, goals = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    rows, wall = steps(since), round(time.time() - since, 1)
    print(f"\n{'step':18} {'began':>7} {'seconds':>8} {'processor':>10}")
    for row in rows:
        print(f"{row['name']:18} {row['after']:7.0f} {row['seconds']:8.1f} {row['processor']:10.1f}"
              f"{'  FAILED' if row['code'] else ''}")
    failed, processor = sum(row["code"] != 0 for row in rows), sum(row["processor"] for row in rows)
    missing = [goal for goal in goals if goal.removeprefix("step-") not in {row["name"] for row in rows}]
    print(f"{'wall time':18} {'':7} {wall:8.1f} {processor:10.1f}\n")
    print(f"{len(rows) - failed} passed, {failed} failed" + (f", not run: {' '.join(missing)}" if missing else ""))
    timings = {"command": command, "wall": wall, "steps": rows}
    pathlib.Path(".build/timings.json").write_text(json.dumps(timings, indent=2) + "\n", encoding="utf-8")


main()
