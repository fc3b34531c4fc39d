"""Simulated people who use a server during failures, over HTTP and with a syncing device."""

import http.client
import os
import subprocess
import threading
import time

from cairn import Client
from postgres import until


class Person(threading.Thread):
    """A thread that repeats an action until it is stopped."""

    def __init__(self):
        super().__init__(daemon=True)
        self.isOver, self.flaw = False, None

    def run(self):
        number = 0
        try:
            while not self.isOver:
                self.log(number)
                number += 1
        except Exception as error:  # pylint: disable=broad-except
            self.flaw = error

    def end(self):
        """Waits for the last action and raises its error."""
        self.isOver = True
        self.join(timeout=60)
        assert not self.is_alive(), f"{self} does not end"
        if self.flaw:
            raise self.flaw


class Writer(Person):
    """A person who logs one session after another and retries each until it is acknowledged."""

    def __init__(self, name, ports, chance):
        super().__init__()
        self.name_of, self.ports, self.chance = name, ports, chance
        self.client = Client(ports[0]).sign_in(name)
        self.acknowledged, self.asked, self.answers = [], [], {}

    def log(self, number):
        """Retries with the same key, at either server, until the session is acknowledged."""
        key = f"{self.name_of}-{number}"
        self.asked.append(key)
        while not self.isOver:
            if self.said(key):
                return self.acknowledged.append(key)
            time.sleep(0.05)

    def said(self, key):
        """Returns whether a session is acknowledged; counts other responses."""
        self.client.port = self.chance.choice(self.ports)
        try:
            status, body = self.client.ask("POST", "/api/v1/sessions/track", self.session(key), key)
        except (OSError, http.client.HTTPException) as error:
            status, body = type(error).__name__, {}
        code = body.get("code", "") if isinstance(body, dict) else body
        self.answers[f"{status} {code}".strip()] = self.answers.get(f"{status} {code}".strip(), 0) + 1
        assert status in (200, 201, 429, 503, "TimeoutError", "ConnectionResetError"), (status, body)
        return status in (200, 201)

    def session(self, key):
        """Returns a ten-minute session with a book of its own."""
        start = 1_500_000_000 + 600 * int(key.split("-")[1])
        stamp = lambda second: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(second))
        return {"title": f"Book {key}", "start": stamp(start), "end": stamp(start + 590)}

    def found(self):
        """Returns the number of sessions in the log per title."""
        counts, before = {}, ""
        while True:
            status, page = self.client.ask("GET", f"/api/v1/sessions?limit=500{before}")
            assert status == 200, (status, page)
            for one in page["sessions"]:
                title = one["title"]
                counts[title] = counts.get(title, 0) + 1
            if not page.get("next"):
                return counts
            before = f"&before={page['next']}"


class Device:
    """A command line that syncs with the server."""

    def __init__(self, cairn, folder, port, token):
        self.cairn, self.token = cairn, token
        self.environment = {
            **os.environ, "CAIRN_DATA_DIR": folder, "CAIRN_ZONE": "UTC", "CAIRN_SYNC_AUTO": "no", "NO_COLOR": "1",
        }
        self.run("sync", "setup", f"http://127.0.0.1:{port}", said=f"{token}\n")

    def attempt(self, *words, said=None):
        """Runs a command and waits for it."""
        return subprocess.run(
            [self.cairn, *words], env=self.environment, capture_output=True, text=True, input=said, check=False
        )

    def run(self, *words, said=None):
        """Runs a command and returns its output."""
        done = self.attempt(*words, said=said)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    def syncs(self):
        """Returns whether a sync succeeds; the server may be unavailable."""
        done = self.attempt("sync")
        assert done.returncode == 0 or "status 503" in done.stderr, (done.stdout, done.stderr)
        return done.returncode == 0

    def log(self, day, title):
        """Logs an hour on a day and syncs it."""
        self.run("track", f"{day} 20:00..21:00", title)
        self.run("sync")


def judge(writer):
    """Returns a writer's acknowledged, lost and duplicate sessions; retrying the last must change nothing."""
    found = until(lambda: attempt(writer.found), "the log", 60)
    lost = [key for key in writer.acknowledged if found.get(f"Book {key}", 0) == 0]
    twice = [title for title, count in found.items() if count > 1]
    strange = [title for title in found if title.removeprefix("Book ") not in writer.asked]
    for key in [key for key in writer.acknowledged[-20:] if key not in lost]:
        assert writer.said(key), f"{key} is not told again"
    again = writer.found()
    return {"told": len(writer.acknowledged), "lost": lost, "twice": twice + strange, "changed": again != found, "answers": writer.answers}


def attempt(what):
    try:
        return what()
    except (OSError, AssertionError):
        return None
