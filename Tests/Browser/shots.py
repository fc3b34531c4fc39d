"""Checks the pages of a log with a year of data and saves screenshots."""

import gzip
import tempfile
from functools import partial

from playwright.sync_api import Error

from conflicts import look_at_conflicts
from flows import FIXTURES
from looks import Visitor
from server import Server

NOW = "2026-03-05T19:00:00Z"

#: Every page by the name of its screenshot.
PAGES = {
    "today": "/",
    "add": "/add",
    "add-preview": "/add/preview?line=Emma+30m+yesterday+to+p+72",
    "history": "/history",
    "calendar": "/history/calendar?month=2026-02",
    "day": "/history?day=2026-03-01",
    "history-climbing": "/history?kind=climbing",
    "logbook": "/logbook",
    "history-listening": "/history?kind=listening",
    "listening": "/listening?range=month",
    "listening-year": "/listening?range=year",
    "listening-all": "/listening?range=all",
    "stories": "/stories",
    "stories-deleted": "/stories/deleted",
    "listening-share": "/listening/share",
    "shelf": "/shelf",
    "insights": "/insights",
    "insights-year": "/insights?period=year",
    "insights-all": "/insights?period=all",
    "insights-week": "/insights?period=week",
    "insights-reading": "/insights?period=year&at=2025&activity=reading",
    "insights-listening": "/insights?period=year&activity=listening",
    "insights-climbs": "/insights?period=year&activity=climbing",
    "year-in-review": "/insights/year?year=2025",
    "insights-empty": "/insights?period=year&at=2022",
    "insights-climbing": "/insights/climbing?period=all",
    "pyramid": "/insights/climbing?period=all#pyramid-bouldering-v",
    "diversity": "/insights/diversity",
    "radars": "/insights/diversity#completeness",
    "diversity-finished": "/insights/diversity?scope=finished&period=year",
    "diversity-books": "/insights/diversity/books?dimension=cultural",
    "ask": "/ask",
    "ask-language": "/ask?dimension=translation",
    "ask-features": "/ask?dimension=accessibility",
    "authors": "/authors",
    "settings": "/settings",
    "settings-devices": "/settings/devices",
    "settings-data": "/settings/data",
    "settings-server": "/settings/server",
    "webhooks": "/webhooks",
    "import": "/import",
    "deleted": "/shelf/deleted",
    "changes": "/changes",
    "nowhere": "/nowhere",
}

#: Pages that the first link of a list opens.
FIRST_OF = {
    "session": "/history?kind=reading",
    "session-climbing": "/logbook",
    "session-listening": "/history?kind=listening",
    "story": "/stories",
    "author": "/authors",
    "book": "/shelf?status=reading",
    "book-read": "/shelf?status=read&sort=finished",
}

#: Pictures for the README: a page, a screen and a theme.
PICTURES = {
    ("today", "phone", "light"),
    ("book", "phone", "dark"),
    ("climbing", "phone", "light"),
    ("logbook", "phone", "dark"),
    ("pyramid", "phone", "light"),
    ("insights", "desktop", "light"),
    ("shelf", "desktop", "dark"),
    ("listening", "phone", "light"),
    ("shared", "desktop", "light"),
    ("radars", "phone", "light"),
    ("radars", "desktop", "light"),
}


class Weight:
    """The bytes a page makes the browser load, compressed as by a proxy."""

    def __init__(self, page):
        self.page, self.answers = page, []

    def __enter__(self):
        self.page.on("response", self.note)
        return self

    def __exit__(self, *_):
        self.page.remove_listener("response", self.note)

    def note(self, answer):
        """Records a finished response."""
        if answer.request.resource_type != "eventsource":
            self.answers.append(answer)

    def check(self, what):
        """Fails above 60 kB."""
        weight = sum(len(gzip.compress(self.body(answer))) for answer in self.answers)
        if weight > 62_000:
            raise AssertionError(f"{what} weighs {weight} bytes")

    def body(self, answer):
        """Returns the body of a response; empty for a late one of the previous page."""
        try:
            return answer.body()
        except Error:
            return b""


def take_picture(page, path):
    """Saves the window if it is small enough for a picture."""
    window = page.viewport_size
    page.set_viewport_size({**window, "height": 720})
    page.evaluate("document.querySelector(location.hash || 'html').scrollIntoView()")
    page.screenshot(path=path)
    page.set_viewport_size(window)


def look_at_page(name, path, look, _, page):
    """Checks a page by its address, and the bytes it loads."""
    with Weight(page) as weight:
        page.goto(path)
        weight.check(name)
    look(name)


def look_at_first(name, path, look, _, page):
    """Checks the page that the first link of a list opens."""
    page.goto(path)
    with page.expect_navigation():
        page.locator("a.whole").first.click()
    look(name)


def look_at_import(look, _, page):
    """Checks the preview and the result of an import."""
    page.goto("/import")
    page.get_by_label("File", exact=True).set_input_files(FIXTURES / "storygraph.csv")
    page.get_by_role("button", name="Preview").click()
    look("import-plan")
    page.get_by_role("button", name="Import").click()
    page.get_by_role("button", name="Undo import").wait_for()
    look("import-report")


def look_at_logbook(look, server, page):
    """Checks days of climbs without a session."""
    for name, place in (("The Bard", "Arapiles"), ("Kaligula", "Arapiles"), ("Roof", "Hall")):
        server.run("climb", "add", name, "V3", "--sent", "--day", "2026-03-05", "--place", place)
    page.goto("/logbook/2026-03-05")
    look("logbook-day")
    page.goto("/logbook?chosen=all")
    look("logbook-chosen")
    page.goto("/history")
    look("history-days")
    page.goto("/history/calendar")
    look("calendar-days")


def look_at_climbing(look, _, page):
    """Checks a climb of the logbook and a running session."""
    page.goto("/logbook")
    page.locator("a.whole").first.click()
    page.locator(".climb a").first.click()
    page.get_by_role("heading", name="Attempts").wait_for()
    look("climb")
    page.goto("/")
    page.get_by_text("Add details first").click()
    look("climbing-start")
    page.get_by_role("radio", name="bouldering").check()
    page.get_by_role("group", name="Mental readiness").get_by_role("radio", name="4").check()
    page.get_by_label("Gym or crag").fill("Boulder Hall")
    page.get_by_role("button", name="Start", exact=True).last.click()
    for name, grade, outcome in (
        ("Green Slab", "V2", "✓ sent"), ("The Fin", "V5", "✗ fell"), ("Sunday Roof", "V4", "Project (no attempts)")
    ):
        page.get_by_text("New climb").click()
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Grade", exact=True).fill(grade)
        page.get_by_role("radio", name=outcome).check()
        page.get_by_role("button", name="Save climb").click()
        page.get_by_role("link", name=name).wait_for()
    page.get_by_role("button", name="✗ Fell: “The Fin” V5").click()
    page.get_by_role("status").filter(has_text="The Fin").wait_for()
    look("climbing")
    page.get_by_text("New climb").click()
    page.get_by_text("Hold types").click()
    look("climbing-add")
    page.reload()
    page.get_by_text("End this session").click()
    look("climbing-end")
    page.goto("/")
    look("today-climbing")


def look_at_listening(look, _, page):
    """Checks a running listening session and a public share page."""
    page.goto("/")
    page.get_by_text("Listen to something else").click()
    look("listening-start")
    page.get_by_label("What are you listening to?").fill("The Odyssey")
    page.get_by_label("Start position").fill("2:10:00")
    page.get_by_role("button", name="Start listening").click()
    page.get_by_label("Current position").wait_for()
    look("today-listening")
    page.goto("/listening/share")
    page.get_by_role("radio", name="Last 365 days").check()
    page.get_by_label("Include story titles").check()
    page.get_by_role("button", name="Create link").click()
    page.get_by_label("Link", exact=True).wait_for()
    look("listening-link")
    page.get_by_role("link", name="Preview").click()
    page.get_by_role("heading", name="Listening", exact=True).wait_for()
    look("shared")
    path = page.url + "/listening.svg"
    page.goto(path)


def look_at_bars(look, server, page):
    """Checks the bars of two sessions, one of them paused, and a session alone."""
    server.run("start", "read", "Emma")
    page.goto("/")
    listen = page.get_by_role("button", name="Listen to ")
    # Another look at the same log may have left a story running.
    if listen.count():
        listen.first.click()
    page.get_by_role("timer").first.wait_for()
    server.run("pause", "--kind", "reading")
    for name, path in (("history", "/history"), ("shelf", "/shelf"), ("settings", "/settings")):
        page.goto(path)
        look(f"{name}-running")
    page.locator(".bar > a").first.click()
    page.get_by_role("timer").wait_for()
    look("focus")


#: All checks, each a function of the checker, the server and the window.
SIGHTS = [
    *(partial(look_at_page, name, path) for name, path in PAGES.items()),
    *(partial(look_at_first, name, path) for name, path in FIRST_OF.items()),
    look_at_import,
    look_at_climbing,
    look_at_listening,
    look_at_logbook,
    look_at_bars,
    look_at_conflicts,
]


def look_at(sights, browser, words, screen, theme):
    """Runs some of the checks in one look and returns the number of pages."""
    with tempfile.TemporaryDirectory() as folder, Server(words.cairn, folder, NOW, "--demo") as server:
        visitor, names = Visitor(browser, server.url, screen, theme), []

        def look(name):
            """Checks the page and saves its screenshots."""
            visitor.check(name)
            names.append(name)
            if words.all:
                visitor.shoot(words.shots / f"{name}-{screen}-{theme}.png")
            if words.pictures and (name, screen, theme) in PICTURES:
                take_picture(visitor.page, words.pictures / f"{name}-{screen}-{theme}.png")

        for sight in sights:
            sight(look, server, visitor.page)
        visitor.close()
        return len(names)
