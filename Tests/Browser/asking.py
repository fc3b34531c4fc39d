"""How a browser sends and fetches data, and what it shows when the server rejects requests."""

import re

from playwright.sync_api import expect

from flows import lively
from offline import SYNCED, later, ready, sent, sessions, start_a_book_offline, until


@lively
def show_why_a_busy_server_rejects(page, server):
    """A busy server's reason is shown, its Retry-After is respected, and the outbox is sent afterwards."""
    start_a_book_offline(page, "Persuasion")
    asked = []

    def refuse(route):
        asked.append(route.request.url)
        problem = {"code": "limit.reached", "detail": "Too much was asked at once."}
        route.fulfill(status=429, headers={"retry-after": "120"}, json=problem)

    page.context.route("**/sync/push", refuse)
    page.context.set_offline(False)
    expect(page.get_by_text("is not accepting changes right now: Too much was asked at once.")).to_be_visible()
    page.wait_for_timeout(300)
    before = len(asked)
    page.context.clock.fast_forward(100_000)
    page.wait_for_timeout(300)
    assert len(asked) == before, asked
    page.context.unroute_all()
    page.context.clock.fast_forward(30_000)
    sent(page)
    assert len(sessions(server)) == 1


@lively
def fetch_only_after_a_change(page, server):
    """A browser fetches a snapshot only after a change or when it is old, not with each page."""
    server.run("book", "add", "Emma", "--page-count", "160", "--status", "reading")
    fetched = []
    page.on("request", lambda request: request.url.endswith("/sync/snapshot") and fetched.append(request.url))
    ready(page)
    for path in ("/history", "/settings"):
        page.goto(path)
        until(page, SYNCED)
    assert len(fetched) == 1, fetched
    server.run("start", "read", "Emma")
    until(page, SYNCED)
    assert len(fetched) == 2, fetched
    later(page, server, 11, "2026-03-05T19:11:00Z")
    until(page, SYNCED)
    assert len(fetched) == 3, fetched


@lively
def skip_a_mutation_that_is_too_large(page, server):
    """A 413 reduces the batch size; only a single mutation that is too large is refused."""
    start_a_book_offline(page, "Persuasion")
    for minute, note in ((5, "short"), (10, "long " * 1_000), (15, "done")):
        page.context.clock.fast_forward(5 * 60_000)
        page.get_by_label("Note").fill(note)
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("timer")).to_have_count(0)
        page.get_by_label("Title").or_(page.get_by_label("Start another book")).fill(f"Book {minute}")
        page.get_by_role("button", name="Start reading", exact=True).click()
        expect(page.get_by_role("timer")).to_be_visible()

    def limit(route):
        if len(route.request.post_data) > 4_500:
            return route.fulfill(status=413, body="too large")
        return route.continue_()

    server.set_clock("2026-03-05T19:15:00Z")
    page.context.route("**/sync/push", limit)
    page.context.set_offline(False)
    expect(page.get_by_text("Rejected: The server responded with status 413.")).to_be_visible()
    assert len(sessions(server)) == 4
    page.context.unroute_all()
    page.get_by_role("button", name=re.compile("^Try again: Session saved: .*“Book 5”")).click()
    sent(page)
    ended = [one for one in sessions(server) if one["fields"].get("endedAt")]
    assert len(ended) == 3, ended
