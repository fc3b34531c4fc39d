"""Insights: a sentence, few charts, and a way from every mark to its sessions."""

import re

from playwright.sync_api import expect

from flows import flow, lively
from looks import DESKTOP, PHONE

#: A view of each activity, and the pages of one activity.
VIEWS = [
    "/insights", "/insights?period=week", "/insights?period=year", "/insights?period=all",
    "/insights?period=year&activity=reading", "/insights?period=year&activity=listening",
    "/insights?period=year&activity=climbing", "/insights/climbing?period=all", "/listening?range=year",
]

#: The relative luminance of a colour, and the contrast of the marks of a chart with their card.
CONTRASTS = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true})
  const light = (colour) => {
    canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1)
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
      .map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  return [...document.querySelectorAll(".marks :is(.is-read, .is-listen, .is-climb, .is-gold, .is-other)")].map((mark) => {
    const [one, other] = [getComputedStyle(mark).fill, getComputedStyle(mark.closest(".card")).backgroundColor].map(light)
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
  })
}"""


def with_a_year(function):
    """Registers a flow that needs JavaScript and looks at a made-up year."""
    lively(function).mode = "--demo"
    return function


def height(page):
    """Returns the height of the page."""
    return page.evaluate("document.documentElement.scrollHeight")


@flow
def follow_a_bar_to_its_sessions(page, server):
    """A year leads to a month, a month to a day, and a day to its sessions."""
    server.run("book", "add", "Emma", "--page-count", "160")
    server.run("track", "2026-03-04 20:00..21:00", "Emma", "--pages", "40")
    page.goto("/insights?period=all")
    chart = page.get_by_role("group", name=re.compile("^Time by "))
    chart.get_by_role("link", name="2026: 1h 00m").press("Enter")
    expect(page.get_by_text("You logged 1h 00m this year")).to_be_visible()
    chart.get_by_role("link", name="March 2026: 1h 00m").press("Enter")
    expect(page.get_by_text("You logged 1h 00m this month")).to_be_visible()
    chart.get_by_role("link", name="Wed 4 Mar 2026: 1h 00m").press("Enter")
    page.wait_for_url(re.compile(r"/history\?day=2026-03-04$"))
    expect(page.get_by_role("link", name="Emma")).to_be_visible()


@flow
def explore_a_statistic(page, server):
    """Open a chart's table and definition, of another activity and in an empty period."""
    server.run("track", "2026-03-04 20:00..21:00", "Emma", "--pages", "40")
    page.goto("/insights")
    time = page.get_by_role("region", name="Time by day", exact=True).first
    time.get_by_text("Table", exact=True).click()
    expect(time.get_by_role("rowheader", name="Wed 4 Mar")).to_be_visible()
    expect(time.get_by_role("group", name=re.compile("Time by day"))).to_be_hidden()
    time.get_by_role("button", name="About: Time by day").click()
    expect(time.get_by_text("a session over midnight is split between its days")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("navigation", name="Activity").get_by_role("link", name="Reading").click()
    expect(page.get_by_text("You read for 1h 00m this month")).to_be_visible()
    page.get_by_role("navigation", name="Period").get_by_role("link", name="Year").click()
    page.get_by_role("link", name="2025").click()
    expect(page.get_by_text("No sessions in 2025.")).to_be_visible()
    page.get_by_role("link", name="this year").click()
    expect(page.get_by_text("You read for 1h 00m this year")).to_be_visible()


@with_a_year
def tell_a_period_on_few_pixels(page, server):
    """At most 2,200 pixels on a phone, 1,400 on a desktop, five charts, and nothing wider than 320 pixels."""
    for window, most in ((PHONE, 2_200), (DESKTOP, 1_400)):
        page.set_viewport_size(window)
        for path in VIEWS:
            page.goto(path)
            assert height(page) <= most, f"{path} is {height(page)} pixels high on {window['width']}"
            charts = page.locator(".fig svg:visible:is(.marks[role], .days, .hours, .cairn-chart)").count()
            assert charts <= 6, f"{path} has {charts} drawings"
            weak = [round(one, 2) for one in page.evaluate(CONTRASTS) if one < 3]
            assert not weak, f"{path}: marks of {weak}:1"
    page.set_viewport_size({"width": 320, "height": 640})
    for path in VIEWS:
        page.goto(path)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 320, f"{path} is {width} pixels wide"
        page.evaluate("document.documentElement.dir = 'rtl'")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 320, f"{path} is {width} pixels wide from right to left"


@with_a_year
def keep_the_period_in_reach(page, server):
    """The period and the activity stay at the top of the window while the page scrolls."""
    page.goto("/insights?period=year")
    page.mouse.wheel(0, 900)
    page.evaluate("window.scrollTo(0, 900)")
    box = page.get_by_role("navigation", name="Period").bounding_box()
    assert 0 <= box["y"] < 60, box
    page.locator("svg.days a").first.click()
    page.wait_for_url(re.compile(r"/history\?day=2026-\d\d-\d\d$"))


@with_a_year
def leaf_through_a_year(page, server):
    """The year in review fills the screen card by card, each with a way to the next one and to its figures."""
    page.goto("/insights?period=year&at=2025")
    page.get_by_role("link", name="Your 2025").click()
    expect(page.get_by_role("heading", name="stone by stone")).to_be_in_viewport()
    page.get_by_role("link", name="Next").first.click()
    expect(page.get_by_role("heading", name="books finished")).to_be_in_viewport()
    cards = page.locator(".story")
    high = page.evaluate("[...document.querySelectorAll('.story')].every((one) => one.clientHeight >= innerHeight)")
    assert high and cards.count() >= 6, "the cards do not fill the screen"
    page.locator("#card-2").get_by_role("link", name="Figures").click()
    expect(page.get_by_role("heading", name="Insights")).to_be_visible()
