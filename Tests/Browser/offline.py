"""What people log offline, and how it reaches the server."""

import http.server
import json
import re
import threading
import urllib.error
import urllib.request

from playwright.sync_api import expect

from flows import lively

# Offline pages have no clock but the browser's.
START = "2026-03-05T19:00:00Z"

KEPT = """async () => {
  const shell = await import(document.querySelector('script[src*="/shell.js"]').src);
  const all = await shell.readAll();
  const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
  return Boolean(active) && all.snapshot !== undefined;
}"""


def ready(page, path="/"):
    """Opens a page and waits until the browser can work offline."""
    page.context.clock.install(time=START)
    page.goto(path)
    until(page, KEPT)


SYNCED = """async () => {
  await (await import(document.querySelector('script[src*="/shell.js"]').src)).sync();
  return true;
}"""


def later(page, server, minutes, at):
    """Advances both clocks, the server's first, because timers in the browser send requests."""
    server.set_clock(at)
    page.context.clock.fast_forward(minutes * 60_000)


def cut(page):
    """Disconnects the network."""
    page.context.set_offline(True)


def failed_push(page):
    """Waits for a push to fail. A page that is closed during one sends it although the browser is offline."""
    return page.context.expect_event("requestfailed", lambda request: request.url.endswith("/sync/push"))


def start_a_book_offline(page, title):
    """Starts a book offline."""
    ready(page)
    cut(page)
    page.goto("/offline")
    page.get_by_label("Title").fill(title)
    with failed_push(page):
        page.get_by_role("button", name="Start reading").click()
    expect(page.get_by_role("timer")).to_be_visible()


def sessions(server):
    """Returns the sessions of the log on the server."""
    return [json.loads(line) for line in server.run("export").splitlines() if '"record":"session"' in line]


class NewVersion:
    """A proxy that serves another version of the worker on demand."""

    def __init__(self, url):
        self.worker = None
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                status, fields, body = outer.ask(url + self.path)
                self.send_response(status)
                for name in ("content-type", "content-security-policy", "cache-control"):
                    if name in fields:
                        self.send_header(name, fields[name])
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self):
                self.send_error(403)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def ask(self, url):
        """Returns the server's response, with another version of the worker if requested."""
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                status, fields, body = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            status, fields, body = error.code, error.headers, error.read()
        if self.worker and url.endswith("/sw.js"):
            body = re.sub(rb'version = "\w+"', b'version = "' + self.worker + b'"', body, count=1)
        return status, fields, body

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()


def until(page, words):
    """Waits until a script returns true in a page."""
    for _ in range(100):
        if page.evaluate(words):
            return
        page.wait_for_timeout(100)
    raise AssertionError(words)


WAITS = """async () => {
  const [{ name }] = await indexedDB.databases();
  const database = await new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const request = database.transaction("outbox").objectStore("outbox").getAll();
  const lines = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
  database.close();
  return lines.filter((line) => !["refused", "had"].includes(line.state)).length;
}"""
# Whether the page's one tap is stored; the test waits because it acts faster than a person.
LAID = f"async () => (await ({WAITS})()) === 1"


def sent(page):
    """Waits until the outbox is empty in the database and on the page."""
    until(page, f"async () => (await ({WAITS})()) === 0")
    expect(page.get_by_text("not sent yet")).to_have_count(0)


@lively
def read_offline(page, server):
    """Start, reload, pause, a closed tab, a rejected page, stop; online the session exists once."""
    server.run("book", "add", "Emma", "--page-count", "160", "--status", "reading")
    ready(page)
    cut(page)
    page.reload()
    expect(page.get_by_text("You’re offline")).to_be_visible()
    doomed = page.context.new_page()
    doomed.goto("/history")
    with failed_push(page):
        doomed.get_by_role("button", name="Start reading Emma").click()
        expect(doomed.get_by_role("timer")).to_be_visible()
    doomed.close()
    expect(page.get_by_text("1 not sent yet")).to_be_visible()
    later(page, server, 42, "2026-03-05T19:42:00Z")
    page.reload()
    expect(page.get_by_role("timer")).to_contain_text("42:")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.context.clock.fast_forward(1_000)
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_label("Page", exact=True).fill("200")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("alert")).to_contain_text("past the end")
    page.get_by_label("Page", exact=True).fill("31")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("listitem").filter(has_text="31 pages")).to_be_visible()
    expect(page.get_by_text("4 not sent yet")).to_be_visible()
    assert sessions(server) == []
    page.context.set_offline(False)
    sent(page)
    expect(page.get_by_role("link", name="Go to Today")).to_be_visible()
    (session,) = sessions(server)
    assert session["fields"]["endPosition"] == "page:31/160", session
    page.reload()
    expect(page.get_by_text("31 pages")).to_be_visible()


@lively
def lose_the_response_to_a_push(page, server):
    """A push with a lost response is sent again and takes effect once."""
    start_a_book_offline(page, "Persuasion")
    lost = []

    def lose(route):
        lost.append(route.fetch().status)
        route.abort()

    page.context.route("**/sync/push", lose, times=1)
    with page.context.expect_event("requestfailed", lambda request: request.url.endswith("/sync/push")):
        page.context.set_offline(False)
    assert lost == [200], lost
    expect(page.get_by_text("1 not sent yet")).to_be_visible()
    page.reload()
    sent(page)
    later(page, server, 30, "2026-03-05T19:30:00Z")
    page.goto("/")
    expect(page.get_by_role("timer")).to_have_count(1)
    page.get_by_label("Page", exact=True).fill("12")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("12 pages")).to_be_visible()
    assert len(sessions(server)) == 1


@lively
def climb_offline(page, server):
    """A session, a rejected grade, a climb, a fall and a send, all offline."""
    ready(page)
    cut(page)
    page.goto("/offline")
    page.get_by_label("Gym or crag").fill("Boulder Hall")
    page.get_by_role("button", name="Start climbing").click()
    page.get_by_text("New climb").click()
    page.get_by_label("Name", exact=True).fill("Cave Roof")
    page.get_by_label("Grade", exact=True).fill("V99")
    page.get_by_role("radio", name="✗ fell").check()
    page.get_by_role("button", name="Save climb").click()
    expect(page.get_by_role("alert")).to_contain_text("V99")
    page.get_by_label("Grade", exact=True).fill("V4")
    page.get_by_role("button", name="Save climb").click()
    climb = page.get_by_role("list", name="Climbs").get_by_role("listitem")
    expect(climb).to_contain_text("fell")
    page.get_by_role("button", name="Fell: “Cave Roof” V4").click()
    expect(climb).to_contain_text("fell · fell")
    page.get_by_role("button", name="Sent: “Cave Roof” V4").click()
    expect(climb).to_contain_text("fell · fell · sent, redpoint")
    later(page, server, 60, "2026-03-05T20:00:00Z")
    page.reload()
    page.get_by_label("RPE").fill("8")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("timer")).to_have_count(0)
    page.context.set_offline(False)
    sent(page)
    page.goto("/logbook")
    expect(page.get_by_text("1 climb")).to_be_visible()
    assert len(sessions(server)) == 1


@lively
def run_out_of_storage(page, server):
    """A browser without storage space shows an error instead of success."""
    ready(page)
    cut(page)
    page.goto("/offline")
    page.evaluate(
        """() => { IDBObjectStore.prototype.add = () => {
          throw new DOMException("full", "QuotaExceededError"); }; }"""
    )
    page.get_by_label("Title").fill("Emma")
    page.get_by_role("button", name="Start reading").click()
    expect(page.get_by_role("alert")).to_contain_text("nothing was logged")
    expect(page.get_by_label("Title")).to_have_value("Emma")
    expect(page.get_by_role("timer")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("timer")).to_have_count(0)
    assert sessions(server) == []


@lively
def use_two_tabs_offline(page, server):
    """A second tab shows the actions of the first and cannot start a session that already runs."""
    ready(page)
    cut(page)
    page.goto("/offline")
    other = page.context.new_page()
    other.goto("/offline")
    page.get_by_label("Title").fill("Emma")
    page.get_by_role("button", name="Start reading").click()
    expect(other.get_by_role("timer")).to_be_visible()
    expect(other.get_by_text("1 not sent yet")).to_be_visible()
    later(page, server, 5, "2026-03-05T19:05:00Z")
    other.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.context.set_offline(False)
    sent(page)
    sent(other)
    other.close()
    page.goto("/")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    titles = [one["title"] for one in json.loads(server.run("history", "--json"))]
    assert len(titles) == len(set(titles)) == 2, titles


@lively
def lose_a_race_with_another_tab(page, server):
    """While one tab decides, another starts a session: the first keeps its input and applies the rules again."""
    ready(page)
    cut(page)
    page.goto("/offline")
    other = page.context.new_page()
    other.goto("/offline")
    page.evaluate(
        """() => { const { postMessage } = Worker.prototype;
          Worker.prototype.postMessage = function (question) {
            if (question.question !== "act") return postMessage.call(this, question);
            Worker.prototype.postMessage = postMessage;
            window.decide = () => postMessage.call(this, question); }; }"""
    )
    page.get_by_label("Title").fill("Emma")
    page.get_by_role("button", name="Start reading").click()
    until(page, "window.decide !== undefined")
    page.get_by_label("Gym or crag").fill("Boulder Hall")
    other.get_by_label("Title").fill("Persuasion")
    other.get_by_role("button", name="Start reading").click()
    expect(other.get_by_role("timer")).to_be_visible()
    page.evaluate("decide()")
    expect(page.get_by_role("alert")).to_contain_text("A reading session of “Persuasion” has been open")
    expect(page.get_by_label("Gym or crag")).to_have_value("Boulder Hall")
    other.close()
    page.context.set_offline(False)
    sent(page)
    assert len(sessions(server)) == 1


@lively
def cache_no_personal_data(page, server):
    """The app shell is cached, but no page with personal data."""
    server.run("book", "add", "A Secret Diary", "--status", "reading")
    ready(page)
    kept = page.evaluate(
        """async () => {
          const all = [];
          for (const name of await caches.keys()) {
            for (const request of await (await caches.open(name)).keys()) {
              all.push([request.url, await (await caches.match(request)).text()]);
            }
          }
          return all;
        }"""
    )
    assert not [url for url, text in kept if "Secret" in text]
    assert [url for url, _ in kept if re.search(r"/offline$", url)]


@lively
def install_a_new_version(page, server):
    """A new version waits for the person's consent and then deletes the old files."""
    with NewVersion(server.url) as proxy:
        context = page.context.browser.new_context(base_url=proxy.url)
        own = context.new_page()
        own.goto("/settings")
        until(own, "navigator.serviceWorker.controller !== null")
        proxy.worker = b"new"
        own.reload()
        expect(own.get_by_text("A new version is ready")).to_be_visible()
        assert len(own.evaluate("caches.keys()")) == 2
        own.get_by_role("button", name="Update", exact=True).click()
        expect(own.get_by_text("A new version is ready")).to_have_count(0)
        until(own, "caches.keys().then((names) => names.join() === 'cairn new')")
        context.close()
    page.goto("/settings")
