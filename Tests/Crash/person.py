"""A simulated user of the command line."""

from commands import Delete, Edit, Import, Pause, Redo, Resume, Start, Stop, Track, Undo

BOOKS = ("Dune", "Emma", "Ulysses", "Walden", "Middlemarch")


class Person:
    """Chooses commands that suit the log, and occasionally one that its rules reject."""

    def __init__(self, random, model, directory, has_import):
        self.random, self.model, self.directory = random, model, directory
        self.has_import = has_import
        self.clock = 18 * 3600
        self.slot = 0

    def tick(self):
        """Advances the clock; each command has a unique time, which identifies its line."""
        self.clock += self.random.randrange(1, 150)
        return self.clock

    def next(self, is_alone):
        key = self.model.open_session()
        running = key and self.model.entities[key]["state"] == "running"
        fits = [self.pause, self.stop] if running else [self.resume, self.stop]
        fits = (fits if key else [self.start, self.start]) + [
            self.track, self.edit, self.delete, self.undo]
        if self.has_import:
            fits.append(self.import_books)
        if is_alone and self.model.is_undone_last():
            fits += [self.redo, self.redo]
        careless = [self.start, self.pause, self.resume, self.stop]
        return self.random.choice(careless if self.random.random() < 0.1 else fits)()

    def page(self, title):
        """Returns the furthest page of a book; no session ends before its start page."""
        pages = [one["to"] for one in self.model.of_book(title).values()]
        pages.append(self.model.entities.get(("book", title), {}).get("page"))
        return max(page or 0 for page in pages)

    def start(self):
        return Start(self.tick(), self.random.choice(BOOKS))

    def pause(self):
        return Pause(self.tick())

    def resume(self):
        return Resume(self.tick())

    def stop(self):
        key = self.model.open_session()
        page = self.page(key and self.model.entities[key]["title"]) + self.random.randrange(30)
        return Stop(self.tick(), self.random.choice([None, page, page]))

    def track(self):
        self.slot += 1
        begin = -86_400 * 300 + self.slot * 7_200
        book = self.random.choice(BOOKS)
        end = begin + 60 * self.random.randrange(1, 119)
        return Track(self.tick(), begin, end, book, self.page(book) + self.random.randrange(1, 9))

    def edit(self):
        clock = self.tick()
        return self.on_session(lambda *session: Edit(clock, *session, f"At {clock} s."))

    def delete(self):
        return self.on_session(lambda *session: Delete(self.tick(), *session))

    def on_session(self, make):
        ended = self.model.ended_sessions()
        if not ended:
            return self.track()
        key = self.random.choice(ended)
        return make(key, self.model.entities[key]["id"])

    def undo(self):
        last = self.model.last_done()
        return Undo(self.tick(), last and last["id"])

    def redo(self):
        return Redo(self.tick())

    def import_books(self):
        clock = self.tick()
        titles = tuple(f"Volume {n} of {clock}" for n in range(self.random.choice([3, 40])))
        path = f"{self.directory}-{clock}.csv"
        write_library(path, clock, titles)
        return Import(clock, path, titles)


def write_library(path, number, titles):
    """Writes a library in the format of a Goodreads export, with the columns that an import needs."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("Book Id,Title,Author,Exclusive Shelf\n")
        for n, title in enumerate(titles):
            file.write(f"{number}{n:03},{title},Ann Author,to-read\n")
