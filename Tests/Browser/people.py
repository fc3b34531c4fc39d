"""What people on one server show each other."""

from playwright.sync_api import expect

from climbing import add, start
from flows import among_others


@among_others
def show_a_session_to_others(page, server):
    """Climb, make the session public, view it as another person, and make it private again."""
    for name in ("ann", "bob"):
        server.run("account", "create", name, said=f"the password of {name}\n")
    become(page, "ann")
    start(page)
    add(page, "Cave Roof", "V4", "✓ sent", "3")
    expect(page.get_by_role("link", name="Cave Roof")).to_be_visible()
    page.get_by_text("About this session").click()
    choose(page, "others too")
    server.set_clock("2026-03-05T20:00:00Z")
    page.get_by_text("End this session").click()
    page.get_by_label("Notes").last.fill("my knee hurt")
    page.get_by_role("button", name="End it").click()
    page.get_by_role("link", name="What others see of you").click()
    expect(page.get_by_text("this is what others see of you")).to_be_visible()
    become(page, "bob")
    page.goto("/account")
    page.get_by_role("link", name="Who shows climbing").click()
    page.get_by_role("link", name="ann").click()
    expect(page.get_by_role("heading", name="Cave Roof")).to_be_visible()
    expect(page.get_by_text("Boulder Hall")).to_be_visible()
    expect(page.get_by_text("my knee hurt")).to_have_count(0)
    become(page, "ann")
    page.goto("/history")
    page.get_by_role("link", name="Boulder Hall").click()
    page.get_by_text("Edit", exact=True).click()
    choose(page, "only me")
    expect(page.get_by_role("link", name="What others see of you")).to_have_count(0)
    page.goto("/people")
    expect(page.get_by_text("Nobody shows a session.")).to_be_visible()


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
