"""KOReader and other WebDAV clients on a device, against a real server."""

import argparse
import hashlib
import json
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import time

from server import Person, Server

SCHEMA = """
CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, authors TEXT, notes INTEGER, last_open INTEGER,
  highlights INTEGER, pages INTEGER, series TEXT, language TEXT, md5 TEXT, total_read_time INTEGER,
  total_read_pages INTEGER);
CREATE TABLE page_stat_data (id_book INTEGER, page INTEGER, start_time INTEGER, duration INTEGER,
  total_pages INTEGER, UNIQUE (id_book, page, start_time));
PRAGMA user_version = 20221111;
"""
DOCUMENT = "0b229176d4e8db7f6d2b5a4952368d7a"
#: 18:00 on the day before the server's clock.
EVENING = 1772643600
#: KOReader gives up on progress after two seconds without a byte.
PATIENCE = 2


class Device:
    """KOReader on one device, with the requests of its plugins."""

    def __init__(self, person, name):
        body = {"kind": "koreader", "name": name}
        made = person.ask("POST", "/api/v1/connections", body)
        assert made.status == 201, made.body
        self.server, self.name = person.server, name
        self.user, self.password = made.json()["user"], made.json()["password"]

    def sync(self, method, path, body=None):
        """Sends a request of the progress sync plugin."""
        started = time.monotonic()
        answer = self.server.ask(
            method, "/koreader" + path, body,
            Accept="application/vnd.koreader.v1+json", x_auth_user=self.user,
            x_auth_key=hashlib.md5(self.password.encode()).hexdigest(),
        )
        assert time.monotonic() - started < PATIENCE, path
        return answer

    def push(self, share, document=DOCUMENT):
        """Reports progress, as after closing a book."""
        body = {
            "document": document, "progress": "/body/DocFragment[7]/body/p[3]/text().0",
            "percentage": share, "device": self.name, "device_id": "5C0FFEE" + self.name,
            "metadata": {"filename": "emma.epub", "title": "Emma", "authors": "Jane Austen"},
        }
        return self.sync("PUT", "/syncs/progress", body)

    def cloud(self, method, path, body=None, **head):
        """Sends a request of the cloud storage plugin."""
        login = subprocess.run(
            ["base64", "-w0"], input=f"{self.user}:{self.password}", text=True,
            capture_output=True, check=True,
        ).stdout
        return self.server.ask(
            method, "/koreader/webdav" + path, body, "application/octet-stream",
            Authorization="Basic " + login, **head,
        )


def statistics(folder, views):
    """Returns the bytes of statistics with pages of a minute each, in minutes after the evening began."""
    path = pathlib.Path(folder) / "statistics.sqlite3"
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as database:
        database.executescript(SCHEMA)
        database.execute(
            "INSERT INTO book VALUES (1, 'Emma', 'Jane Austen', 0, 0, 0, 400, 'N/A', 'en', ?, 0, 0)",
            [DOCUMENT],
        )
        database.executemany(
            "INSERT INTO page_stat_data VALUES (1, ?, ?, 60, 400)",
            [(page, EVENING + 60 * minute) for page, minute in views],
        )
    database.close()
    return path.read_bytes()


def sessions(person):
    """Returns the seconds of the person's sessions, in order."""
    listed = person.ask("GET", "/api/v1/sessions").json()["sessions"]
    return sorted(one["active_seconds"] for one in listed)


def signing_in(device):
    """The device signs in, is refused with a wrong password, and does not register."""
    assert device.sync("GET", "/users/auth").json() == {"authorized": "OK"}
    assert device.sync("GET", "/healthcheck").json() == {"state": "OK"}
    refused = device.sync("POST", "/users/create", {"username": "anna", "password": "x"})
    assert (refused.status, refused.json()["code"]) == (402, 2005), refused.body
    right, device.password = device.password, "wrong"
    refused = device.sync("GET", "/users/auth")
    device.password = right
    assert (refused.status, refused.json()["code"]) == (401, 2001), refused.body


def syncing_statistics(anna, device, other, folder):
    """Statistics are got, merged and put with the tag, as KOReader does; putting them twice changes nothing."""
    folders = device.cloud("PROPFIND", "/", "<a:propfind xmlns:a='DAV:'/>", Depth="1")
    assert folders.status == 207 and b"<D:collection/>" in folders.body, folders.body
    assert device.cloud("MKCOL", "/koreader").status == 201
    path = "/koreader/statistics.sqlite3"
    assert device.cloud("GET", path).status == 404
    first = statistics(folder, [(1, 0), (2, 1), (3, 2)])
    assert device.cloud("PUT", path, first).status == 201
    assert sessions(anna) == [180]
    got = device.cloud("GET", path)
    assert got.body == first
    assert device.cloud("PUT", path, first, If_Match=got.head["ETag"]).status == 204
    assert device.cloud("PUT", path, first, If_Match=got.head["ETag"]).status == 412
    assert sessions(anna) == [180]
    copied = statistics(folder, [(1, 0), (2, 1), (3, 3), (4, 4)])
    assert other.cloud("PUT", "/statistics.sqlite3", copied).status == 201
    assert sessions(anna) == [300]
    assert device.cloud("PUT", path, first).status == 204
    assert sessions(anna) == [300]
    refused = device.cloud("PUT", path, b"not a database")
    assert refused.status == 422 and device.cloud("GET", path).body == first


def following(anna, device, other):
    """The bookmark follows the device, and the other device finds the page."""
    assert device.push(0.2534).status == 200
    last = other.sync("GET", "/syncs/progress/" + DOCUMENT).json()
    assert (last["percentage"], last["device"]) == (0.2534, "Kobo"), last
    assert other.push(0.5).status == 200
    entry = anna.ask("GET", "/api/v1/history").json()["entries"][0]
    assert "is at 50 % on Phone" in entry["title"], entry
    before = anna.ask("GET", "/api/v1/history").body
    assert other.push(0.5).status == 200
    assert anna.ask("GET", "/api/v1/history").body == before


def staying_within(anna, ben, device):
    """The password opens nothing else, and another person's sees nothing."""
    for path in ("/api/v1/shelf", "/api/v1/connections", "/api/v1/account/log"):
        assert device.server.ask(
            "GET", path, Authorization="Bearer " + device.password
        ).status == 401
    stranger = Device(ben, "Kindle")
    assert stranger.sync("GET", "/syncs/progress/" + DOCUMENT).json() == {}
    assert b"koreader/webdav/koreader" not in stranger.cloud("PROPFIND", "/", Depth="1").body
    assert ben.ask("GET", "/api/v1/sessions").json()["sessions"] == []
    page = anna.look("/settings/connections").body.decode()
    assert "Kobo" in page and "Emma" in page and "1 session" in page


def running(command, **options):
    """Runs a program and returns what it printed; fails with that."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, **options
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def litmus(anna, folder):
    """litmus finds no fault with what the folder supports."""
    device = Device(anna, "litmus")
    address = device.server.url + "/koreader/webdav/"
    said = running(
        ["litmus", "-k", address, device.user, device.password],
        cwd=folder, env={"PATH": "/usr/bin:/bin", "TESTS": "basic http"},
    )
    # It has no locks, which are class 2.
    faults = re.findall(r"FAIL.*|WARNING: (?!server does not claim Class 2).*", said)
    assert not faults, said


def rclone(anna, folder):
    """rclone copies a file there and back, and lists it."""
    device = Device(anna, "rclone")
    home = pathlib.Path(folder) / "rclone"
    home.mkdir()
    (home / "here.txt").write_text("twelve bytes")
    secret = running(["rclone", "obscure", device.password]).strip()
    remote = f":webdav,url='{device.server.url}/koreader/webdav',user={device.user},pass={secret}:"
    options = ["--config", "/dev/null", "--retries", "1"]
    running(["rclone", *options, "copyto", str(home / "here.txt"), remote + "in/a file.txt"])
    assert running(["rclone", *options, "ls", remote]).split() == ["12", "in/a", "file.txt"]
    running(["rclone", *options, "copyto", remote + "in/a file.txt", str(home / "back.txt")])
    assert (home / "back.txt").read_text() == "twelve bytes"
    running(["rclone", *options, "deletefile", remote + "in/a file.txt"])
    assert running(["rclone", *options, "ls", remote]) == ""


def cadaver(anna, folder):
    """cadaver signs in when asked, and puts, lists and deletes a file."""
    device = Device(anna, "cadaver")
    home = pathlib.Path(folder) / "cadaver"
    home.mkdir()
    (home / "notes.txt").write_text("some notes")
    host = device.server.url.removeprefix("http://").split(":")[0]
    secrets = home / ".netrc"
    secrets.write_text(f"machine {host} login {device.user} password {device.password}\n")
    secrets.chmod(0o600)
    said = running(
        ["cadaver", device.server.url + "/koreader/webdav/"],
        cwd=home, env={"PATH": "/usr/bin:/bin", "HOME": str(home)},
        input="mkcol notes\ncd notes\nput notes.txt\nls\nrm notes.txt\nls\nquit\n",
    )
    assert "notes.txt" in said and "collection is empty" in said and "failed" not in said, said


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cairn", required=True)
    cairn = parser.parse_args().cairn
    with tempfile.TemporaryDirectory() as folder, Server(cairn, folder) as server:
        anna, ben = Person(server, "anna"), Person(server, "ben")
        device, other = Device(anna, "Kobo"), Device(anna, "Phone")
        for check in (
            lambda: signing_in(device), lambda: syncing_statistics(anna, device, other, folder),
            lambda: following(anna, device, other), lambda: staying_within(anna, ben, device),
            lambda: litmus(anna, folder), lambda: rclone(anna, folder),
            lambda: cadaver(anna, folder),
        ):
            server.advance()
            check()
    print("KOReader, litmus, rclone and cadaver got what they expect")


if __name__ == "__main__":
    main()
