"""A page and its taps on a network that answers nothing, or gives false responses."""

import contextlib
import datetime
import re

from playwright.sync_api import expect

from flows import lively
from network import Network
from offline import LAID, SYNCED, cut, later, ready, sent, sessions, until

# The page of a captive portal.
DOOR = "<!doctype html><title>Welcome</title><main id=main>Accept our terms.</main>"


@contextlib.contextmanager
def behind_a_silent_proxy(page, server):
    """Yields a browser behind a proxy that can fall silent; the page ends where all flows do."""
    with Network(server.url) as network:
        context = page.context.browser.new_context(base_url=network.url)
        yield network, context.new_page()
        network.carries.set()
        context.close()
    page.goto("/settings")


@lively
def load_on_a_silent_network(page, server):
    """The offline page appears at once, and soon replaces every other page."""
    with behind_a_silent_proxy(page, server) as (network, own):
        ready(own)
        network.carries.clear()
        own.goto("/offline", timeout=5_000)
        expect(own.get_by_text("You’re offline")).to_be_visible()
        own.goto("/history", timeout=5_000)
        own.get_by_label("Title").fill("Emma")
        own.get_by_role("button", name="Start reading").click()
        expect(own.get_by_role("timer")).to_be_visible()
        network.carries.set()
        own.goto("/offline")
        sent(own)
    assert len(sessions(server)) == 1


@lively
def tap_on_a_silent_network(page, server):
    """A tap without a response within 8 seconds is applied offline, and takes effect once on the server."""
    server.run("start", "read", "Emma")
    with behind_a_silent_proxy(page, server) as (network, own):
        ready(own)
        until(own, SYNCED)
        later(own, server, 30, "2026-03-05T19:30:00Z")
        until(own, SYNCED)
        network.carries.clear()
        own.get_by_label("Page", exact=True).fill("40")
        with own.expect_request("**/stop"):
            own.get_by_role("button", name="Stop", exact=True).click()
        own.context.clock.fast_forward(8_000)
        expect(own.get_by_role("listitem").filter(has_text="40 pages")).to_be_visible()
        expect(own.get_by_text("1 not sent yet")).to_be_visible()
        network.carries.set()
        own.reload()
        sent(own)
    (session,) = sessions(server)
    assert session["fields"]["endPosition"] == "page:40", session


def stop_and_leave(page, server, answer):
    """Stops a session, with its response handled by `answer`, and leaves the page before the response."""
    server.run("start", "read", "Emma")
    ready(page)
    until(page, SYNCED)
    later(page, server, 30, "2026-03-05T19:30:00Z")
    until(page, SYNCED)
    held = []
    page.context.route("**/stop", lambda route: [answer(route), held.append(route)])
    page.get_by_label("Page", exact=True).fill("40")
    page.get_by_label("Note").fill("Mr Elton")
    with page.expect_request("**/stop"):
        page.get_by_role("button", name="Stop", exact=True).click()
    until(page, LAID)
    page.get_by_role("link", name="Log", exact=True).click()
    expect(page).to_have_title(re.compile("Log · Cairn$"))
    for route in held:
        route.abort()


@lively
def leave_before_the_request_arrives(page, server):
    """A tap that did not reach the server before its page was left stays in the outbox."""
    stop_and_leave(page, server, lambda route: None)
    page.context.clock.fast_forward(10_000)
    page.locator(".unsent-count").get_by_role("link", name="Show").click()
    expect(page.get_by_role("listitem").filter(has_text="40 pages")).to_be_visible()
    sent(page)
    expect(page.get_by_text("Rejected")).to_have_count(0)
    (session,) = sessions(server)
    assert session["fields"]["note"] == "Mr Elton", session


@lively
def confirm_an_old_tap(page, server):
    """An old tap needs confirmation, because the person may have repeated it since."""
    stop_and_leave(page, server, lambda route: None)
    later(page, server, 10, "2026-03-05T19:40:00Z")
    page.reload()
    until(page, SYNCED)
    page.locator(".unsent-count", has_text="1 not sent yet").get_by_role("link", name="Show").click()
    expect(page.get_by_text("Send it now?")).to_be_visible()
    expect(page.get_by_role("timer")).to_be_visible()
    page.reload()
    expect(page.get_by_role("timer")).to_be_visible()
    page.get_by_role("button", name="Send: Stop").evaluate("(button) => { button.click(); button.click(); }")
    expect(page.get_by_role("listitem").filter(has_text="40 pages")).to_be_visible()
    sent(page)
    expect(page.get_by_text("Rejected")).to_have_count(0)
    (session,) = sessions(server)
    ended = datetime.datetime.fromtimestamp(session["fields"]["endedAt"] / 1000, datetime.timezone.utc)
    assert f"{ended:%H:%M}" == "19:30", session


@lively
def hide_a_pending_tap(page, server):
    """A tap that awaits its response does not count as unsent."""
    ready(page)
    until(page, SYNCED)
    page.context.route("**/start", lambda route: None)
    with page.expect_request("**/start"):
        page.get_by_role("button", name="Start climbing").click()
    until(page, LAID)
    expect(page.locator(".unsent-count")).to_have_count(0)
    page.context.clock.fast_forward(8_000)
    expect(page.get_by_role("timer")).to_be_visible()


@lively
def leave_before_the_response(page, server):
    """A tap that reached the server before its page was left is not in the outbox and takes effect once."""
    stop_and_leave(page, server, lambda route: route.fetch(max_redirects=0))
    sent(page)
    cut(page)
    page.goto("/offline")
    expect(page.get_by_role("listitem").filter(has_text="40 pages")).to_be_visible()
    expect(page.get_by_text("Rejected")).to_have_count(0)
    (session,) = sessions(server)
    assert session["fields"]["note"] == "Mr Elton", session
    page.context.set_offline(False)


@lively
def tap_behind_a_captive_portal(page, server):
    """A page of a captive portal is no response: the tap is applied offline, and input is kept."""
    server.run("start", "read", "Emma")
    ready(page)
    until(page, SYNCED)
    later(page, server, 30, "2026-03-05T19:30:00Z")
    until(page, SYNCED)
    page.context.route("**/stop", lambda route: route.fulfill(content_type="text/html", body=DOOR))
    page.get_by_label("Page", exact=True).fill("40")
    page.get_by_label("Note").fill("Mr Elton")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("listitem").filter(has_text="40 pages")).to_be_visible()
    sent(page)
    (session,) = sessions(server)
    assert session["fields"]["note"] == "Mr Elton", session


@lively
def type_behind_a_captive_portal(page, server):
    """A form that only works online keeps its input."""
    page.goto("/")
    page.get_by_role("button", name="Start climbing").click()
    page.get_by_text("Session details").click()
    page.get_by_label("Gym or crag").fill("Boulder Hall")
    page.context.route("**/edit", lambda route: route.fulfill(content_type="text/html", body=DOOR))
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("What you entered is kept")
    expect(page.get_by_label("Gym or crag")).to_have_value("Boulder Hall")
