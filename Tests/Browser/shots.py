"""Looks at every page of a log with a year in it, and keeps a picture of each."""

import gzip
import tempfile

from playwright.sync_api import Error

from looks import Visitor
from server import Server

NOW = "2026-03-05T19:00:00Z"

#: Every page by the name of its picture.
PAGES = {
    "today": "/",
    "history": "/history",
    "calendar": "/history/calendar?month=2026-02",
    "day": "/history?day=2026-03-01",
    "shelf": "/shelf",
    "insights": "/insights",
    "insights-books": "/insights?measure=books",
    "insights-before": "/insights?year=2025&measure=pages",
    "insights-empty": "/insights?year=2024",
    "settings": "/settings",
    "changes": "/changes",
    "nowhere": "/nowhere",
}

#: Pages that the first link of a list leads to.
FIRST_OF = {
    "session": "/history",
    "book": "/shelf?status=reading",
    "book-read": "/shelf?status=read&sort=finished",
}


class Weight:
    """What a page makes the browser load, packed as a proxy would."""

    def __init__(self, page):
        self.answers = []
        page.on("response", self.note)

    def note(self, answer):
        """Notes an answer that comes to an end."""
        if answer.request.resource_type != "eventsource":
            self.answers.append(answer)

    def check(self, what):
        """Fails above 60 kB."""
        weight = sum(len(gzip.compress(self.body(answer))) for answer in self.answers)
        if weight > 60_000:
            raise AssertionError(f"{what} weighs {weight} bytes")

    def body(self, answer):
        """What an answer brought; nothing when it came late, for the page before."""
        try:
            return answer.body()
        except Error:
            return b""


def look_at_all(browser, cairn, shots, screen, theme):
    """Looks at every page in one way."""
    with tempfile.TemporaryDirectory() as folder, Server(cairn, folder, NOW, "--demo") as server:
        visitor = Visitor(browser, server.url, screen, theme)
        weight = Weight(visitor.page)
        for name, path in PAGES.items():
            weight.answers.clear()
            visitor.page.goto(path)
            weight.check(name)
            visitor.check(name)
            visitor.shoot(shots / f"{name}-{screen}-{theme}.png")
        for name, path in FIRST_OF.items():
            visitor.page.goto(path)
            with visitor.page.expect_navigation():
                visitor.page.locator("a.whole").first.click()
            visitor.check(name)
            visitor.shoot(shots / f"{name}-{screen}-{theme}.png")
        visitor.close()
