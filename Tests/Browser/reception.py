"""How an open page behaves when the connection fails, and the result on the server."""

import json

from playwright.sync_api import expect

from flows import lively
from offline import KEPT, START, SYNCED, cut, later, ready, sent, sessions, start_a_book_offline, until


def unreachable(context):
    """Blocks all requests while the browser believes it is online."""
    context.route("**/*", lambda route: route.abort())


@lively
def stop_on_a_stale_page(page, server):
    """A stop on a page opened before the connection failed takes effect, at the time of the tap."""
    server.run("book", "add", "Emma", "--page-count", "160", "--status", "reading")
    ready(page)
    page.get_by_role("button", name="Start reading Emma").click()
    expect(page.get_by_role("timer")).to_be_visible()
    until(page, SYNCED)
    later(page, server, 42, "2026-03-05T19:42:00Z")
    unreachable(page.context)
    page.get_by_label("Page", exact=True).fill("200")
    page.get_by_label("Note").fill("Mr Elton")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("alert")).to_contain_text("past the end")
    expect(page.get_by_label("Note")).to_have_value("Mr Elton")
    page.get_by_label("Page", exact=True).fill("31")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("listitem").filter(has_text="31 pages")).to_be_visible()
    page.get_by_role("button", name="Start reading Emma").click()
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.get_by_text("2 not sent yet")).to_be_visible()
    page.context.unroute_all()
    page.reload()
    sent(page)
    page.goto("/")
    later(page, server, 10, "2026-03-05T19:52:00Z")
    unreachable(page.context)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.context.unroute_all()
    page.reload()
    sent(page)
    (ended,) = [one["fields"] for one in sessions(server) if one["fields"].get("endedAt")]
    assert ended["endPosition"] == "page:31/160" and ended["note"] == "Mr Elton", ended
    assert len(sessions(server)) == 2


@lively
def lose_the_response_to_a_form(page, server):
    """A start with a lost response takes effect once, and so do the actions after it."""
    ready(page)
    lost = []

    def lose(route):
        lost.append(route.fetch(max_redirects=0).status)
        unreachable(page.context)
        route.abort()

    page.context.route("**/start", lose, times=1)
    page.get_by_label("Title").fill("Persuasion")
    page.get_by_role("button", name="Start reading").click()
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.get_by_text("1 not sent yet")).to_be_visible()
    assert lost == [303], lost
    later(page, server, 30, "2026-03-05T19:30:00Z")
    page.get_by_label("Page", exact=True).fill("12")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("listitem").filter(has_text="12 pages")).to_be_visible()
    page.context.unroute_all()
    page.reload()
    sent(page)
    (session,) = sessions(server)
    assert session["fields"]["endPosition"] == "page:12", session
    assert len(json.loads(server.run("shelf", "--json"))) == 1


@lively
def climb_on_a_stale_page(page, server):
    """Attempts and climbs tapped while the connection fails are logged once each."""
    page.context.clock.install(time=START)
    page.goto("/")
    page.get_by_role("button", name="Start climbing").click()
    expect(page.get_by_text("No climbs yet")).to_be_visible()
    until(page, KEPT)
    page.get_by_text("New climb").click()
    page.get_by_label("Name", exact=True).fill("Cave Roof")
    page.get_by_label("Grade", exact=True).fill("V4")
    page.get_by_role("button", name="Save climb").click()
    expect(page.get_by_role("button", name="Fell: “Cave Roof” V4")).to_be_visible()
    page.reload()
    until(page, SYNCED)
    cut(page)
    page.get_by_role("button", name="Fell: “Cave Roof” V4").click()
    climb = page.get_by_role("list", name="Climbs").get_by_role("listitem")
    expect(climb).to_contain_text("fell")
    page.get_by_role("button", name="Sent: “Cave Roof” V4").click()
    expect(climb).to_contain_text("fell · sent, redpoint")
    page.context.set_offline(False)
    sent(page)
    exported = server.run("export")
    assert exported.count('"record":"attempt"') == 2, exported


@lively
def handle_a_rejected_action(page, server):
    """An action the server rejected can be retried, saved as a file, or dismissed."""
    start_a_book_offline(page, "Persuasion")

    def refuse(route):
        sent = json.loads(route.request.post_data)
        results = [{"mutation": sent["mutations"][0]["mutation"], "code": "sync.unfit", "reason": "Not now."}]
        route.fulfill(json={"results": results})

    page.context.route("**/sync/push", refuse, times=1)
    page.context.set_offline(False)
    expect(page.get_by_text("Rejected: Not now.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download Started reading “Persuasion”").click()
    saved = json.loads(open(download.value.path(), encoding="utf-8").read())
    assert saved["title"] == "Started reading “Persuasion”" and saved["mutation"]["changes"], saved
    page.get_by_role("button", name="Try again: Started reading “Persuasion”").click()
    sent(page)
    expect(page.get_by_text("Rejected")).to_have_count(0)
    assert len(sessions(server)) == 1


@lively
def show_a_rejected_long_title(page, server):
    """A rejected action with a long title stays within its card."""
    start_a_book_offline(page, "The History of the Donaudampfschifffahrtsgesellschaftskapitän " * 3)

    def refuse(route):
        line = json.loads(route.request.post_data)["mutations"][0]
        route.fulfill(json={"results": [{"mutation": line["mutation"], "code": "sync.unfit", "reason": "Not now."}]})

    page.context.route("**/sync/push", refuse)
    page.context.set_offline(False)
    expect(page.get_by_text("Rejected: Not now.")).to_be_visible()


@lively
def correct_a_rejected_title(page, server):
    """A rejected title is corrected in place and sent as a new mutation."""
    start_a_book_offline(page, "Persuasoin")
    names = []

    def refuse(route):
        line = json.loads(route.request.post_data)["mutations"][0]
        names.append(line["mutation"])
        if "Persuasoin" not in route.request.post_data:
            return route.continue_()
        results = [{"mutation": names[-1], "code": "sync.unfit", "reason": "Mind the spelling."}]
        return route.fulfill(json={"results": results})

    page.context.route("**/sync/push", refuse)
    page.context.set_offline(False)
    expect(page.get_by_text("Rejected: Mind the spelling.")).to_be_visible()
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_text("Rejected: Mind the spelling.")).to_be_visible()
    page.get_by_text("Edit").click()
    refused = page.get_by_role("listitem").filter(has_text="Mind the spelling.")
    refused.get_by_label("Title").fill("Persuasion")
    refused.get_by_role("button", name="Save and try again").click()
    expect(page.get_by_role("timer")).to_be_visible()
    sent(page)
    expect(page.get_by_text("Rejected")).to_have_count(0)
    assert len(set(names)) == 2, names
    (book,) = json.loads(server.run("shelf", "--json"))
    assert book["title"] == "Persuasion", book
    titles = [one["title"] for one in json.loads(server.run("history", "--json"))]
    assert titles == ["Started reading “Persuasion”"], titles
    page.context.unroute_all()


@lively
def correct_a_rejected_time(page, server):
    """A tap rejected because of reading on another device gets another time."""
    server.run("book", "add", "Emma", "--page-count", "160", "--status", "reading")
    page.context.route("**/api/v1/changes*", lambda route: route.abort())
    ready(page)
    server.run("start", "read", "Emma")
    until(page, SYNCED)
    cut(page)
    page.get_by_role("button", name="Start reading Emma").click()
    refused = page.get_by_role("listitem").filter(has_text="Rejected: A reading session of “Emma” has been open")
    expect(refused).to_be_visible()
    later(page, server, 30, "2026-03-05T19:30:00Z")
    page.get_by_label("Page", exact=True).fill("12")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("timer")).to_have_count(0)
    later(page, server, 20, "2026-03-05T19:50:00Z")
    refused.get_by_text("Edit").click()
    expect(refused.get_by_label("When")).to_have_value("2026-03-05T20:00")
    refused.get_by_label("When").fill("2026-03-05T20:45")
    refused.get_by_role("button", name="Save and try again").click()
    expect(page.get_by_role("timer")).to_contain_text("5:")
    expect(page.get_by_text("Rejected")).to_have_count(0)
    page.context.set_offline(False)
    sent(page)
    assert len(sessions(server)) == 2
    page.context.unroute_all()


@lively
def send_once_the_server_responds(page, server):
    """The outbox is sent automatically once the server responds again, on any page."""
    ready(page)
    unreachable(page.context)
    page.get_by_label("Title").fill("Emma")
    page.get_by_role("button", name="Start reading").click()
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.get_by_text("You’re offline")).to_be_visible()
    page.context.unroute_all()
    page.context.clock.fast_forward(60_000)
    sent(page)
    expect(page.get_by_text("You are online")).to_be_visible()
    assert len(sessions(server)) == 1


@lively
def tap_twice(page, server):
    """Two taps within a moment count as one, offline and online."""
    page.context.clock.install(time=START)
    page.goto("/")
    page.get_by_role("button", name="Start climbing").click()
    expect(page.get_by_text("No climbs yet")).to_be_visible()
    until(page, KEPT)
    until(page, SYNCED)
    cut(page)
    page.goto("/offline")
    page.get_by_text("New climb").click()
    page.get_by_label("Name", exact=True).fill("Cave Roof")
    page.get_by_role("button", name="Save climb").dblclick()
    page.get_by_role("button", name="Sent: “Cave Roof”").dblclick()
    expect(page.get_by_text("2 not sent yet")).to_be_visible()
    page.context.set_offline(False)
    sent(page)
    exported = server.run("export")
    assert exported.count('"record":"climb"') == 1, exported
    assert exported.count('"record":"attempt"') == 1, exported


@lively
def use_the_server_clock(page, server):
    """A device with a clock two hours ahead logs correct times and does not get stuck."""
    page.context.clock.install(time="2026-03-05T21:00:00Z")
    page.goto("/")
    until(page, KEPT)
    cut(page)
    page.goto("/offline")
    page.get_by_label("Title").fill("Emma")
    page.get_by_role("button", name="Start reading").click()
    expect(page.get_by_role("timer")).to_be_visible()
    later(page, server, 30, "2026-03-05T19:30:00Z")
    page.context.set_offline(False)
    sent(page)
    page.goto("/")
    page.get_by_label("Page", exact=True).fill("12")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("12 pages").first).to_be_visible()
    (session,) = sessions(server)
    began, ended = (int(time) // 60_000 for time in session["fields"]["segments"].split("-"))
    assert began == 1_772_737_200_000 // 60_000 and ended - began == 30, session


@lively
def sleep_before_a_response(page, server):
    """A response read after the device slept for ten minutes does not set its clock back."""

    def sleep(route):
        answer = route.fetch()
        page.context.clock.set_system_time("2026-03-05T19:10:00Z")
        route.fulfill(response=answer)

    page.context.clock.install(time=START)
    page.context.route("**/sync/snapshot", sleep, times=1)
    page.goto("/")
    until(page, KEPT)
    server.set_clock("2026-03-05T19:10:00Z")
    cut(page)
    page.goto("/offline")
    page.get_by_label("Title").fill("Emma")
    page.get_by_role("button", name="Start reading").click()
    expect(page.get_by_role("timer")).to_be_visible()
    page.context.set_offline(False)
    sent(page)
    (session,) = sessions(server)
    began = int(session["fields"]["segments"].split("-")[0]) // 60_000
    assert began == 1_772_737_200_000 // 60_000 + 10, session


@lively
def resend_after_a_server_restore(page, server):
    """A server restored from an old backup gets the browser's sent mutations again."""
    server.run("book", "add", "Emma", "--page-count", "160", "--status", "reading")
    copy = server.copy()
    ready(page)
    cut(page)
    page.goto("/offline")
    page.get_by_role("button", name="Start reading Emma").click()
    expect(page.get_by_role("timer")).to_be_visible()
    page.context.set_offline(False)
    sent(page)
    assert len(sessions(server)) == 1
    server.restore(copy)
    assert len(sessions(server)) == 0
    until(page, SYNCED)
    page.context.clock.fast_forward(3_000)
    until(page, "async () => (await (await fetch('/api/v1/sessions')).json()).sessions.length === 1")
    assert len(sessions(server)) == 1
