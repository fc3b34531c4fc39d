"""Two `cairn serve` on one database behind HAProxy behave like one server.

Usage: servers.py --cairn PATH
"""

import contextlib
import http.client
import http.server
import json
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time

import checks
from cairn import Cairn, Client
from postgres import Node, until

PROXY = """
defaults
  mode http
  timeout connect 2s
  timeout check 5s
  timeout client 1h
  timeout server 1h
frontend all
  bind fd@{door}
  default_backend cairn
backend cairn
  balance roundrobin
  option httpchk GET /readyz
  option redispatch 1
  retries 3
  http-response set-header x-served-by %s
  server one 127.0.0.1:{one} check inter 200ms
  server two 127.0.0.1:{two} check inter 200ms
"""


class Listener(threading.Thread):
    """A page that is open at one server and subscribes to changes."""

    def __init__(self, port, token):
        super().__init__(daemon=True)
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.line.request("GET", "/api/v1/changes?since=0", headers={"Authorization": f"Bearer {token}"})
        self.answer = self.line.getresponse()
        assert self.answer.status == 200, self.answer.status
        self.heard = []
        self.start()

    def run(self):
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
            while line := self.answer.readline():
                if line.startswith(b"data:"):
                    self.heard.append((time.monotonic(), line))


class Receiver(http.server.ThreadingHTTPServer):
    """A webhook receiver that records each message with its time."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Message)
        self.url, self.told = f"http://127.0.0.1:{self.server_port}/", []
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Message(http.server.BaseHTTPRequestHandler):
    """The handler of a webhook message."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.told.append((time.monotonic(), json.loads(body)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


class Club:
    """A database, two servers and the proxy."""

    def __init__(self, cairn, folder):
        self.node = Node(os.path.join(folder, "database")).make()
        self.tool = Cairn(cairn, folder, [self.node.folder])
        self.tool.prepare("ann", "bob", "eve")
        # Opened here and passed to the proxy, so that no other process can take the port.
        door = socket.create_server(("127.0.0.1", 0))
        self.port = door.getsockname()[1]
        self.words = ["--request-rate", "10", "--webhooks", "private", "--url", f"http://127.0.0.1:{self.port}"]
        self.servers = {name: self.tool.serve(name, *self.words) for name in ("one", "two")}
        ports = {name: port for name, (_, port) in self.servers.items()}
        settings = pathlib.Path(folder) / "haproxy.cfg"
        settings.write_text(PROXY.format(door=door.fileno(), **ports))
        self.proxy = subprocess.Popen(
            ["haproxy", "-db", "-f", str(settings)], pass_fds=[door.fileno()], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        door.close()
        until(lambda: self.served_by() == {"one", "two"}, "both servers")

    def served_by(self, path="/readyz", token=None):
        """Returns the servers that responded to four requests."""
        names = set()
        for _ in range(4):
            line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            with contextlib.suppress(OSError, http.client.HTTPException):
                line.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
                answer = line.getresponse()
                if answer.status == 200:
                    names.add(answer.getheader("x-served-by"))
            line.close()
        return names

    def stop(self):
        self.proxy.terminate()
        self.proxy.wait()
        for process, _ in self.servers.values():
            process.terminate()
            process.wait()
        self.node.stop()


def accepts_a_sign_in_everywhere(club):
    """Expects both servers to accept a token that one has issued, and to show the same sessions."""
    ann = Client(club.port).sign_in("ann")
    assert club.served_by("/api/v1/shelf", ann.token) == {"one", "two"}
    status, _ = ann.ask("POST", "/api/v1/sessions", {"title": "Dune"})
    assert status == 201, status
    for _, port in club.servers.values():
        ann.port = port
        status, body = ann.ask("GET", "/api/v1/sessions?open=true")
        assert [one["title"] for one in body["sessions"]] == ["Dune"], body


def streams_changes_of_the_other(club):
    """Expects a page at one server to receive ten changes made at the other within moments."""
    bob = Client(club.port).sign_in("bob")
    pages = [Listener(port, bob.token) for _, port in club.servers.values()]
    until(lambda: all(page.heard for page in pages), "the first word")
    waits = []
    for number in range(10):
        counts = [len(page.heard) for page in pages]
        bob.port = list(club.servers.values())[number % 2][1]
        began = time.monotonic()
        status, said = bob.ask("POST", "/api/v1/books", {"title": f"Book {number}"})
        assert status == 201, (status, said)
        until(lambda: all(len(page.heard) > count for page, count in zip(pages, counts)), "the change", 10)
        waits.append(max(page.heard[count][0] for page, count in zip(pages, counts)) - began)
        time.sleep(0.15)
    print(f"  pages at both servers heard of a change within {sorted(waits)[-1] * 1000:.0f} ms (ten changes)")


def lists_a_webhook_everywhere(club):
    """Expects the other server to know a new webhook and its selected milestones."""
    (_, one), (_, other) = club.servers.values()
    club.eve, club.receiver = Client(one).sign_in("eve", "account"), Receiver()
    status, club.hook = club.eve.ask("POST", "/api/v1/webhooks", {"url": club.receiver.url})
    assert status == 201, (status, club.hook)
    club.eve.port = other
    assert len(club.eve.ask("GET", "/api/v1/webhooks")[1]["webhooks"]) == 1
    heard = {"kind": "listening", "title": "Emma", "start": "2026-01-05T10:00:00Z", "end": "2026-01-05T11:00:00Z", "completed": True}
    status, said = club.eve.ask("POST", "/api/v1/sessions/track", heard)
    assert status == 201, (status, said)


def notifies_a_webhook_once(club):
    """Expects exactly one message although both servers check regularly, and a deletion at either server."""
    (_, one), _ = club.servers.values()
    told = until(lambda: club.receiver.told, "the message", 40)
    # Longer than the check interval of either server.
    time.sleep(max(0, told[-1][0] + 12 - time.monotonic()))
    names = [message["data"]["milestone"] for _, message in told]
    assert len(names) == len(set(names)), names
    assert club.eve.ask("DELETE", f"/api/v1/webhooks/{club.hook['id']}")[0] == 200
    club.eve.port = one
    assert club.eve.ask("GET", "/api/v1/webhooks")[1]["webhooks"] == []
    club.receiver.shutdown()
    print(f"  told once, of {', '.join(names)}")


def imports_files_anywhere(club):
    """Uploads, applies, polls and undoes a file through the proxy, so that each step reaches another server."""
    bob = Client(club.port, timeout=120).sign_in("bob", "account")
    receiver = Receiver()
    status, made = bob.ask("POST", "/api/v1/webhooks", {"url": receiver.url})
    assert status == 201, (status, made)
    books = "".join(f"Novel {number},Ann Author,300,2025-06-01\n" for number in range(2000))
    status, sheet = bob.ask("POST", "/api/v1/imports", f"Title,Author,Pages,Finished\n{books}".encode())
    assert status == 201 and sheet["report"]["added"] == 2000, (status, sheet)
    path = f"/api/v1/imports/{sheet['id']}"
    for _ in range(4):  # applied once, whichever server responds
        status, said = bob.ask("POST", f"{path}/apply")
        assert status == 202, (status, said)
    done = bob.wait_for_import(path)
    assert (done["state"], done["report"]["added"]) == ("applied", 2000), done
    until(lambda: receiver.told, "the message of what was taken in", 40)
    receiver.shutdown()
    lines = bob.ask("GET", "/api/v1/history?limit=50")[1]["entries"]
    assert sum("2000 books" in line["title"] or "2,000 books" in line["title"] for line in lines) == 1, lines
    assert bob.ask("POST", f"{path}/undo")[1]["state"] == "undone"
    assert {bob.ask("GET", path)[1]["state"] for _ in range(2)} == {"undone"}


def cancels_queries_of_disconnected_clients(club):
    """Expects queries of disconnected clients to be cancelled in the database, which frees their connections."""
    reader = Client(list(club.servers.values())[0][1]).sign_in("ann")

    def waiting():
        return set(club.node.ask("SELECT pid, query_start FROM pg_stat_activity WHERE usename = 'cairn_app' AND wait_event_type = 'Lock'").splitlines())

    with club.node.locked("session"):
        lines = [http.client.HTTPConnection("127.0.0.1", reader.port, timeout=60) for _ in range(4)]
        for line in lines:
            line.request("GET", "/api/v1/sessions", headers={"Authorization": f"Bearer {reader.token}"})
        until(lambda: len(waiting()) >= len(lines), "four reads that wait for the lock")
        left, began = waiting(), time.monotonic()
        for line in lines:
            line.close()
        until(lambda: len(left & waiting()) <= len(left) - len(lines), "the end of what nobody waits for", 20)
        took = time.monotonic() - began
    print(f"  four reads whose clients hung up were cancelled within {took:.1f} s, behind a lock that was still held")


def shares_rate_limits(club):
    """Expects both servers to share one count of wrong passwords and of requests."""
    ports = [port for _, port in club.servers.values()]
    statuses = []
    for number in range(30):
        status, _ = Client(ports[number % 2]).ask("POST", "/api/v1/sign-in", {"name": "ann", "password": "wrong password"})
        statuses.append(status)
        time.sleep(0.1)
        if status == 429:
            break
    assert statuses[-1] == 429 and 10 <= len(statuses) <= 13, statuses
    print(f"  {len(statuses) - 1} wrong passwords at two servers together, then none")


def continues_without_one_server(club):
    """Expects requests to fail no longer than the proxy needs to detect a killed server."""
    process, _ = club.servers["one"]
    process.send_signal(signal.SIGKILL)
    process.wait()
    until(lambda: club.served_by() == {"two"}, "the other server")
    club.servers["one"] = club.tool.serve("one", *club.words, port=club.servers["one"][1])
    until(lambda: club.served_by() == {"one", "two"}, "both servers")


if __name__ == "__main__":
    checks.run(
        "servers", __doc__, Club, accepts_a_sign_in_everywhere, streams_changes_of_the_other,
        lists_a_webhook_everywhere,
        # The webhook message is sent during the checks before it, which take longer.
        imports_files_anywhere, cancels_queries_of_disconnected_clients, shares_rate_limits, notifies_a_webhook_once,
        continues_without_one_server,
    )
