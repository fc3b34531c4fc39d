"""What every page has: the four places, the plus, and a bar for each session that runs."""

import re

from playwright.sync_api import expect

from flows import flow, lively

#: A page of each place, and those behind the icon of settings.
PAGES = [
    "/history", "/history/calendar", "/shelf", "/stories", "/logbook", "/insights", "/insights/climbing", "/listening",
    "/insights/diversity", "/settings", "/changes", "/import", "/add",
]


def bar(page, title="Emma"):
    """Returns the bar of a running or paused session."""
    return page.get_by_role("region", name=re.compile(f"^(Reading|Paused): {title}$"))


@flow
def reach_every_place(page, server):
    """The four places, the plus and the settings are one tap away, and the current one is marked."""
    page.goto("/")
    main = page.get_by_role("navigation", name="Main")
    for name, path in (("Log", "/history"), ("Library", "/shelf"), ("Insights", "/insights"), ("Today", "/")):
        main.get_by_role("link", name=name, exact=True).click()
        page.wait_for_url(re.compile(f"{path}$"))
        expect(main.get_by_role("link", name=name, exact=True)).to_have_attribute("aria-current", "page")
    page.get_by_role("banner").get_by_role("link", name="Settings", exact=True).click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.get_by_role("link", name="Data", exact=True).click()
    page.get_by_role("link", name="Activity log").click()
    main.get_by_role("link", name="Log something").click()
    page.get_by_role("link", name="Book", exact=True).click()
    page.wait_for_url(re.compile("/shelf#new-book$"))


@flow
def pause_from_any_page(page, server):
    """A running session has a bar on every page, which pauses it with one tap and stays there."""
    server.run("start", "read", "Emma")
    for path in PAGES:
        page.goto(path)
        expect(page.get_by_role("link", name="Log something")).to_be_visible()
        expect(bar(page).get_by_role("link", name="Finish Emma")).to_be_visible()
        bar(page).get_by_role("button", name="Pause Emma").click()
        bar(page).get_by_role("button", name="Resume Emma").click()
        expect(bar(page).get_by_role("button", name="Pause Emma")).to_be_visible()
        assert page.url.endswith(path), page.url
    page.goto("/")
    expect(bar(page)).to_have_count(0)


@flow
def stop_on_a_page_of_its_own(page, server):
    """The bar opens the session alone; the next page is one tap, or typed without a script."""
    server.run("book", "add", "Emma", "--page-count", "160")
    server.run("start", "read", "Emma")
    server.set_clock("2026-03-05T19:42:00Z")
    page.goto("/history")
    now = page.get_by_role("region", name="Now")
    expect(now).to_contain_text("42:0")
    bar(page).get_by_role("link", name="Finish Emma").click()
    page.wait_for_url(re.compile("/focus#page$"))
    expect(page.get_by_role("navigation", name="Main")).to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_label("Page", exact=True).fill("31")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("31 pages")).to_be_visible()


@lively
def step_to_a_page(page, server):
    """Two taps stop a session one page on; the tab's title shows the time."""
    server.run("book", "add", "Emma", "--page-count", "160")
    server.run("start", "read", "Emma")
    server.set_clock("2026-03-05T19:42:00Z")
    page.goto("/shelf")
    expect(page).to_have_title(re.compile(r"^42:\d\d · Library · Cairn$"))
    bar(page).get_by_role("link", name=re.compile("Emma")).first.click()
    page.get_by_role("button", name="One page on").click()
    expect(page.get_by_label("Page", exact=True)).to_have_value("1")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("1 page", exact=False).first).to_be_visible()


@flow
def fit_a_narrow_phone(page, server):
    """No page scrolls sideways at 320 pixels, also while a session with a long title runs."""
    server.run("start", "read", "The History of the Donaudampfschifffahrtsgesellschaftskapitän")
    page.set_viewport_size({"width": 320, "height": 640})
    for path in ["/", *PAGES]:
        page.goto(path)
        width = page.locator("html").evaluate("(page) => page.scrollWidth")
        assert width <= 320, f"{path} is {width} pixels wide"
