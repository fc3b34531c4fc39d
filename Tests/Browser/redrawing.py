"""What stays as it was when the page without a network is put together anew."""

from playwright.sync_api import expect

from flows import lively
from offline import cut, ready, sent


@lively
def choose_while_the_network_comes_back(page, server):
    """What was chosen from a list is chosen still, as what was typed is typed."""
    server.run("start", "climb", "--discipline", "bouldering")
    ready(page)
    cut(page)
    page.goto("/offline")
    page.get_by_text("A new climb").click()
    page.get_by_label("Name", exact=True).fill("Arête")
    page.get_by_label("Grade", exact=True).fill("4")
    page.get_by_label("Scale").select_option(label="Font")
    page.context.set_offline(False)
    expect(page.get_by_text("You are online")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Arête")
    expect(page.get_by_label("Scale")).to_have_value("FONT")
    page.get_by_role("button", name="Save the climb").click()
    expect(page.get_by_role("list", name="Climbs")).to_contain_text("Arête")
    sent(page)
    assert '"gradeScale":"FONT"' in server.run("export")


@lively
def go_on_with_the_keyboard(page, server):
    """The focus stays with the button that was pressed, or goes to the page where that is gone."""
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
