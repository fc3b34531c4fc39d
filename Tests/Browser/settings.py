"""What people change about themselves and take with them."""

from playwright.sync_api import expect

from flows import flow, lively


@flow
def change_a_goal_where_it_shows(page, server):
    """Today and Insights open the form of goals in place and come back to themselves."""
    server.run("track", "2026-03-05 18:00..18:30", "Emma")
    for path, amount in (("/", "45"), ("/insights?period=week", "60")):
        page.goto(path)
        page.get_by_text("Set a goal" if path == "/" else "Edit goals").click()
        page.get_by_label("Amount").fill(amount)
        page.get_by_label("Unit").select_option("minutes")
        page.get_by_role("button", name="Set goal").click()
        expect(page.get_by_role("status")).to_contain_text("Daily goal set")
        assert page.url.split("done")[0].rstrip("?&").endswith(path), page.url
    page.goto("/")
    expect(page.get_by_text("1h 00m today")).to_be_visible()
    page.get_by_text("Edit goals").click()
    page.get_by_role("button", name="Remove goal 1h 00m each day").click()
    expect(page.get_by_text("1h 00m today")).to_have_count(0)


@flow
def export_by_one_button(page, server):
    """One button and a chooser export what 21 buttons did."""
    server.run("book", "add", "Emma")
    page.goto("/settings")
    page.get_by_role("link", name="Data").click()
    page.get_by_label("What to export").select_option(label="Books (CSV)")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export").click()
    assert "Emma" in saved.value.path().read_text()


@lively
def open_a_former_anchor(page, server):
    """A link to a part of the former page of all settings leads to the tab that has it now."""
    page.goto("/settings#devices")
    expect(page.get_by_role("link", name="Devices")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Devices")).to_be_visible()
