"""Attacks a release build that runs, as spec/security.md tells of attacks that worked.

Usage: attack.py --cairn PATH [--seconds 10] [--seed N] [--only WORD]: pushes, restores and the flood go on for so
long each.
"""

import argparse
import random
import sys
import time
import traceback

from files import check_files
from flood import check_flood
from pushes import check_pushes
from restores import check_restores

PARTS = {"pushes": check_pushes, "restores": check_restores, "files": check_files, "flood": check_flood}


def main():
    """Tries everything and counts what failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cairn", required=True)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--only", default="")
    words = parser.parse_args()
    wanted = {name: check for name, check in PARTS.items() if words.only in name}
    failed = 0
    for name, check in wanted.items():
        start = time.monotonic()
        try:
            said = check(words.cairn, words.seconds, words.seed)
            print(f"attack {name}: {said} in {time.monotonic() - start:.0f} s", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED attack {name} (seed {words.seed})\n{traceback.format_exc(limit=-2)}", file=sys.stderr)
    sys.exit(1 if failed or not wanted else 0)


if __name__ == "__main__":
    main()
