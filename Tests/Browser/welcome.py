"""The first minutes of a new log."""

import re

from playwright.sync_api import expect

from flows import flow, lively, of_a_year
from taps import Taps


def without_zone(server, page):
    """Serves the log where nobody set a time zone."""
    server.__exit__()
    del server.environment["CAIRN_ZONE"]
    server.start(server.url.rsplit(":", 1)[1])
    page.goto("/")


@lively
def confirm_the_first_page(page, server):
    """One tap confirms the activities, the zone of the browser and the scales; the first session takes two more."""
    without_zone(server, page)
    expect(page.get_by_role("heading", name="Every hour, a stone")).to_be_visible()
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Berlin")
    taps = Taps(page)
    taps.tap(page.get_by_role("button", name="Continue"))
    expect(page.get_by_role("button", name="Continue")).to_have_count(0)
    page.get_by_label("Title").fill("Emma")
    taps.tap(page.get_by_role("button", name="Start reading"))
    expect(page.get_by_role("timer")).to_be_visible()
    server.set_clock("2026-03-05T19:00:25Z")
    taps.tap(page.get_by_role("button", name="Stop", exact=True))
    taps.tap(page.get_by_role("button", name="Save anyway"))
    taps.most(4)
    expect(page.get_by_role("status")).to_contain_text("Session saved")
    expect(page.get_by_text(re.compile("^20:00–20:00")).first).to_be_visible()


@flow
def answer_the_first_page(page, server):
    """Only the chosen activities are offered, in the chosen zone; Settings changes both."""
    without_zone(server, page)
    expect(page.get_by_role("heading", name="Streak")).to_have_count(0)
    page.get_by_label("Time zone").select_option("Asia/Tokyo")
    page.locator("label").filter(has_text="Climbing").click()
    expect(page.get_by_label("Boulder grades")).to_be_hidden()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Listen to something")).to_be_visible()
    expect(page.get_by_role("button", name="Start climbing")).to_have_count(0)
    expect(page.get_by_role("heading", name="Streak")).to_have_count(0)
    page.goto("/settings")
    expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    expect(page.get_by_role("checkbox", name="Climbing")).not_to_be_checked()
    page.locator("label").filter(has_text="Climbing").click()
    page.get_by_role("button", name="Update activities").click()
    expect(page.get_by_role("status")).to_contain_text("Activities: All")
    page.goto("/")
    expect(page.get_by_role("button", name="Start climbing")).to_be_visible()


@flow
def start_without_answering(page, server):
    """The questions of the first page do not stand in the way, and go once something is logged."""
    page.goto("/")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.get_by_label("Title").fill("Emma")
    page.get_by_role("button", name="Start reading").click()
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.get_by_role("button", name="Continue")).to_have_count(0)


@flow
def choose_no_activity(page, server):
    """An answer without any activity is refused, and keeps the scales."""
    page.goto("/")
    for activity in ("Reading", "Listening"):
        page.locator(".activities label").filter(has_text=activity).click()
    page.get_by_label("Boulder grades").select_option("FONT")
    page.locator("label").filter(has_text="Climbing").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert")).to_contain_text("The form needs at least one activity")
    page.locator("label").filter(has_text="Climbing").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("button", name="Start climbing")).to_be_visible()
    assert "FONT" in server.run("config", "boulderScale")


@of_a_year
def fit_today_on_a_screen(page, server):
    """In the morning, Today of a year of sessions needs no scroll on a desktop, and half a screen of it on a phone."""
    server.__exit__()
    server.set_clock("2026-03-05T07:00:00Z")
    server.start(server.url.rsplit(":", 1)[1])
    page.goto("/")
    expect(page.get_by_role("heading", name="Continue", exact=True)).to_be_visible()
    height = page.evaluate("document.documentElement.scrollHeight")
    most = 1_200 if page.viewport_size["width"] < 600 else 900
    assert height <= most, f"Today is {height} pixels high"
