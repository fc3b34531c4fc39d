"""Climbs logged with a thumb at the wall."""

from playwright.sync_api import expect

from flows import flow
from taps import Taps


def at_the_wall(page, server):
    """Starts a session and opens its page."""
    server.run("start", "climb", "--discipline", "bouldering", "--place", "Granite Hall")
    page.goto("/")
    page.get_by_role("link", name="Open session").click()
    expect(page.get_by_role("heading", name="Granite Hall")).to_be_visible()


def in_reach(page, target):
    """Checks that a button is in the lower half of the window, without a scroll."""
    box, height = target.bounding_box(), page.viewport_size["height"]
    assert page.evaluate("scrollY") == 0
    assert page.viewport_size["width"] > 600 or height / 2 < box["y"] < height - box["height"], box


@flow
def flash_with_two_taps(page, server):
    """A grade and Flash; the same climb again is one tap, and so is one more attempt."""
    at_the_wall(page, server)
    flash = page.get_by_role("button", name="Flash")
    in_reach(page, flash)
    taps = Taps(page)
    taps.tap(page.locator(".pad label").filter(has_text="V2"))
    taps.tap(flash)
    taps.most(2)
    first = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Climb 1"))
    expect(first).to_contain_text("sent, flash")
    expect(page.get_by_role("status")).to_contain_text("V2")
    expect(page.get_by_role("radio", name="V2")).to_be_checked()
    again = Taps(page)
    again.tap(page.get_by_role("button", name="Same again V2"))
    again.most(1)
    expect(first.get_by_role("list").get_by_role("listitem")).to_have_count(2)
    page.locator(".pad label").filter(has_text="V4").click()
    page.get_by_role("button", name="Fell", exact=True).click()
    expect(page.get_by_role("link", name="Climb 2")).to_be_visible()
    more = Taps(page)
    more.tap(page.get_by_role("button", name="✓ Sent: climb 2, V4"))
    more.most(1)
    second = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Climb 2"))
    expect(second).to_contain_text("sent, redpoint")


@flow
def undo_a_climb(page, server):
    """A tap on the wrong button is taken back by one tap."""
    at_the_wall(page, server)
    page.get_by_role("button", name="Sent", exact=True).click()
    expect(page.get_by_role("link", name="Climb 1")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("No climbs yet")).to_be_visible()


@flow
def climb_all_day(page, server):
    """Many climbs are a window with the latest, and the pad stays in reach."""
    server.run("start", "climb", "--discipline", "bouldering", "--place", "Granite Hall")
    for number in range(14):
        server.run("climb", "add", f"Problem {number}", "V3", "--sent")
    page.goto("/")
    page.get_by_role("link", name="Open session").click()
    expect(page.get_by_role("link", name="Problem 13")).to_be_visible()
    in_reach(page, page.get_by_role("button", name="Flash"))
    expect(page.get_by_role("link", name="Problem")).to_have_count(12)
    page.get_by_role("link", name="Show all 14 climbs").click()
    expect(page.get_by_role("link", name="Problem")).to_have_count(14)
