"""Logging a past session, one session after another, and the end of a book, with the taps they cost."""

import re

from playwright.sync_api import expect

from flows import flow, lively
from taps import Taps


def log(page, name="Log something"):
    """Returns the plus of any page."""
    return page.get_by_role("navigation", name="Main").get_by_role("link", name=name)


@flow
def log_a_past_session(page, server):
    """From any page: the plus, the book, how long, and Log it; the toast undoes it."""
    server.run("book", "add", "Emma", "--page-count", "160")
    server.run("track", "2026-03-04 20:00..21:00", "Emma", "--pages", "40")
    for path in ("/shelf", "/history", "/insights"):
        page.goto(path)
        taps = Taps(page)
        taps.tap(log(page))
        taps.tap(page.locator("label").filter(has_text="Emma"))
        taps.tap(page.locator("label").filter(has_text="15 m"))
        taps.tap(page.get_by_role("button", name="Log it"))
        taps.most(4)
        expect(page.get_by_role("status")).to_contain_text("Session tracked: “Emma”")
        expect(page.get_by_text(re.compile("19:45–20:00|15m")).first).to_be_visible()
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("button", name="Undo")).to_have_count(0)


@flow
def log_each_kind(page, server):
    """A story and a climbing session cost as many taps as a book."""
    server.run("track", "2026-03-04 20:00..21:00", "listen", "Persuasion")
    server.run("track", "2026-03-04 18:00..19:00", "climb", "--place", "Hall")
    for subject in ("Persuasion", "Hall"):
        page.goto("/history")
        taps = Taps(page)
        taps.tap(log(page))
        taps.tap(page.locator("label").filter(has_text=subject))
        taps.tap(page.locator("label").filter(has_text="45 m"))
        taps.tap(page.get_by_role("button", name="Log it"))
        taps.most(4)
        expect(page.get_by_role("status")).to_contain_text("tracked")
        expect(page.get_by_text("45m").first).to_be_visible()


@flow
def log_a_typed_line(page, server):
    """A line is understood as on the command line; without a script it is checked on a page of its own."""
    server.run("book", "add", "Dune", "--page-count", "604")
    page.goto("/add")
    line = page.get_by_label("A past session in one line")
    line.fill("Dune 30m yesterday to p 72")
    check = page.get_by_role("button", name="Check it first")
    if check.is_visible():
        check.click()
    expect(page.locator("#understood")).to_contain_text("Reading")
    expect(page.locator("#understood")).to_contain_text("to p 72")
    page.get_by_role("button", name="Log 30 minutes").click()
    expect(page.get_by_role("status")).to_contain_text("Session tracked: “Dune”")
    expect(page.get_by_text("72 pages").first).to_be_visible()


@lively
def watch_a_line_being_understood(page, server):
    """Each part appears while it is typed; a tap on a part selects it to correct it."""
    server.run("book", "add", "Dune", "--page-count", "604")
    page.goto("/add")
    line = page.get_by_label("A past session in one line")
    known = page.locator("#understood")
    line.press_sequentially("Dune")
    expect(known).to_contain_text("Add how long")
    line.press_sequentially(" 30m")
    expect(known.get_by_role("button", name="Log 30 minutes")).to_be_visible()
    known.get_by_text("30 minutes", exact=True).click()
    assert line.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)") == "30m"
    page.keyboard.type("1h yesterday")
    expect(known.get_by_role("button", name="Log 1 hour")).to_be_visible()
    expect(known).to_contain_text("yesterday 19:00–20:00")


@flow
def correct_a_past_session(page, server):
    """An error stands at its field, with what was entered."""
    server.run("book", "add", "Emma", "--page-count", "160")
    server.run("track", "2026-03-05 18:10..18:50", "Emma")
    page.goto("/add")
    page.locator("label").filter(has_text="Emma").click()
    page.get_by_label("To page").fill("700")
    page.get_by_role("button", name="Log it").click()
    expect(page.get_by_role("alert")).to_contain_text("Page 700 is past the end")
    expect(page.get_by_label("To page")).to_have_value("700")
    page.get_by_label("To page").fill("70")
    page.locator("label").filter(has_text="1½ h").click()
    page.get_by_role("button", name="Log it").click()
    expect(page.get_by_role("alert")).to_contain_text("This overlaps session")
    page.get_by_label("Trim overlapping sessions").check()
    page.get_by_role("button", name="Log it").click()
    expect(page.get_by_role("status")).to_contain_text("Session tracked")


@flow
def finish_and_rate(page, server):
    """The last page leads to a page where one tap rates."""
    server.run("book", "add", "Emma", "--page-count", "160")
    server.run("start", "read", "Emma")
    server.set_clock("2026-03-05T19:42:00Z")
    page.goto("/")
    page.get_by_label("Page", exact=True).fill("160")
    taps = Taps(page)
    taps.tap(page.get_by_role("button", name="Stop", exact=True))
    expect(page.get_by_role("heading", name="You finished Emma")).to_be_visible()
    taps.tap(page.get_by_role("button", name="4 stars"))
    taps.most(2)
    expect(page.get_by_role("button", name="4 stars")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("One line, for you").fill("Handsome, clever, and rich.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="You finished Emma")).to_have_count(0)
    assert "Handsome" in server.run("book", "show", "Emma")


@flow
def stop_one_and_start_another(page, server):
    """Two taps: start, and the answer to one question."""
    server.run("book", "add", "Emma", "--page-count", "160")
    server.run("book", "add", "Dune")
    server.run("start", "read", "Emma")
    server.set_clock("2026-03-05T19:42:00Z")
    page.goto("/shelf")
    page.get_by_role("link", name="Dune").click()
    taps = Taps(page)
    taps.tap(page.get_by_role("button", name="Start reading"))
    expect(page.get_by_role("heading", name="Finish “Emma” and start “Dune”?")).to_be_visible()
    taps.tap(page.get_by_role("button", name="Finish and start"))
    taps.most(2)
    page.wait_for_url(re.compile(r":\d+/$"))
    expect(page.get_by_role("heading", name="Dune")).to_be_visible()
    expect(page.get_by_role("timer")).to_be_visible()
    assert "42m" in server.run("log")


@flow
def save_a_short_session(page, server):
    """A session of seconds asks once, and is saved."""
    server.run("start", "read", "Emma")
    server.set_clock("2026-03-05T19:00:22Z")
    page.goto("/")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"That was only \d+ seconds\. Save it anyway\?"))
    expect(page.get_by_label("Page", exact=True)).to_have_attribute("aria-invalid", "false")
    page.get_by_role("button", name="Save anyway").click()
    expect(page.get_by_role("status")).to_contain_text("Session saved: “Emma”")
