"""Tries the API from outside, part by part.

Usage: api.py --cairn PATH [--seconds 60] [--only WORD]
"""

import argparse
import sys
import time
import traceback
from functools import partial

from crowd import check_crowd
from description import check_answers, check_description
from hostile import check_hostile
from listening import check_listening
from migration import check_migration
from strangers import check_strangers_of_a_database, check_strangers_of_files


def parts(words):
    """All there is to try, by its name."""
    return {
        "description": check_description,
        "strangers of files": check_strangers_of_files,
        "strangers of a database": check_strangers_of_a_database,
        "crowd": check_crowd,
        "migration": check_migration,
        "hostile": check_hostile,
        "listening": check_listening,
        "answers": partial(check_answers, seconds=words.seconds),
    }


def main():
    """Tries everything and counts what failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cairn", required=True)
    parser.add_argument("--seconds", type=int, default=60, help="that requests are made up for")
    parser.add_argument("--only", default="")
    words = parser.parse_args()
    wanted = {name: check for name, check in parts(words).items() if words.only in name}
    failed = 0
    for name, check in wanted.items():
        start = time.monotonic()
        try:
            print(f"api {name}: {check(words.cairn)} in {time.monotonic() - start:.0f} s")
        except Exception:
            failed += 1
            print(f"FAILED api {name}\n{traceback.format_exc(limit=-2)}", file=sys.stderr)
    sys.exit(1 if failed or not wanted else 0)


if __name__ == "__main__":
    main()
