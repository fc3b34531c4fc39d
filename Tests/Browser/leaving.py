"""Access to a browser's stored data: sign-out, expired sign-ins, and shared browsers."""

import contextlib
import tempfile

from playwright.sync_api import expect

from flows import lively
from offline import KEPT, START, SYNCED, cut, later, sent, until
from server import Server

HELD = """async () => {
  const [{ name }] = await indexedDB.databases();
  const database = await new Promise((resolve) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
  });
  const request = database.transaction("kept").objectStore("kept").getAllKeys();
  const keys = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
  database.close();
  return keys.filter((key) => key !== "isSignedOut");
}"""


@contextlib.contextmanager
def multi_user_server(page, server, *names):
    """Yields a multi-user server and a browser that knows it; the page ends where all flows do."""
    with tempfile.TemporaryDirectory() as folder, Server(server.cairn, folder, START, mode=None) as home:
        for name in names:
            home.run("account", "create", name, said=f"the password of {name}\n")
        context = page.context.browser.new_context(base_url=home.url)
        yield home, context
        context.close()
    page.goto("/settings")


def sign_in(page, name):
    """Signs in and waits until the browser can work offline."""
    page.goto("/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(f"the password of {name}")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_label("Password")).to_have_count(0)
    until(page, KEPT)


def sign_out(page):
    """Signs out on the page Account."""
    page.goto("/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def start_offline(page, name):
    """Signs in and starts Emma on the offline page."""
    sign_in(page, name)
    cut(page)
    page.goto("/offline")
    page.get_by_label("Title").fill("Emma")
    page.get_by_role("button", name="Start reading").click()
    expect(page.get_by_text("1 not sent yet")).to_be_visible()


@lively
def share_a_browser(page, server):
    """One person's unsent actions wait until they sign in again, even if others sign in first."""
    with multi_user_server(page, server, "ann", "bob") as (_, context):
        own = context.new_page()
        start_offline(own, "ann")
        context.clear_cookies()
        context.set_offline(False)
        expect(own.get_by_role("heading", name="You are signed out")).to_be_visible()
        expect(own.get_by_role("timer")).to_be_visible()
        expect(own.get_by_role("heading", name="Last 30 days")).to_have_count(0)
        own.get_by_role("link", name="Sign in").click()
        sign_in(own, "bob")
        expect(own.get_by_text("not sent yet")).to_have_count(0)
        sign_out(own)
        sign_in(own, "ann")
        sent(own)
        own.reload()
        expect(own.get_by_role("timer")).to_be_visible()
        expect(own.get_by_text("Emma")).to_be_visible()


@lively
def hide_data_of_the_previous_person(page, server):
    """After a sign-in expired, the next person sees no data of the previous one, even without data of their own."""
    with multi_user_server(page, server, "ann", "bob") as (_, context):
        own = context.new_page()
        sign_in(own, "ann")
        own.get_by_label("Title").fill("A Secret Diary")
        own.get_by_role("button", name="Start reading").click()
        expect(own.get_by_role("timer")).to_be_visible()
        until(own, SYNCED)
        context.clear_cookies()
        context.route("**/sync/snapshot", lambda route: route.fulfill(status=503, body="busy"))
        own.goto("/")
        own.get_by_label("Name").fill("bob")
        own.get_by_label("Password").fill("the password of bob")
        own.get_by_role("button", name="Sign in").click()
        expect(own.get_by_label("Password")).to_have_count(0)
        until(own, SYNCED)
        cut(own)
        own.goto("/offline")
        expect(own.get_by_text("has no copy of your log")).to_be_visible()
        expect(own.get_by_text("A Secret Diary")).to_have_count(0)


@lively
def leave_no_data_after_a_slow_sign_out(page, server):
    """A fetch during a slow sign-out leaves no data behind."""
    with multi_user_server(page, server, "ann") as (_, context):
        own, other = context.new_page(), context.new_page()
        sign_in(own, "ann")
        other.goto("/account")
        until(other, KEPT)

        def be_slow(route):
            other.evaluate("() => { document.dispatchEvent(new Event('cairn:shown')); }")
            other.wait_for_timeout(2_500)
            route.continue_()

        context.route("**/sign-out", be_slow)
        sign_out(own)
        own.wait_for_timeout(500)
        assert own.evaluate(HELD) == [], own.evaluate(HELD)


@lively
def sign_out_in_another_tab(page, server):
    """A page still open after sign-out in another tab shows no data and explains a tap."""
    with multi_user_server(page, server, "ann") as (_, context):
        own, other = context.new_page(), context.new_page()
        sign_in(own, "ann")
        own.goto("/offline")
        expect(own.get_by_label("Title")).to_be_visible()
        cut(own)
        other.goto("/offline")
        own.get_by_label("Title").fill("Emma")
        context.set_offline(False)
        other.goto("/")
        sign_out(other)
        expect(own.get_by_label("Title")).to_have_count(0)
        expect(own.get_by_text("has no copy of your log")).to_be_visible()


@lively
def sign_out_with_another_tab_open(page, server):
    """A sign-out also clears a page open in another tab."""
    with multi_user_server(page, server, "ann") as (_, context):
        own, other = context.new_page(), context.new_page()
        sign_in(own, "ann")
        own.get_by_label("Title").fill("A diary")
        own.get_by_role("button", name="Start reading").click()
        expect(own.get_by_role("timer")).to_be_visible()
        other.goto("/")
        sign_out(other)
        expect(own.get_by_role("button", name="Sign in")).to_be_visible()


@lively
def fail_to_sign_out_offline(page, server):
    """Sign-out shows its progress, and fails without a connection."""
    with multi_user_server(page, server, "ann") as (_, context):
        own = context.new_page()
        sign_in(own, "ann")
        own.goto("/account")
        until(own, SYNCED)
        held = []
        context.route("**/sync/hello", lambda route: held.append(route))
        own.get_by_role("button", name="Sign out", exact=True).click()
        expect(own.get_by_text("Signing out…")).to_be_visible()
        while not held:
            own.wait_for_timeout(50)
        for route in held:
            route.abort()
        expect(own.get_by_role("alert")).to_contain_text("still signed in")
        context.unroute("**/sync/hello")
        sign_out(own)


@lively
def log_after_the_sign_in_expired(page, server):
    """A person with an expired sign-in can still log; it is sent when they sign in again."""
    with multi_user_server(page, server, "ann") as (home, context):
        own = context.new_page()
        context.clock.install(time=START)
        sign_in(own, "ann")
        own.get_by_label("Title").fill("Emma")
        own.get_by_role("button", name="Start reading").click()
        expect(own.get_by_role("timer")).to_be_visible()
        until(own, SYNCED)
        context.clear_cookies()
        later(own, home, 30, "2026-03-05T19:30:00Z")
        own.get_by_label("Page", exact=True).fill("31")
        own.get_by_label("Note").fill("Mr Elton")
        own.get_by_role("button", name="Stop").click()
        expect(own.get_by_role("heading", name="You are signed out")).to_be_visible()
        own.get_by_label("Start another book").fill("Persuasion")
        own.get_by_role("button", name="Start reading", exact=True).click()
        expect(own.get_by_role("timer")).to_be_visible()
        own.get_by_role("link", name="Sign in").click()
        sign_in(own, "ann")
        sent(own)
        ended = own.request.get("/api/v1/sessions").json()["sessions"]
        assert any(one.get("note") == "Mr Elton" for one in ended), ended
