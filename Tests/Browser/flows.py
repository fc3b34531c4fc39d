"""What people do on the pages, each from an empty log."""

import pathlib
import re

from playwright.sync_api import expect

FLOWS = []

FIXTURES = pathlib.Path(__file__).parents[1] / "CairnExchangeTests/Fixtures"


def flow(function):
    """Registers a flow that works with and without JavaScript."""
    function.needs_script, function.mode = False, "--single-user"
    FLOWS.append(function)
    return function


def lively(function):
    """Registers a flow that needs JavaScript."""
    flow(function).needs_script = True
    return function


def among_others(function):
    """Registers a flow on a multi-user server that works with and without JavaScript."""
    flow(function).mode = None
    return function


def of_a_year(function):
    """Registers a flow on the demo log that needs JavaScript."""
    lively(function).mode = "--demo"
    return function


@flow
def read_a_chapter(page, server):
    """Start, pause, resume, a rejected page, stop, and undo."""
    page.goto("/")
    page.get_by_label("Title").fill("Dune")
    page.get_by_role("button", name="Start reading").click()
    expect(page.get_by_role("timer")).to_be_visible()
    server.set_clock("2026-03-05T19:42:00Z")
    page.reload()
    expect(page.get_by_role("timer")).to_contain_text("42:")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    server.set_clock("2026-03-05T19:50:00Z")
    page.get_by_role("button", name="Resume").click()
    page.get_by_label("Page", exact=True).fill("many")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("alert")).to_contain_text("“many” is not a whole number")
    page.get_by_label("Page", exact=True).fill("31")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("31 pages")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()


@flow
def edit_the_history(page, server):
    """Edit, split, merge, delete and restore a session."""
    server.run("book", "add", "Emma", "--page-count", "160")
    server.run("track", "2026-03-04 20:00..21:00", "Emma", "--pages", "40")
    page.goto("/history")
    page.get_by_role("link", name="Emma").click()
    page.get_by_text("Edit", exact=True).click()
    page.get_by_label("End").fill("2026-03-04T21:30")
    page.get_by_label("Note").fill("by the fire")
    page.get_by_label("Tags").fill("holiday, beach")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("1h 30m")).to_be_visible()
    expect(page.locator("p.note")).to_have_text("by the fire")
    page.get_by_role("link", name="+beach").click()
    expect(page.get_by_role("heading", name="Sessions tagged +beach")).to_be_visible()
    page.get_by_role("link", name="Emma").click()
    expect(page.get_by_role("link", name="+holiday")).to_be_visible()
    page.get_by_text("Split session").click()
    page.get_by_label("Split at").fill("2026-03-04T20:30")
    page.get_by_role("button", name="Split").click()
    expect(page.get_by_role("listitem").filter(has_text="Emma")).to_have_count(2)
    page.get_by_role("link", name="Emma").first.click()
    page.get_by_text("Merge sessions").click()
    page.get_by_role("button", name="Merge").click()
    expect(page.get_by_text("1h 30m")).to_be_visible()
    page.get_by_text("Delete", exact=True).first.click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("No activity on this day.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Emma")).to_be_visible()


@flow
def move_a_session_to_another_book(page, server):
    """A session moves to another book, and to another reading of it."""
    server.run("book", "add", "Emma", "--page-count", "160")
    server.run("book", "add", "Orlando", "--page-count", "300")
    server.run("track", "2026-03-04 20:00..21:00", "Emma", "--pages", "40")
    page.goto("/history")
    page.get_by_role("link", name="Emma").click()
    page.get_by_text("Change book").click()
    page.get_by_label("Correct book").fill("Ulysses")
    page.get_by_role("button", name="Move session").click()
    expect(page.get_by_role("alert")).to_contain_text("not on the shelf")
    page.get_by_label("Correct book").fill("Orlando")
    page.get_by_role("button", name="Move session").click()
    expect(page.get_by_role("heading", name="Orlando")).to_be_visible()
    server.run("book", "reread", "Orlando", "--started", "2019", "--finished", "2019")
    page.reload()
    page.get_by_text("Edit", exact=True).click()
    page.get_by_label("Read", exact=True).select_option(label="First read, started 2019")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Session edited: “Orlando”")


@flow
def import_a_library(page, server):
    """Import a Goodreads library: preview, import, and undo."""
    page.goto("/")
    page.get_by_role("link", name="Import books").click()
    page.get_by_label("File", exact=True).set_input_files(FIXTURES / "clippings.txt")
    page.get_by_label("File type").select_option("goodreads")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("File", exact=True).set_input_files(FIXTURES / "goodreads-2026-23col.csv")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()
    expect(page.get_by_text("Moby-Dick, or, The Whale")).to_be_visible()
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("heading", name="Import complete")).to_be_visible()
    page.get_by_role("link", name="View shelf").click()
    expect(page.get_by_role("link", name="Moby-Dick")).to_be_visible()
    page.goto("/settings/data")
    page.get_by_role("link", name="Import", exact=True).click()
    page.get_by_role("link", name="Goodreads library").click()
    page.get_by_role("button", name="Undo import").click()
    expect(page.get_by_text("Your log is back to how it was.")).to_be_visible()
    page.goto("/shelf")
    expect(page.get_by_text("No books yet.")).to_be_visible()


@flow
def import_a_list(page, server):
    """Import a list with unknown columns after mapping them."""
    rows = "Werk;Zuletzt\nDune;1/2/2025\nEmma;3/4/2025\n"
    page.goto("/import")
    page.get_by_label("File", exact=True).set_input_files(
        {"name": "list.csv", "mimeType": "text/csv", "buffer": rows.encode()}
    )
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Match columns")).to_be_visible()
    page.get_by_label("Title", exact=True).select_option("Werk")
    page.get_by_label("Finished", exact=True).select_option("Zuletzt")
    page.get_by_role("button", name="Preview again").click()
    expect(page.get_by_role("alert")).to_contain_text("is ambiguous: 2025-02-01 or 2025-01-02")
    page.get_by_label("Dates such as").select_option("dmy")
    page.get_by_role("button", name="Preview again").click()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()
    page.get_by_role("button", name="Import").click()
    page.get_by_role("link", name="View shelf").click()
    expect(page.get_by_text("Sat 1 Feb 2025")).to_be_visible()


@lively
def watch_an_import(page, server):
    """A large import shows its progress and its result without a reload by the person."""
    rows = "Title,Author\n" + "".join(f"Book {n},Author {n % 97}\n" for n in range(6000))
    page.goto("/import")
    page.get_by_label("File", exact=True).set_input_files(
        {"name": "list.csv", "mimeType": "text/csv", "buffer": rows.encode()}
    )
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Import").click(timeout=60_000)
    expect(page.get_by_role("heading", name="Import complete")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("And 5800 more.")).to_be_visible()


@flow
def restore_a_book(page, server):
    """A book deleted long ago can be restored."""
    server.run("book", "add", "Emma")
    server.run("book", "delete", "Emma")
    page.goto("/shelf")
    page.get_by_role("link", name="Deleted books").click()
    page.get_by_role("button", name="Restore Emma").click()
    expect(page.get_by_role("heading", name="Emma")).to_be_visible()


@flow
def browse_the_calendar(page, server):
    """From a month to a day, and back through the months."""
    server.run("track", "2026-02-10 20:00..21:00", "Emma", "--pages", "40")
    page.goto("/history")
    page.get_by_role("link", name="Calendar").click()
    page.get_by_role("link", name="February 2026").click()
    page.get_by_role("link", name=re.compile("Tue 10 Feb 2026: 1h 00m")).click()
    expect(page.get_by_role("link", name="Emma")).to_be_visible()


@lively
def use_keyboard_shortcuts(page, server):
    """Open every page by its letter, and the help with a question mark."""
    page.goto("/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("g")
    page.keyboard.press("l")
    page.wait_for_url(re.compile("/history$"))
    page.keyboard.press("n")
    expect(page.get_by_label("Title")).to_be_focused()


@lively
def follow_another_tab(page, server):
    """Changes from another tab appear without discarding input."""
    page.goto("/")
    other = page.context.new_page()
    other.goto("/")
    other.get_by_label("Title").fill("Dune")
    other.get_by_role("button", name="Start reading").click()
    expect(page.get_by_role("timer")).to_be_visible()
    page.get_by_label("Page", exact=True).fill("12")
    other.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("status")).to_contain_text("This changed on another device.")
    expect(page.get_by_label("Page", exact=True)).to_have_value("12")
    page.get_by_role("link", name="Show").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.get_by_role("link", name="Log", exact=True).focus()
    other.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.goto("/shelf")
    server.run("book", "add", "Emma")
    expect(page.get_by_role("link", name="Emma")).to_be_visible()
    page.goto("/history")
    server.run("track", "2026-03-04 20:00..21:00", "Emma")
    expect(page.get_by_role("link", name="Emma")).to_be_visible()
    other.close()


@flow
def organise_a_shelf(page, server):
    """Add a book, search, filter and sort."""
    page.goto("/shelf")
    page.get_by_text("Add a book").click()
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("alert")).to_contain_text("A book needs a title")
    page.get_by_label("Title", exact=True).fill("Middlemarch")
    page.get_by_label("Authors").fill("George Eliot")
    page.get_by_label("Pages", exact=True).fill("880")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("heading", name="Middlemarch")).to_be_visible()
    server.run("book", "add", "Emma", "--status", "wishlist")
    page.goto("/shelf")
    page.get_by_role("link", name="Wishlist 1").click()
    expect(page.get_by_role("link", name="Emma")).to_be_visible()
    expect(page.get_by_role("link", name="Middlemarch")).to_have_count(0)
    page.goto("/shelf")
    page.get_by_label("Search the shelf").fill("eliot")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Middlemarch")).to_be_visible()
    expect(page.get_by_role("link", name="Emma")).to_have_count(0)


@lively
def sort_immediately(page, server):
    """A chosen sort order applies without another tap."""
    server.run("book", "add", "Emma")
    page.goto("/shelf")
    page.get_by_label("Order").select_option("title")
    page.wait_for_url(re.compile("sort=title"))
    expect(page.get_by_role("listitem").filter(has_text="Emma")).to_be_visible()


@flow
def edit_a_book(page, server):
    """Change a book's status, page, dates, earlier reading and details, and delete it."""
    server.run("book", "add", "Emma", "--page-count", "160")
    page.goto("/shelf")
    page.get_by_role("link", name="Emma").click()
    page.get_by_role("button", name="Mark as read").click()
    expect(page.get_by_text("Read", exact=True)).to_be_visible()
    page.get_by_text("Edit dates").click()
    page.get_by_label("Started", exact=True).first.fill("2026-03-09")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Mon 9 Mar 2026 is in the future")
    page.get_by_label("Started", exact=True).first.fill("2026-02")
    page.get_by_label("Rating").select_option("18")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("4.5 of 5", exact=True).first).to_be_visible()
    expect(page.get_by_text("February 2026", exact=True)).to_be_visible()
    page.get_by_text("Edit dates").click()
    page.get_by_role("button", name="Clear started").click()
    expect(page.get_by_text("February 2026", exact=True)).to_have_count(0)
    page.get_by_text("Add a past read").click()
    page.get_by_label("Finished", exact=True).last.fill("2019")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name="Second read")).to_be_visible()
    page.get_by_role("link", name="About").click()
    page.wait_for_url("**tab=about**")
    page.get_by_text("Edit", exact=True).click()
    page.get_by_label("ISBN").fill("123")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("has 3 digits")
    page.get_by_label("ISBN").fill("978-0-14-143958-7")
    page.get_by_label("Review").fill("Handsome, clever, and rich.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("9780141439587")).to_be_visible()
    page.get_by_text("Delete", exact=True).first.click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("“Emma” deleted")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Emma")).to_be_visible()


@flow
def change_settings(page, server):
    """Set theme, start of day and a goal, and undo all from the activity log."""
    page.goto("/settings")
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_label("Days start at").select_option("4")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Days start at: 4:00")
    page.get_by_label("Daily minimum for streak").fill("a lot")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("“a lot” is not a daily minimum")
    page.get_by_label("Amount").fill("30")
    page.get_by_role("button", name="Set goal").click()
    expect(page.get_by_role("status")).to_contain_text("Daily goal set")
    page.goto("/")
    expect(page.get_by_text("30m today")).to_be_visible()
    page.goto("/changes")
    take_back = page.get_by_role("button", name="Undo: Daily goal set to 30 minutes")
    take_back.click()
    expect(take_back).to_have_count(0)
    page.goto("/")
    expect(page.get_by_text("30m today")).to_have_count(0)


@flow
def forget_a_reading_timer(page, server):
    """A timer that ran all night asks for its end, and a discarded session is restored."""
    server.run("start", "read", "Emma")
    server.set_clock("2026-03-06T09:00:00Z")
    page.goto("/")
    expect(page.get_by_text("When did you stop?")).to_be_visible()
    page.get_by_role("button", name="Use that time").click()
    expect(page.get_by_role("status")).to_contain_text("Session saved: “Emma”")
    page.get_by_role("button", name="Start reading Emma").click()
    page.get_by_text("Discard this session").click()
    page.get_by_role("button", name="Discard", exact=True).click()
    expect(page.get_by_role("heading", name="Continue", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
