"""How a browser recovers after it lost a part of its stored data."""

from playwright.sync_api import expect

from flows import lively
from offline import KEPT, SYNCED, cut, ready, sent, sessions, until

FILES = """async () => {
  const [name] = await caches.keys();
  return name !== undefined && (await (await caches.open(name)).keys()).length > 0;
}"""

FORGET = """async () => {
  const [{ name }] = await indexedDB.databases();
  const request = indexedDB.deleteDatabase(name);
  await new Promise((resolve, reject) => Object.assign(request, { onsuccess: resolve, onerror: reject }));
}"""


@lively
def lose_the_cached_files(page, server):
    """After losing the cached files but not the worker, the next online page caches them again."""
    ready(page)
    page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name); }")
    page.goto("/history")
    until(page, FILES)
    cut(page)
    page.goto("/offline")
    expect(page.get_by_text("You’re offline")).to_be_visible()
    page.get_by_label("Title").fill("Emma")
    page.get_by_role("button", name="Start reading").click()
    expect(page.get_by_role("timer")).to_be_visible()


@lively
def lose_the_database(page, server):
    """An open page opens a new database after its own is deleted and stores actions in it."""
    ready(page, "/offline")
    page.evaluate(FORGET)
    until(page, SYNCED)
    until(page, KEPT)
    cut(page)
    page.get_by_label("Title").fill("Emma")
    page.get_by_role("button", name="Start reading").click()
    expect(page.get_by_role("timer")).to_be_visible()
    page.context.set_offline(False)
    sent(page)
    assert len(sessions(server)) == 1
