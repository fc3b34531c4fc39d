"""A form of an outdated page changes the touched fields only, and nothing others changed since."""

from playwright.sync_api import expect

from flows import lively


def block_change_feed(page):
    """Blocks the change feed of a browser."""
    page.context.route("**/api/v1/changes*", lambda route: route.abort())


def open_edit(page):
    """Opens the edit form of the latest session."""
    page.goto("/history")
    page.get_by_role("link", name="Emma").first.click()
    page.get_by_text("Edit", exact=True).click()


@lively
def edit_after_another_device(page, server):
    """A form saves the touched fields; the rest keeps the changes made since the page was loaded."""
    server.run("track", "2026-03-05 10:00..10:30", "Emma")
    block_change_feed(page)
    open_edit(page)
    page.get_by_label("Note").fill("by the fire")
    server.run("edit", "last", "--end", "2026-03-05 10:40", "--place", "home")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("by the fire").first).to_be_visible()
    kept = server.run("export")
    assert '"home"' in kept and "by the fire" in kept
    assert "40m" in server.run("log")


@lively
def revert_an_unconfirmed_edit(page, server):
    """A submitted value without a response may be in the log: typing the original value again is a change."""
    server.run("track", "2026-03-05 10:00..10:30", "Emma", "--note", "original")
    block_change_feed(page)

    def lose(route):
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/edit", lose, times=1)
    open_edit(page)
    page.get_by_label("Note").fill("mistake")
    page.get_by_label("Place").fill("home")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("What you entered is kept")
    page.get_by_label("Note").fill("original")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Note")).to_be_hidden()
    expect(page.locator("p.note")).to_have_text("original")
    assert '"home"' in server.run("export")


@lively
def stop_after_another_device(page, server):
    """A note written elsewhere survives a form that stops the session and does not show it."""
    server.run("start", "climb", "--discipline", "bouldering")
    server.set_clock("2026-03-05T20:30:00Z")
    block_change_feed(page)
    page.goto("/")
    page.get_by_role("link", name="Open session").click()
    page.get_by_text("End this session").click()
    page.get_by_role("group", name="RPE").get_by_role("radio", name="7").check()
    server.run("edit", "last", "--note", "from the phone")
    page.get_by_role("button", name="End session").click()
    expect(page.get_by_text("No climbs logged.")).to_be_visible()
    assert "from the phone" in server.run("export")
