"""The syntax of the command line's arguments, in one place."""

from datetime import datetime, timedelta, timezone

LOG_FILE = "log.sqlite"
EPOCH = datetime(2026, 1, 5, tzinfo=timezone.utc)


def instant(seconds):
    """Returns seconds since the epoch of these tests in the form `2026-01-05T18:00:00Z`."""
    return at(seconds, "%Y-%m-%dT%H:%M:%SZ")


def at(seconds, form):
    return (EPOCH + timedelta(seconds=seconds)).strftime(form)


def span(start, end):
    """Returns a time range of one day as `cairn track` accepts it."""
    return f"{at(start, '%Y-%m-%d %H:%M')}-{at(end, '%H:%M')}"


def start(title):
    return ["start", "read", title, "--json"]


def pause():
    return ["pause", "--json"]


def resume():
    return ["resume", "--json"]


def stop(page=None):
    place = [] if page is None else ["--page", str(page)]
    return ["stop", *place, "--allow-short", "--json"]


def track(start, end, title, page):
    return ["track", span(start, end), title, "--page", str(page), "--json"]


def edit(session, note):
    return ["edit", session, "--note", note, "--json"]


def delete(session):
    return ["delete", session]


def undo(line=None):
    return ["undo", *([] if line is None else [line]), "--json"]


def redo():
    return ["redo", "--json"]


def import_books(path):
    return ["import", "goodreads", path, "--json"]


def backup(path):
    return ["backup", path]


def rebuild():
    return ["doctor", "--rebuild", "--json"]
