"""Kills the real command, fills its disk, and looks whether anything acknowledged is lost."""

import argparse
import os
import shutil
import sys
import tempfile
import time

from kills import loop
from model import Loss


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("kills", type=int)
    words.add_argument("--binary", required=True, help="the command under test")
    words.add_argument("--folder", required=True, help="where logs may be made, on a real disk")
    words.add_argument("--seed", default=str(time.time_ns() % 1_000_000_000))
    given = words.parse_args()
    print(f"Seed {given.seed}.", flush=True)
    os.makedirs(given.folder, exist_ok=True)
    folder = tempfile.mkdtemp(dir=given.folder)
    try:
        print(loop(given.binary, folder, given.seed, given.kills, False), flush=True)
    except Loss as loss:
        sys.exit(f"LOST with seed {given.seed}: {loss}")
    shutil.rmtree(folder)


main()
