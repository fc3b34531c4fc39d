"""What people on one server show each other."""

from playwright.sync_api import expect

from climbing import add, start
from flows import among_others


@among_others
def make_a_session_public(page, server):
    """Climb, make the session public, view it as another person, and make it private again."""
    for name in ("ann", "bob"):
        server.run("account", "create", name, said=f"the password of {name}\n")
    become(page, "ann")
    start(page)
    add(page, "Cave Roof", "V4", "✓ sent", "3")
    expect(page.get_by_role("link", name="Cave Roof")).to_be_visible()
    page.get_by_text("Session details").click()
    choose(page, "Everyone here")
    server.set_clock("2026-03-05T20:00:00Z")
    page.get_by_text("End this session").click()
    page.get_by_label("Notes").last.fill("my knee hurt")
    page.get_by_role("button", name="End session").click()
    page.get_by_role("link", name="Preview your public page").click()
    expect(page.get_by_text("your public page")).to_be_visible()
    become(page, "bob")
    page.goto("/account")
    page.get_by_role("link", name="View people").click()
    page.get_by_role("link", name="ann").click()
    expect(page.get_by_role("heading", name="Cave Roof")).to_be_visible()
    expect(page.get_by_text("Boulder Hall")).to_be_visible()
    expect(page.get_by_text("my knee hurt")).to_have_count(0)
    become(page, "ann")
    page.goto("/history")
    page.get_by_role("link", name="Boulder Hall").click()
    page.get_by_text("Edit", exact=True).click()
    choose(page, "Only me")
    expect(page.get_by_role("link", name="Preview your public page")).to_have_count(0)
    page.goto("/people")
    expect(page.get_by_text("No shared sessions yet.")).to_be_visible()


def become(page, name):
    """Signs in after clearing all browser data."""
    page.context.clear_cookies()
    page.goto("/sign-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(f"the password of {name}")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_label("Password")).to_have_count(0)


def choose(page, who):
    """Sets who can see the session and saves it."""
    page.get_by_role("radio", name=who).check()
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).click()
