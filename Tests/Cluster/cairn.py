"""`cairn serve` on a database, and an HTTP client of it."""

import http.client
import json
import os
import subprocess
import time
import urllib.parse


class Cairn:
    """The command and the settings shared by all its servers."""

    def __init__(self, path, folder, addresses):
        """Uses the databases at the sockets in these folders, whichever accepts writes."""
        self.path, self.folder, self.settings = path, folder, {}
        hosts = ",".join(str(one) for one in addresses)
        ports = ",".join("5432" for _ in addresses)
        self.query = urllib.parse.urlencode({"host": hosts, "port": ports, "target_session_attrs": "read-write"})

    def address(self, role):
        """Returns the connection string for a role."""
        return f"postgresql://{role}@/cairn?{self.query}"

    def environment(self, name):
        """Returns the environment of a server or a command."""
        return {
            **os.environ, "CAIRN_DATABASE": self.address("cairn_app"), "CAIRN_ZONE": "UTC", "NO_COLOR": "1",
            "CAIRN_DATA_DIR": os.path.join(self.folder, name), "CAIRN_LOG_LEVEL": "error",
            **self.settings,
        }

    def run(self, *words, said=None):
        """Runs a command and waits for it."""
        done = subprocess.run(
            [self.path, *words], env=self.environment("command"), capture_output=True, text=True, input=said, check=False
        )
        if done.returncode != 0:
            raise AssertionError(f"cairn {' '.join(words)}: {done.stderr}")
        return done.stdout

    def prepare(self, *names):
        """Prepares the schema and creates accounts."""
        self.run("admin", "prepare", self.address("cairn_owner"))
        self.create(*names)

    def create(self, *names):
        """Creates accounts."""
        for name in names:
            self.run("account", "create", name, said=f"the password of {name}\n")

    def serve(self, name, *words, port=0):
        """Starts a server; returns the process and its port."""
        process = subprocess.Popen(
            [self.path, "serve", "--listen", f"127.0.0.1:{port}", *words],
            env=self.environment(name), stdout=subprocess.PIPE, text=True,
        )
        line = process.stdout.readline()
        if not line.startswith("listening on"):
            raise AssertionError(f"cairn serve said {line}")
        return process, int(line.strip().rsplit(":", 1)[1])


class Client:
    """An HTTP client of one account."""

    def __init__(self, port, token=None, timeout=20):
        self.port, self.token, self.timeout = port, token, timeout
        self.cookie = None

    def ask(self, method, path, body=None, key=None):
        """Sends a request on a new connection, a file as raw bytes; returns the status and response body."""
        if not isinstance(body, bytes | None):
            body = json.dumps(body).encode()
            kind = "application/json"
        else:
            kind = "application/octet-stream" if body else "application/json"
        fields = {"Content-Type": kind, "Origin": f"http://127.0.0.1:{self.port}"}
        if self.token:
            fields["Authorization"] = f"Bearer {self.token}"
        if self.cookie:
            fields["Cookie"] = self.cookie
        if key:
            fields["Idempotency-Key"] = key
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        try:
            line.request(method, path, body, fields)
            answer = line.getresponse()
            text = answer.read()
            if given := answer.getheader("Set-Cookie"):
                self.cookie = given.split(";")[0]
            isJSON = answer.getheader("Content-Type", "").split(";")[0].endswith(("/json", "+json"))
            return answer.status, json.loads(text) if isJSON else text.decode()
        finally:
            line.close()

    def wait_for_import(self, path):
        """Returns the state of an import that has ended; fails if it makes no progress for two minutes."""
        done, since = None, time.monotonic()
        while True:
            status, state = self.ask("GET", f"{path}?wait=true")
            assert status == 200, (status, state)
            if state["state"] != "applying":
                return state
            if state["done"] != done:
                done, since = state["done"], time.monotonic()
            assert time.monotonic() - since < 120, state

    def sign_in(self, name, *more):
        """Signs in with a cookie and creates a token with read and write scope, and any further scopes."""
        status, said = self.ask("POST", "/api/v1/sign-in", {"name": name, "password": f"the password of {name}"})
        assert status == 200, (status, said)
        status, said = self.ask("POST", "/api/v1/tokens", {"name": "test", "scopes": ["read", "write", *more]})
        assert status in (200, 201), (status, said)
        self.token, self.cookie = said["secret"], None
        return self
