"""Attacks a running release build with the methods that spec/security.md describes.

Usage: attack.py --cairn PATH [--seconds 10] [--seed N] [--only WORD]
Pushes, restores and the flood run for that many seconds each.
"""

import argparse
import random
from functools import partial

from files import check_files
from flood import check_flood
from pushes import check_pushes
from restores import check_restores
from trials import run

PARTS = {"pushes": check_pushes, "restores": check_restores, "files": check_files, "flood": check_flood}


def main():
    """Runs all attacks, or those with a word in their name."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cairn", required=True)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--only", default="")
    words = parser.parse_args()
    print(f"attack: seed {words.seed}", flush=True)
    trials = {name: partial(check, words.cairn, words.seconds, words.seed) for name, check in PARTS.items()}
    run("attack", trials, words.only)


if __name__ == "__main__":
    main()
