"""A real server in its own folder, and its clients."""

import contextlib
import datetime
import json
import os
import pathlib
import subprocess
import urllib.error
import urllib.request

PASSWORD = "correct horse"
START = datetime.datetime(2026, 3, 5, 10)
JSON = "application/json"


class Answer:
    """The response to a request."""

    def __init__(self, status, head, body):
        self.status, self.head, self.body = status, head, body

    def json(self):
        """Returns the body as JSON."""
        return json.loads(self.body)


class Stay(urllib.request.HTTPRedirectHandler):
    """A handler that follows no redirects, because they are part of the response."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(Stay)


class Server:
    """`cairn serve` with a manual clock, so that rate limits do not slow the tests."""

    def __init__(self, cairn, folder, *mode, settings=()):
        self.cairn, self.mode, self.minutes = cairn, mode, 0
        self.clock = pathlib.Path(folder) / "clock"
        self.environment = {
            **os.environ,
            "CAIRN_ALLOW_TEST_CLOCK": "1",
            "CAIRN_CLOCK": f"file:{self.clock}",
            "CAIRN_DATA_DIR": str(pathlib.Path(folder) / "log"),
            "CAIRN_LOG_LEVEL": "error",
            "CAIRN_ZONE": "Europe/Berlin",
            "SWIFT_BACKTRACE": "enable=no",
            **dict(settings),
        }
        self.advance()

    def advance(self):
        """Advances the clock by a minute, which resets all rate limits."""
        fresh = self.clock.with_suffix(".new")
        time = START + datetime.timedelta(minutes=self.minutes)
        fresh.write_text(f"{time:%Y-%m-%dT%H:%M}:00Z")
        fresh.replace(self.clock)
        self.minutes += 1

    def add(self, name):
        """Creates an account."""
        subprocess.run(
            [self.cairn, "account", "create", name],
            env=self.environment, input=PASSWORD, text=True, check=True, capture_output=True,
        )

    def ask(self, method, path, body=None, kind=JSON, **head):
        """Sends a request and returns the response, whatever its status."""
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        data = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
        request = urllib.request.Request(self.url + path, data, method=method)
        if data is not None:
            request.add_header("Content-Type", kind)
        for name, value in head.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with OPENER.open(request, timeout=120) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as refusal:
            with refusal:
                return Answer(refusal.code, refusal.headers, refusal.read())
        except (urllib.error.URLError, ConnectionError) as cut:
            # The server closes the connection while a body that is too large is still being sent.
            if isinstance(getattr(cut, "reason", cut), (BrokenPipeError, ConnectionResetError)):
                return Answer(413, {}, b'{"code":"request.too_large"}')
            raise

    def __enter__(self):
        self.process = subprocess.Popen(
            [self.cairn, "serve", *self.mode, "--listen", "127.0.0.1:0"],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        line = self.process.stdout.readline().split()
        if line[:2] != ["listening", "on"]:
            raise AssertionError(f"cairn serve said {line}")
        self.url = line[2]
        return self

    def __exit__(self, *_):
        self.process.terminate()
        if self.process.wait(timeout=20) != 0:
            raise AssertionError("cairn serve did not end well")


class Person:
    """A person with an account, a browser session and a token."""

    def __init__(self, server, name):
        server.add(name)
        self.server = server
        own = {"Origin": server.url}
        signed = server.ask(
            "POST", "/api/v1/sign-in", {"name": name, "password": PASSWORD}, **own
        )
        self.cookie = signed.head["Set-Cookie"].split(";")[0]
        wish = {"name": "all", "scopes": ["read", "write", "account"]}
        made = server.ask("POST", "/api/v1/tokens", wish, Cookie=self.cookie, **own)
        self.token = made.json()["secret"]

    def ask(self, method, path, body=None, kind=JSON, **head):
        """Sends a request with the token."""
        head = {"Authorization": f"Bearer {self.token}", **head}
        return self.server.ask(method, path, body, kind, **head)

    def look(self, path):
        """Requests a page with the cookie."""
        return self.server.ask("GET", path, Cookie=self.cookie)


@contextlib.contextmanager
def multi_user_server(cairn, folder, *names, settings=()):
    """Yields a multi-user server with people who each have a log."""
    with Server(cairn, folder, settings=settings) as server:
        yield server, *(Person(server, name) for name in names)
