"""Sync conflicts with another device, and how people resolve them."""

from playwright.sync_api import expect

from flows import flow


def lose(server, first, second):
    """Edits the last session on one device and later on another, then syncs both."""
    for device in ("phone", "laptop"):
        server.run_on(device, "sync", "setup", server.url, "--no-token")
    server.run_on("phone", "edit", "last", *first)
    server.set_clock("2026-03-05T19:05:00Z")
    server.run_on("laptop", "edit", "last", *second)
    for device in ("laptop", "phone"):
        server.run_on(device, "sync")


@flow
def resolve_a_conflict(page, server):
    """A note and a time have two values: one is replaced, restored, and the other conflict dismissed."""
    server.run("book", "add", "Emma", "--page-count", "160")
    server.run("track", "2026-03-04 20:00..21:00", "Emma", "--pages", "40")
    lose(
        server,
        ("--note", "a rainy evening, and the fire was out", "--end", "21:30"),
        ("--note", "by the fire", "--end", "21:15"),
    )
    page.goto("/history")
    page.get_by_role("link", name="2 sync conflicts").click()
    page.get_by_role("link", name="Emma").first.click()
    expect(page.get_by_text("1h 15m")).to_be_visible()
    page.get_by_role("link", name="2 sync conflicts").click()
    expect(page.get_by_text("by the fire")).to_be_visible()
    page.get_by_role("button", name="Use other: note of Emma").click()
    expect(page.get_by_role("status")).to_contain_text("Used the other note of “Emma”")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("a rainy evening")).to_be_visible()
    page.get_by_role("button", name="Keep current: note of Emma").click()
    expect(page.get_by_text("a rainy evening")).to_have_count(0)
    page.get_by_role("button", name="Use other: time of Emma").click()
    expect(page.get_by_text("No conflicts.")).to_be_visible()
    page.goto("/history")
    expect(page.get_by_text("1h 30m").first).to_be_visible()
    expect(page.get_by_role("link", name="sync conflict")).to_have_count(0)


def bulk_delete(server):
    """Deletes a dozen sessions on another device and syncs."""
    server.run_on("laptop", "sync", "setup", server.url, "--no-token")
    for hour in range(12):
        server.run_on("laptop", "track", f"2026-03-03 {hour:02}:00..{hour:02}:30", "Emma")
    server.run_on("laptop", "sync")
    for _ in range(12):
        server.run_on("laptop", "delete", "last")
    server.run_on("laptop", "sync")


@flow
def undo_a_bulk_deletion_of_another_device(page, server):
    """A bulk deletion on another device is undone with one tap; the next one is accepted."""
    server.run("book", "add", "Emma", "--page-count", "160")
    bulk_delete(server)
    page.goto("/")
    page.get_by_role("link", name="Deleted on another device: 12 sessions").click()
    page.get_by_role("button", name="Restore all: 12 sessions").click()
    expect(page.get_by_role("status")).to_contain_text("Bulk deletion by another device restored")
    expect(page.get_by_role("button", name="Restore all")).to_have_count(0)
    page.goto("/history")
    expect(page.get_by_text("Emma")).to_have_count(12)
    server.run_on("laptop", "sync")
    server.set_clock("2026-03-05T20:05:00Z")
    for _ in range(12):
        server.run_on("laptop", "delete", "last")
    server.run_on("laptop", "sync")
    page.goto("/settings")
    page.get_by_role("link", name="Deleted on another device: 12 sessions").click()
    page.get_by_role("button", name="Keep deleted: 12 sessions").click()
    expect(page.get_by_role("button", name="Keep deleted")).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("link", name="Deleted on another device")).to_have_count(0)


@flow
def name_the_devices(page, server):
    """A device gets a new name, and a session that runs on it shows the name."""
    server.run("book", "add", "Emma", "--page-count", "160")
    server.run("start", "read", "Emma")
    server.run_on("laptop", "sync", "setup", server.url, "--no-token")
    server.run_on("laptop", "sync", "name", "Lap top")
    server.run_on("laptop", "resume")
    server.run_on("laptop", "sync")
    page.goto("/")
    expect(page.get_by_text("Moved: on “Lap top” since 20:00.")).to_be_visible()
    page.goto("/settings")
    page.get_by_role("link", name="Devices").click()
    page.get_by_label("Lap top", exact=True).fill("Desk")
    page.get_by_role("button", name="Rename: Lap top").click()
    expect(page.get_by_role("status")).to_contain_text("Device renamed to “Desk”")
    page.get_by_label("All browsers", exact=True).fill("Web")
    page.get_by_role("button", name="Rename: All browsers").click()
    expect(page.get_by_label("All browsers", exact=True)).to_have_value("Web")
    page.goto("/")
    expect(page.get_by_text("Moved: on “Desk” since 20:00.")).to_be_visible()


def look_at_conflicts(look, server, page):
    """Checks the Conflicts page and the pages that link to it."""
    lose(
        server,
        ("--note", "A rainy evening, and the fire was out.", "--mood-after", "2"),
        ("--note", "By the fire", "--mood-after", "4"),
    )
    page.goto("/conflicts")
    look("conflicts")
