"""Tests the API from outside, part by part.

Usage: api.py --cairn PATH [--seconds 60] [--only WORD]
"""

import argparse
from functools import partial

from compose import check_compose
from crowd import check_crowd
from description import check_answers, check_description
from hostile import check_hostile
from isolation import check_isolation_in_a_database, check_isolation_of_files
from listening import check_listening
from migration import check_migration
from trials import run


def parts(words):
    """All tests by name."""
    return {
        "description": check_description,
        "isolation of files": check_isolation_of_files,
        "isolation in a database": check_isolation_in_a_database,
        "crowd": check_crowd,
        "migration": check_migration,
        "compose": check_compose,
        "hostile": check_hostile,
        "listening": check_listening,
        "answers": partial(check_answers, seconds=words.seconds),
    }


def main():
    """Runs all tests and counts the failures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cairn", required=True)
    parser.add_argument("--seconds", type=int, default=60, help="that requests are made up for")
    parser.add_argument("--only", default="")
    words = parser.parse_args()
    trials = {name: partial(check, words.cairn) for name, check in parts(words).items()}
    run("api", trials, words.only)


if __name__ == "__main__":
    main()
