"""Kills the real command, fills its disk and cuts its power, and checks that nothing is lost."""

import argparse
import os
import random
import shutil
import sys
import tempfile
import time

import words
from cairn import Cairn
from calls import build, every_call
from disk import filled, limited
from kills import loop
from model import Loss
from person import write_library
from power import power
from prove import MissedDefect, prove
from stages import stages

PARTS = ("prove", "kills", "calls", "disk", "power")


class Run:
    """All parts in one folder with one seed."""

    def __init__(self, given, folder):
        self.binary, self.seed, self.count = os.path.abspath(given.binary), given.seed, given.kills
        self.folder = folder
        self.random = random.Random(given.seed)
        self.share = max(1, given.kills // 150)
        self.has_import = self.imports()
        self.library = build(
            os.path.join(os.path.dirname(__file__), "faults.c"), os.path.join(folder, "faults.so"))
        self.pairs = stages(self.binary, folder, given.seed, self.has_import)

    def imports(self):
        """Returns whether this command can import libraries; otherwise all parts skip imports."""
        cairn = Cairn(self.binary, os.path.join(self.folder, "probe"))
        path = os.path.join(self.folder, "probe.csv")
        write_library(path, 1, ["Middlemarch"])
        if cairn.run(words.import_books(path), 0).code == 0:
            return True
        print("LEFT OUT: this command does not import libraries.")
        return False

    def prove(self):
        found = prove(self.library, self.pairs, self.folder)
        return f"The checks notice {len(found)} kinds of tampering: {', '.join(found)}."

    def kills(self):
        return loop(self.binary, self.folder, self.seed, self.count, self.has_import)

    def calls(self):
        endings = every_call(self.library, self.pairs, self.folder, self.random, self.share)
        return f"{endings.total()} calls that failed or were the last: {summary(endings)}."

    def disk(self):
        endings = limited(self.pairs, self.folder, self.random, self.share + 1)
        said = f"{endings.total()} limits on files: {summary(endings)}."
        if "CRASH_MAY_MOUNT" not in os.environ:
            return f"{said}\nLEFT OUT: a full file system, since none can be mounted here."
        endings = filled(self.pairs, self.folder, self.random, self.share + 1)
        return f"{said}\n{endings.total()} full disks: {summary(endings)}."

    def power(self):
        chances = max(1, min(20, self.count // 500))
        return power(
            self.binary, self.library, self.folder, self.seed, chances, self.has_import)


def summary(endings):
    return ", ".join(f"{count} {ending}" for ending, count in sorted(endings.items()))


def main():
    given = arguments()
    print(f"Seed {given.seed}.", flush=True)
    os.makedirs(given.folder, exist_ok=True)
    folder = tempfile.mkdtemp(dir=os.path.abspath(given.folder))
    try:
        run = Run(given, folder)
        for part in given.part or PARTS:
            begin = time.monotonic()
            said = getattr(run, part)()
            print(f"{said} ({time.monotonic() - begin:.0f} s)", flush=True)
    except (Loss, MissedDefect) as error:
        sys.exit(f"LOST with seed {given.seed}: {error}")
    shutil.rmtree(folder)


def arguments():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("kills", type=int, help="how many kills; the other parts grow with it")
    words.add_argument("--part", action="append", choices=PARTS, help="only this; again for more")
    words.add_argument("--binary", required=True, help="the command under test")
    words.add_argument("--folder", required=True, help="where logs may be made, on a real disk")
    words.add_argument("--seed", default=str(time.time_ns() % 1_000_000_000))
    return words.parse_args()


if __name__ == "__main__":
    main()
