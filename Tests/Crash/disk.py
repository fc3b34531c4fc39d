"""Full disks: files with a size limit, and a file system without space."""

import os
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from calls import ending, explained
from model import Loss
from trial import IO_ERROR, Trial

KIB = 1024
FREED = "Run the command again now"
"""The message after the command has freed its reserved space: it must then work on the same full disk."""

LIMIT = 'trap "$1" XFSZ; ulimit -f "$0"; shift; exec "$@"'
"""Shell code: a limit in blocks of 512 bytes; a process that ignores the signal gets an error instead."""


def limited(pairs, folder, random, count):
    """Limits the file size to `count` sizes per command, with the signal or with an error."""
    jobs = []
    for index, (life, command) in enumerate(pairs):
        for size in sizes(life, random, count):
            place = os.path.join(folder, f"limit-{index}-{size}")
            jobs.append((life, command, place, size, random.choice(["", "-"])))
    with ThreadPoolExecutor(2) as lanes:
        return Counter(lanes.map(lambda job: limit(*job), jobs))


def sizes(life, random, count):
    """Returns sizes in KiB: near the log's size, where it grows, and below it, where its journal does."""
    has = os.path.getsize(life.cairn.file) // KIB if os.path.exists(life.cairn.file) else 0
    near = range(max(0, has - 8), has + 64)
    chosen = random.sample(near, min(len(near), (count + 1) // 2))
    return sorted({*chosen, *random.sample(range(0, has + 64), count - count // 2)})


def limit(life, command, directory, size, trap):
    trial = Trial(life, command, directory)
    cairn = trial.life.cairn.under(["sh", "-c", LIMIT, str(size * 2), trap])
    has = os.path.getsize(life.cairn.file) if os.path.exists(life.cairn.file) else 0
    try:
        outcome, made = trial.run(cairn, is_readable=size * KIB >= has)
        if outcome.code == IO_ERROR and made:
            raise Loss(f"{command} says it failed, but was done")
        trial.run_again(outcome, made)
    except Loss as loss:
        raise explained(loss, f"files of {size} KiB, trap '{trap}'", trial) from None
    trial.clear()
    return ending(outcome, made)


class FullDisk:
    """A small file system in memory that can be filled up to a few pages."""

    size = 4096

    def __init__(self, folder):
        self.folder = os.path.join(folder, "disk")
        os.makedirs(self.folder, exist_ok=True)
        options = f"size={self.size}k"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", self.folder], check=True)
        self.ballast = os.path.join(self.folder, "ballast")

    def fill(self, free):
        """Leaves that many KiB free."""
        self.empty()
        room = os.statvfs(self.folder)
        with open(self.ballast, "wb") as file:
            file.write(bytes(max(0, room.f_bavail * room.f_frsize - free * KIB)))

    def empty(self):
        if os.path.exists(self.ballast):
            os.unlink(self.ballast)

    def close(self):
        subprocess.run(["umount", self.folder], check=True)

    def trial(self, life, command, free):
        trial = Trial(life, command, os.path.join(self.folder, "log"))
        self.fill(free)
        try:
            outcome, made = trial.run(trial.life.cairn, relieve=self.empty)
            if outcome.code == IO_ERROR and made:
                raise Loss(f"{command} says it failed, but was done")
            if FREED not in outcome.err:
                self.empty()
            trial.run_again(outcome, made)
        except Loss as loss:
            raise explained(loss, f"{free} KiB left on the disk", trial) from None
        trial.clear()
        return ending(outcome, made)


def filled(pairs, folder, random, count):
    """Runs the commands on a nearly full disk, in steps of its 4 KiB pages."""
    disk = FullDisk(folder)
    endings = Counter()
    for life, command in pairs:
        for free in sorted(random.sample(range(0, 320, 4), count)):
            endings[disk.trial(life, command, free)] += 1
    disk.close()
    return endings
