"""A disk after a power cut: synced data is there, and any part of the rest may be.

The rules are weaker than those of common file systems. Each sector of an unsynced write may be there or not, and so may
a new length. A created, removed or renamed file may appear so or not until its folder is synced.
SQLite assumes no more (https://www.sqlite.org/atomiccommit.html, 2).
"""

import os

SECTOR = 512


class File:
    def __init__(self):
        self.synced = bytearray()
        self.pending = []

    def sync(self):
        self.synced = self.content(Everything())
        self.pending = []

    def content(self, chance):
        """Returns the content if `chance` decides about each unsynced part."""
        bytes_ = bytearray(self.synced)
        for offset, data in self.pending:
            if data is None:
                if chance():
                    del bytes_[offset:]
                    bytes_.extend(bytes(offset - len(bytes_)))
                continue
            for begin in range(0, len(data), SECTOR):
                if chance():
                    place(bytes_, offset + begin, data[begin : begin + SECTOR])
        return bytes_


def place(target, offset, data):
    if len(target) < offset:
        target.extend(bytes(offset - len(target)))
    target[offset : offset + len(data)] = data


class Nothing:
    """The choice that loses all unsynced parts."""

    def __call__(self):
        return False


class Everything:
    """The choice that keeps all parts, as after a killed process."""

    def __call__(self):
        return True


class Chance:
    """A random choice for each part."""

    def __init__(self, random):
        self.random, self.share = random, random.choice([0.1, 0.5, 0.9])

    def __call__(self):
        return self.random.random() < self.share


class Platter:
    """A disk that replays a trace; `image` returns its content after a power cut now.

    `is_ignored` selects syncs that the disk only pretends to do, to prove that they matter.
    """

    def __init__(self, is_ignored=lambda path, before: False):
        self.is_ignored = is_ignored
        self.files, self.names, self.pending = {}, {}, []
        self.before = ""

    def take(self, letter, path, other, data, offset):
        if letter == "C":
            self.files[path] = File()
            self.pending.append({path: self.files[path]})
        elif letter == "D":
            self.pending.append({path: None})
        elif letter == "W":
            self.files[path].pending.append((offset, data))
        elif letter == "T":
            self.files[path].pending.append((offset, None))
        elif letter == "U":
            del self.files[path]
            self.pending.append({path: Missing})
        elif letter == "R":
            self.files[other] = self.files.pop(path)
            self.pending.append({path: Missing, other: self.files[other]})
        elif letter == "S" and not self.is_ignored(path, self.before):
            self.sync(path)
        self.before = letter

    def sync(self, path):
        if path in self.files:
            return self.files[path].sync()
        kept = [change for change in self.pending if path not in map(os.path.dirname, change)]
        for change in self.pending:
            if change not in kept:
                self.names |= change
        self.pending = kept

    def image(self, chance):
        """Returns paths and contents; a missing folder loses everything in it."""
        names = dict(self.names)
        for change in self.pending:
            if chance():
                names |= change
        there = {path: file for path, file in names.items() if file is not Missing}
        folders = {path for path, file in there.items() if file is None}
        made = {path for path, file in self.all_names() if file is None}
        lost = made - folders
        return {
            path: file.content(chance)
            for path, file in there.items()
            if file is not None and not any(path.startswith(folder + "/") for folder in lost)
        }

    def all_names(self):
        yield from self.names.items()
        for change in self.pending:
            yield from change.items()


class Missing:
    """The state of a removed name."""
