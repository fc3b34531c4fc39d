"""What the offline page preserves when it is rendered again."""

from playwright.sync_api import expect

from flows import lively
from offline import SYNCED, cut, later, ready, sent, until


@lively
def keep_input_on_reconnect(page, server):
    """Selections stay selected and typed text stays typed."""
    server.run("start", "climb", "--discipline", "bouldering")
    ready(page)
    cut(page)
    page.goto("/offline")
    page.get_by_text("New climb").click()
    page.get_by_label("Name", exact=True).fill("Arête")
    page.get_by_label("Grade", exact=True).fill("4")
    page.get_by_label("Scale").select_option(label="Font")
    page.context.set_offline(False)
    expect(page.get_by_text("You are online")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Arête")
    expect(page.get_by_label("Scale")).to_have_value("FONT")
    page.get_by_role("button", name="Save climb").click()
    expect(page.get_by_role("list", name="Climbs")).to_contain_text("Arête")
    sent(page)
    assert '"gradeScale":"FONT"' in server.run("export")


@lively
def keep_the_keyboard_focus(page, server):
    """The focus stays on the pressed button, or moves to the page if the button is gone."""
    ready(page)
    cut(page)
    page.goto("/offline")
    page.get_by_label("Title").fill("Emma")
    page.keyboard.press("Enter")
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.get_by_role("main")).to_be_focused()
    page.get_by_role("button", name="Pause").press("Enter")
    expect(page.get_by_role("button", name="Resume")).to_be_focused()
    page.context.clock.fast_forward(1_000)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()


@lively
def update_on_the_next_day(page, server):
    """A page left open updates to the day on which it is viewed again."""
    server.run("track", "2026-03-05 18:00..18:30", "Emma")
    ready(page)
    until(page, SYNCED)
    cut(page)
    page.goto("/offline")
    today = page.get_by_role("definition").first
    expect(today).to_have_text("30m")
    page.context.clock.fast_forward(24 * 3_600_000)
    page.evaluate("() => { document.dispatchEvent(new Event('visibilitychange')); }")
    expect(today).not_to_have_text("30m")


@lively
def correct_a_tap_in_another_zone(page, server):
    """The time of a rejected tap is in the log's zone and by the server's clock, like the rest of the page."""
    server.set_clock("2026-03-05T17:00:00Z")
    server.run("book", "add", "Emma", "--status", "reading")
    context = page.context.browser.new_context(base_url=server.url, timezone_id="Asia/Tokyo")
    context.route("**/api/v1/changes*", lambda route: route.abort())
    own = context.new_page()
    ready(own)
    server.run("start", "read", "Emma")
    until(own, SYNCED)
    cut(own)
    own.get_by_role("button", name="Start reading Emma").click()
    refused = own.get_by_role("listitem").filter(has_text="Rejected: A reading session of “Emma” has been open")
    expect(refused).to_be_visible()
    later(own, server, 30, "2026-03-05T17:30:00Z")
    own.get_by_label("Page", exact=True).fill("12")
    own.get_by_role("button", name="Stop").click()
    expect(own.get_by_role("timer")).to_have_count(0)
    later(own, server, 20, "2026-03-05T17:50:00Z")
    refused.get_by_text("Edit").click()
    expect(refused.get_by_label("When")).to_have_value("2026-03-05T18:00")
    refused.get_by_label("When").fill("2026-03-05T18:45")
    refused.get_by_role("button", name="Save and try again").click()
    expect(own.get_by_role("timer")).to_contain_text("5:")
    expect(own.get_by_text("Started 18:45")).to_be_visible()
    context.close()
    page.goto("/settings")
