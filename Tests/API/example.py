"""Runs the example listening app against a real server over an unreliable connection.

Usage: example.py --cairn PATH --example PATH
"""

import argparse
import calendar
import pathlib
import random
import re
import secrets
import subprocess
import tempfile
import time

from flaky import FlakyLine
from listener import Listener
from server import Server

#: Enables sign-up on the server.
OPEN = "--open-sign-up"
#: One minute before the initial time of a server's clock.
STARTED = calendar.timegm((2026, 3, 5, 9, 59, 0))


class App:
    """The example app with its own folder; each run restarts it."""

    def __init__(self, program, url, folder, behind):
        self.program, self.url, self.folder, self.behind = program, url, str(folder), behind

    def run(self, *words, status=0):
        """Runs the app and returns its output."""
        done = subprocess.run(
            [self.program, "--server", self.url, "--folder", self.folder, "--patience", "0.001",
             "--clock", str(self.behind), *words],
            capture_output=True, text=True, timeout=60,
        )
        assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
        return done.stdout


def sign_in(app, listener):
    """Returns the app and an independent client, signed in as the same person."""
    app.run("sign-up", listener.name, listener.email, "correct horse")
    wish = {"email": listener.email, "password": "correct horse"}
    own = {"Origin": listener.url}
    listener.take(listener.ask("POST", "/api/auth/sign-in/email", wish, headers=own).json())


def check_flaky_line(server, app, listener, line, chance):
    """Plays over an unreliable line, kills the app before and after sending, and returns the listening by story."""
    ledger = {}
    for number in range(8):
        story, seconds = listener.story(title=f"Story {number}"), chance.randrange(40, 300)
        kill = chance.choice(["", "", "sent", "unsent"])
        words = ["record", story, str(seconds), "--complete"]
        if kill:
            line.is_flaky = False
            app.run("flush")  # Ensures that the kill hits this play, not an earlier one.
            app.run(*words, "--kill", kill, status=-9)
            line.is_flaky = True
        else:
            app.run(*words)
        ledger[story] = seconds
        app.behind -= 600
        server.advance()
        if number % 3 == 2:
            line.deliver_late()
            line.replay()
    line.is_flaky = False
    said = app.run("flush")
    assert re.search(r"refused 0, waiting 0$", said), said
    return ledger


def expect(listener, ledger):
    """Expects every story once, to its end and with the app's duration, whether or not the app was killed."""
    sessions = listener.sessions()
    assert len(sessions) == len(ledger), (len(sessions), ledger)
    for session in sessions:
        assert session["duration"] == ledger[session["storyId"]], (session, ledger)
        assert session["completed"], session
    return listener.totals()


def check_guide(server, program, folder, behind):
    """Runs the guide's client with Foundation's own dates and expects one session."""
    listener = Listener(server.url, "gus")
    app = App(program, server.url, folder, behind)
    sign_in(app, listener)
    said = app.run("guide", listener.story())
    assert re.fullmatch(r"sessions 1, seconds 18\d\n", said), said
    assert listener.totals()["totalStoriesListened"] == 1


def check_refusals(app, listener, folder):
    """Expects that the app stores and shows rejected sessions, and stays signed in."""
    app.run("record", "no-such-story", "60")
    assert "refused no-such-story: Story not found" in app.run("flush")
    app.run("sign-out", status=1)
    away = App(app.program, "http://127.0.0.1:9", folder, app.behind)
    assert "as of" in away.run("stats")
    away.run("sign-out", "--discard")
    assert not (pathlib.Path(app.folder) / "sign-in.json").exists()


def main():
    """Runs the example once with a seed that failures print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cairn", required=True)
    parser.add_argument("--example", required=True)
    words = parser.parse_args()
    seed, start = secrets.randbelow(10**6), time.monotonic()
    chance = random.Random(seed)
    print(f"listening app: seed {seed}")
    with tempfile.TemporaryDirectory() as folder, Server(words.cairn, folder, OPEN) as server:
        # The server's clock is set to March; the app's clock is behind the real one by the same amount.
        behind = int(STARTED - time.time())
        with FlakyLine(server.url, chance) as line:
            own = pathlib.Path(folder) / "app"
            app = App(words.example, line.address, own, behind)
            listener = Listener(server.url, "ida")
            sign_in(app, listener)
            ledger = check_flaky_line(server, app, listener, line, chance)
            server.advance()
            totals = expect(listener, ledger)
            line.replay()
            assert expect(listener, ledger) == totals, "a second replay changed something"
            server.advance()
            shown = app.run("stats").splitlines()
            assert shown[:2] == [
                f"stories {totals['totalStoriesListened']}",
                f"seconds {totals['totalListeningTimeSeconds']}",
            ], (shown, totals)
            assert len(app.run("list").splitlines()) == len(ledger)
            server.advance()
            check_guide(server, words.example, pathlib.Path(folder) / "guide", behind)
            server.advance()
            check_refusals(app, listener, own)
            print(f"listening app: {len(ledger)} plays, {len(line.seen)} requests "
                  f"in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
