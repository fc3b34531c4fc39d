"""All load at once: invented names from one address and from many, bodies that never arrive, responses that nobody
reads, a zip bomb and a file of blank lines.

Signed-in people are served as before, a correct password still works, and the server stays within its memory limit.
"""

import http.client
import json
import socket
import tempfile
import threading
import time

from files import MEMORY, SIZE, archive, peak
from server import JSON, PASSWORD, multi_user_server

#: The 99th percentile of the response time of a signed-in person, in milliseconds.
LATENCY = 250


class Many(threading.Thread):
    """Repeats an action until it is stopped and counts the results."""

    def __init__(self, act):
        super().__init__(daemon=True)
        self.act, self.over, self.counts, self.seconds = act, False, {}, []

    def run(self):
        number = 0
        while not self.over:
            begun = time.monotonic()
            came = self.act(number)
            self.seconds.append(time.monotonic() - begun)
            self.counts[came] = self.counts.get(came, 0) + 1
            number += 1

    def stop(self):
        """Stops the thread and returns the counts."""
        self.over = True
        self.join()
        return self.counts


def password_guesser(address, first, spread):
    """Signs in with invented names, from one address or from many."""
    connection = http.client.HTTPConnection(address)

    def act(number):
        name = "anna" if not spread and number % 2 else f"nobody{first}x{number}"
        body = json.dumps({"name": name, "password": "wrong horse"})
        source = f"203.{first}.{number // 250 % 250}.{number % 250}" if spread else "203.0.113.9"
        head = {"Content-Type": JSON, "X-Forwarded-For": source}
        connection.request("POST", "/api/v1/sign-in", body, head)
        answer = connection.getresponse()
        answer.read()
        if spread:
            time.sleep(0.2)  # 40 of them fill the queue of passwords; more would only load this machine
        return answer.status
    return act


def slow_uploads(host, port, count):
    """Opens connections that announce a long body and never send it."""
    lines = ["POST /api/v1/sessions HTTP/1.1", f"Host: {host}:{port}", f"Content-Type: {JSON}", "Content-Length: 1000000"]
    head = "\r\n".join(lines) + "\r\n\r\n"
    held = []
    for _ in range(count):
        one = socket.create_connection((host, port))
        one.sendall(head.encode() + b"{" * 8_000)
        held.append(one)
    return held


def fill_shelf(person, count):
    """Imports that many books, so that the shelf is a long response."""
    rows = [f"{row},Book {row},Author {row % 99},3,read" for row in range(count)]
    file = "\n".join(["Book Id,Title,Author,My Rating,Exclusive Shelf", *rows]).encode()
    job = person.ask("POST", "/api/v1/imports?format=goodreads", file, "application/octet-stream").json()["id"]
    person.ask("POST", f"/api/v1/imports/{job}/apply")
    while (done := person.ask("GET", f"/api/v1/imports/{job}?wait=true").json())["state"] == "applying":
        pass
    assert done["state"] == "applied", done


def slow_downloads(person, host, port, count):
    """Requests long responses and never reads them."""
    lines = ["GET /api/v1/shelf HTTP/1.1", f"Host: {host}:{port}", f"Authorization: Bearer {person.token}"]
    head = "\r\n".join(lines) + "\r\n\r\n"
    held = []
    for _ in range(count):
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        one.connect((host, port))
        one.sendall(head.encode())
        held.append(one)
    return held


def sender(person, name, bodies):
    """Uploads files for import in turn."""
    def act(number):
        format, body = bodies[number % len(bodies)]
        return person.ask("POST", f"/api/v1/imports?format={format}", body, "application/octet-stream").status
    return act


def check_flood(cairn, seconds, _):
    """Runs all of it for some seconds."""
    settings = {"CAIRN_REQUEST_RATE": "1000"}
    with tempfile.TemporaryDirectory() as folder:
        with multi_user_server(cairn, folder, "anna", "ben", settings=settings.items()) as (server, anna, ben):
            return flood(server, anna, ben, seconds)


def flood(server, anna, ben, seconds):
    """Runs it against a running server."""
    address = server.url.removeprefix("http://")
    host, port = address.split(":")
    bombs = [("audiobookshelf", archive("absdatabase.sqlite", bytes(500 << 20))), ("clippings", b"\n" * SIZE)]
    fill_shelf(ben, 3_000)
    shelf = len(ben.ask("GET", "/api/v1/shelf").body)
    assert shelf > 1 << 20, shelf
    peak(server)
    guessers = [Many(password_guesser(address, number, number > 0)) for number in range(40)]
    foes = [*guessers, Many(sender(ben, "ben", bombs))]
    own = Many(lambda _: time.sleep(0.01) or anna.ask("GET", "/api/v1/stats/today").status)
    for foe in foes:
        foe.start()
    held = slow_uploads(host, int(port), 300) + slow_downloads(ben, host, int(port), 60)
    own.start()
    begun, entries = time.monotonic(), []
    while time.monotonic() - begun < seconds:
        head = {"Origin": server.url, "X-Forwarded-For": f"198.51.100.{len(entries) % 200}"}
        answer = server.ask("POST", "/api/v1/sign-in", {"name": "anna", "password": PASSWORD}, **head)
        entries.append(answer.status)
        time.sleep(0.5)
    counts = own.stop()
    guesses = sum(sum(foe.stop().values()) for foe in guessers)
    files = foes[-1].stop()
    for one in held:
        one.close()
    memory = peak(server)
    times = sorted(own.seconds)
    late = times[len(times) * 99 // 100] * 1000 - 10
    said = (f"{guesses} guesses, 300 strangers' bodies, 60 unread responses and {sum(files.values())} hostile files:"
            f" p99 {late:.0f} ms of"
            f" {len(times)} requests, {entries.count(200)} of {len(entries)} sign-ins, {memory >> 20} MB")
    assert set(counts) == {200}, (counts, said)
    assert entries.count(200) >= len(entries) * 0.9, (entries, said)
    assert late < LATENCY and memory <= MEMORY, said
    return said

