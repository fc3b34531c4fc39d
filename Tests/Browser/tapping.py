"""Taps in quick succession, and input typed between them."""

import contextlib

from playwright.sync_api import expect

from flows import lively
from offline import LAID, SYNCED, cut, later, ready, sessions, until


@contextlib.contextmanager
def held(page, pattern):
    """Holds requests until the end of the block; the taps in it do not wait for them."""
    routes, ends = [], []
    page.context.route(pattern, lambda route: route.continue_() if ends else routes.append(route))
    try:
        yield
    finally:
        ends.append(True)
        for route in routes:
            route.continue_()


def climb(server):
    """Starts a session with two climbs."""
    server.run("start", "climb", "--discipline", "bouldering")
    server.run("climb", "add", "Arête", "V3")
    server.run("climb", "add", "Roof", "V4")


def attempts(server):
    """Returns the attempts on the server."""
    return server.run("export").count('"record":"attempt"')


@lively
def tap_before_the_previous_response(page, server):
    """A response to an earlier tap removes neither a later tap's message nor typed input."""
    server.run("start", "read", "Emma")
    server.set_clock("2026-03-05T19:42:00Z")
    server.run("pause")
    page.goto("/")
    with held(page, "**/resume"):
        page.get_by_role("button", name="Resume").click()
        page.get_by_label("Page", exact=True).fill("many")
        with page.expect_response("**/stop"):
            page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("“many” is not a whole number")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("“many” is not a whole number")
    expect(page.get_by_label("Page", exact=True)).to_have_value("many")
    page.get_by_label("Page", exact=True).fill("31")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text("31 pages")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


@lively
def fall_and_send_before_a_response(page, server):
    """A form's second button is pressed after the response to the first; a rejected climb keeps its input."""
    climb(server)
    page.goto("/")
    page.get_by_role("link", name="Open session").click()
    page.get_by_text("New climb").click()
    page.get_by_label("Name", exact=True).fill("Cave Roof")
    page.get_by_label("Grade", exact=True).fill("V99")
    page.get_by_role("button", name="Save climb").click()
    expect(page.get_by_role("alert")).to_contain_text("V99")
    with held(page, "**/attempts"):
        page.get_by_role("button", name="Fell: “Arête” V3").click()
        page.get_by_role("button", name="Sent: “Arête” V3").click()
    expect(page.get_by_text("2 attempts", exact=False).first).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("V99")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Cave Roof")
    assert attempts(server) == 2


@lively
def leave_with_two_pending_taps(page, server):
    """Each tap is sent at once, even if the browser cannot store it."""
    climb(server)
    context = page.context.browser.new_context(base_url=server.url, service_workers="block")
    own = context.new_page()
    own.goto("/")
    own.get_by_role("link", name="Open session").click()
    with held(own, "**/attempts"):
        own.get_by_role("button", name="Fell: “Arête” V3").click()
        own.get_by_role("button", name="Fell: “Roof” V4").click()
    expect(own.get_by_text("2 attempts", exact=False).first).to_be_visible()
    context.close()
    page.goto("/settings")
    assert attempts(server) == 2


@lively
def type_while_a_tap_fails_offline(page, server):
    """A page with typed input is not left for the offline page; it shows a link instead."""
    server.run("start", "read", "Emma")
    ready(page)
    until(page, SYNCED)
    page.context.route("**/pause", lambda route: None)
    with page.expect_request("**/pause"):
        page.get_by_role("button", name="Pause").click()
    page.get_by_label("Note").fill("Mr Elton")
    page.context.clock.fast_forward(8_000)
    expect(page.get_by_role("alert")).to_contain_text("saved in this browser")
    expect(page.get_by_label("Note")).to_have_value("Mr Elton")
    page.get_by_role("link", name="Continue offline").click()
    expect(page.get_by_text("Paused", exact=True)).to_be_visible()


@lively
def repeat_a_lost_tap(page, server):
    """An attempt that did not arrive needs confirmation, because the person may have logged it again."""
    climb(server)
    ready(page)
    until(page, SYNCED)
    page.get_by_role("link", name="Open session").click()
    until(page, SYNCED)
    page.context.route("**/attempts", lambda route: None)
    with page.expect_request("**/attempts"):
        page.get_by_role("button", name="Fell: “Arête” V3").click()
    until(page, LAID)
    page.get_by_role("link", name="Today").first.click()
    page.context.unroute("**/attempts")
    until(page, SYNCED)
    server.set_clock("2026-03-05T19:00:05Z")
    page.get_by_role("link", name="Open session").click()
    page.get_by_role("button", name="Fell: “Arête” V3").click()
    expect(page.get_by_text("1 attempt", exact=False).first).to_be_visible()
    page.context.clock.fast_forward(10_000)
    page.locator(".unsent-count").get_by_role("link", name="Show").click()
    asked = page.get_by_role("listitem").filter(has_text="Send it now?")
    expect(asked).to_contain_text("Fell: “Arête” V3")
    asked.get_by_role("button", name="Discard").click()
    expect(asked).to_have_count(0)
    assert attempts(server) == 1


@lively
def type_during_a_redraw(page, server):
    """The letters of a note go to the same field, even if another sheet opens."""
    server.run("start", "read", "Emma")
    ready(page)
    until(page, SYNCED)
    page.get_by_text("Listen to something").click()
    page.get_by_label("What are you listening to?").fill("Moby")
    with held(page, "**/pause"):
        page.get_by_role("button", name="Pause").click()
        page.get_by_label("Note").fill("Mr  Elton")
        page.get_by_label("Note").evaluate("field => field.setSelectionRange(3, 3)")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.keyboard.type("and Mrs")
    expect(page.get_by_label("Note")).to_have_value("Mr and Mrs Elton")
    expect(page.get_by_label("What are you listening to?")).to_have_value("Moby")


def press(link):
    """Puts the finger on a link."""
    link.hover()
    link.page.mouse.down()


@lively
def press_during_a_redraw(page, server):
    """A link under a finger stays until it is released, even if the session is paused meanwhile."""
    server.run("book", "add", "Orlando", "--status", "reading")
    server.run("start", "read", "Emma")
    ready(page)
    until(page, SYNCED)
    link = page.get_by_role("main").get_by_role("link", name="Orlando").first
    other = page.context.new_page()
    other.goto("/")
    press(link)
    server.run("pause")
    expect(other.get_by_role("button", name="Resume")).to_be_visible()
    page.mouse.up()
    page.wait_for_url("**/books/*")
    page.goto("/")
    with held(page, "**/resume"):
        page.get_by_role("button", name="Resume").click()
        press(link)
    expect(other.get_by_role("button", name="Pause")).to_be_visible()
    page.mouse.up()
    page.wait_for_url("**/books/*")


@lively
def discard_a_page_older_than_a_tap(page, server):
    """A page requested before a tap does not replace the tap's result."""
    server.run("start", "read", "Emma")
    page.goto("/")
    olds = []
    page.context.route(page.url, lambda route: route.continue_() if olds else olds.append((route, route.fetch())))
    server.run("book", "add", "Orlando")
    while not olds:
        page.wait_for_timeout(50)
    server.set_clock("2026-03-05T19:42:00Z")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    ((route, old),) = olds
    with page.expect_response(page.url):
        route.fulfill(response=old)
    until(page, SYNCED)
    expect(page.get_by_role("button", name="Resume")).to_be_visible()


@lively
def type_into_an_online_form_offline(page, server):
    """Input of a form that only works online stays, and takes effect once when it is sent again."""
    server.run("track", "2026-03-04 20:00..21:00", "Emma", "--pages", "40")
    ready(page, "/shelf")
    page.get_by_text("Add a book").click()
    page.get_by_label("Title").fill("Persuasion")
    cut(page)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("No connection. What you entered is kept")
    expect(page.get_by_label("Title")).to_have_value("Persuasion")
    page.context.set_offline(False)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name="Persuasion")).to_be_visible()
    page.goto("/history")
    page.get_by_role("link", name="Emma").click()
    page.get_by_text("Edit", exact=True).click()
    page.get_by_label("Note").fill("by the fire")
    cut(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("What you entered is kept")
    page.context.set_offline(False)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("p.note")).to_have_text("by the fire")
    assert server.run("shelf").count("Persuasion") == 1


@lively
def refresh_a_rejected_form(page, server):
    """A rejected form keeps its input and otherwise shows the current data."""
    server.run("track", "2026-03-04 20:00..21:00", "Emma", "--pages", "40")
    server.run("track", "2026-03-04 21:30..22:00", "Emma", "--pages", "10")
    page.goto("/history")
    page.get_by_role("link", name="Emma").last.click()
    page.get_by_text("Edit", exact=True).click()
    page.get_by_label("Note").fill("by the fire")
    page.get_by_label("From page").fill("x")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("“x”")
    page.get_by_text("Merge sessions").click()
    page.get_by_role("button", name="Merge").click()
    expect(page.get_by_role("alert")).to_have_count(1)
    expect(page.get_by_label("Note")).to_have_value("by the fire")
    expect(page.get_by_label("End")).to_have_value("2026-03-04T22:00")
    expect(page.get_by_label("From page")).to_have_value("x")


@lively
def show_an_unsent_message_in_view(page, server):
    """A form's message is visible in the window, and offers no link away from typed input."""
    server.run("track", "2026-03-04 20:00..21:00", "Emma", "--pages", "40")
    ready(page, "/history")
    page.get_by_role("link", name="Emma").click()
    page.get_by_text("Edit", exact=True).click()
    page.get_by_label("Note").fill("by the fire")
    cut(page)
    page.get_by_role("button", name="Save").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("What you entered is kept")
    bar = page.get_by_role("navigation", name="Main").bounding_box()
    box = alert.bounding_box()
    top = bar["y"] if bar["y"] > 300 else page.viewport_size["height"]
    assert box["y"] + box["height"] <= top, (box, bar)
    expect(page.get_by_role("link", name="Continue offline")).to_have_count(0)


@lively
def date_a_reading_with_the_keyboard(page, server):
    """Enter in a date field saves it."""
    server.run("book", "add", "Emma", "--status", "reading")
    page.goto("/shelf")
    page.get_by_role("link", name="Emma").first.click()
    page.get_by_text("Edit dates").click()
    page.get_by_label("Started").first.fill("2026-03-01")
    page.get_by_label("Started").first.press("Enter")
    expect(page.locator(".toast")).to_be_visible()
    expect(page.locator(".toast")).not_to_contain_text("start cleared")
    expect(page.get_by_text("Sun 1 Mar 2026").first).to_be_visible()


@lively
def type_on_the_other_sheet(page, server):
    """Input in one form is not discarded for the page another form's tap leads to."""
    server.run("track", "2026-03-04 20:00..21:00", "Emma", "--pages", "40")
    page.goto("/history")
    page.get_by_role("link", name="Emma").click()
    page.get_by_text("Edit", exact=True).click()
    page.get_by_label("Note").fill("by the fire")
    page.get_by_text("Split session").click()
    page.get_by_label("Split at").fill("2026-03-04T20:30")
    page.get_by_role("button", name="Split").click()
    expect(page.get_by_text("Done.")).to_be_visible()
    expect(page.get_by_label("Note")).to_have_value("by the fire")


@lively
def undo_offline(page, server):
    """An action that only works online reports that it failed."""
    server.run("start", "read", "Emma")
    ready(page)
    later(page, server, 42, "2026-03-05T19:42:00Z")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    cut(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("alert")).to_contain_text("That didn’t work")
    (session,) = sessions(server)
    assert "endedAt" in session["fields"], session


@lively
def keep_a_form_error_offline(page, server):
    """Offline, a rejected form keeps its error, whatever is tapped next."""
    climb(server)
    ready(page)
    until(page, SYNCED)
    cut(page)
    page.goto("/offline")
    page.get_by_text("New climb").click()
    page.get_by_label("Name", exact=True).fill("Cave Roof")
    page.get_by_label("Grade", exact=True).fill("V99")
    page.get_by_role("button", name="Save climb").click()
    expect(page.get_by_role("alert")).to_contain_text("V99")
    page.get_by_role("button", name="Fell: “Arête” V3").click()
    expect(page.get_by_text("1 not sent yet")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("V99")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Cave Roof")
    page.get_by_label("Grade", exact=True).fill("V5")
    page.get_by_role("button", name="Save climb").click()
    expect(page.get_by_role("list", name="Climbs")).to_contain_text("Cave Roof")
    expect(page.get_by_role("alert")).to_have_count(0)


@lively
def load_without_webassembly(page, server):
    """A browser without WebAssembly states what does not work offline."""
    ready(page)
    cut(page)
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto("/offline")
    expect(page.get_by_role("alert")).to_contain_text("cannot run the offline page")
    page.context.set_offline(False)
    page.goto("/settings")
