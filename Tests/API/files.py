"""Malicious 60 MB files, imported by a signed-in person.

Whatever the file, other people still get responses and the server stays within its memory limit.
"""

import io
import json
import pathlib
import sqlite3
import tempfile
import threading
import time
import zipfile
import zlib

from server import multi_user_server

SIZE = 60 << 20
#: The maximum seconds of a `/healthz` request during an import, and the maximum bytes of server memory.
LATENCY, MEMORY = 0.5, 512 << 20


def filled(head, part, tail=b"", size=SIZE):
    """Returns `head`, as many repetitions of `part` as fit, and `tail`."""
    return head + part * ((size - len(head) - len(tail)) // len(part)) + tail


def koreader(folder, rows=2_000_000):
    """Returns KOReader statistics with an implausible number of page views."""
    path = pathlib.Path(folder) / "statistics.sqlite3"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = OFF")
        db.execute(
            "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, authors TEXT, notes INTEGER, last_open INTEGER,"
            " highlights INTEGER, pages INTEGER, series TEXT, language TEXT, md5 TEXT, total_read_time INTEGER,"
            " total_read_pages INTEGER)"
        )
        db.execute(
            "CREATE TABLE page_stat_data (id_book INTEGER, page INTEGER, start_time INTEGER, duration INTEGER,"
            " total_pages INTEGER)"
        )
        db.execute("INSERT INTO book (id, title, pages, md5) VALUES (1, 'Dune', 500, 'x')")
        db.executemany(
            "INSERT INTO page_stat_data VALUES (1, ?, ?, 30, 500)",
            ((row % 500, 1_000_000_000 + 40 * row + 7_200 * (row // 20)) for row in range(rows)),
        )
    db.close()
    return path.read_bytes()


def archive(name, body):
    """Returns an archive with one member."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as zip:
        zip.writestr(name, body)
    return packed.getvalue()


def files(folder):
    """Yields name, format if it cannot be detected, and the bytes."""
    goodreads = b"Book Id,Title,Author,My Rating,Exclusive Shelf,Date Read,Bookshelves,Date Added\n"
    session = json.dumps({"displayTitle": "a", "id": "1"}).encode() + b","
    yield "koreader, 2,000,000 page views", "koreader", koreader(folder)
    other = tempfile.mkdtemp(dir=folder)
    yield "koreader, 1,000,000 page views", "koreader", koreader(other, 1_000_000)
    yield "clippings, blank lines", "clippings", b"\n" * SIZE
    yield "clippings, ends alone", "clippings", filled(b"", b"==========\n")
    yield "clippings, records", "clippings", filled(b"", b"A (B)\n- Your Highlight on page 1\n\nx\n==========\n")
    yield "sessions, empty objects", "audiobookshelf", filled(b'{"sessions":[', b"{},", b"{}]}")
    yield "sessions, one of many members", "audiobookshelf", filled(b'{"sessions":[{"a":[', b"{},", b"{}]}]}")
    yield "sessions, small ones", "audiobookshelf", filled(b'{"sessions":[', session, session[:-1] + b"]}")
    yield "libby, empty objects", "libby", filled(b'{"timeline":[', b"{},", b"{}]}")
    yield "librarything, small books", "librarything", filled(
        b'{"0":{"books_id":"0"}', b',"1":{"books_id":"1","title":"a"}', b"}")
    yield "goodreads, small rows", "goodreads", filled(goodreads, b"1,a,b,3,read,,,\n")
    yield "goodreads, broken rows", "goodreads", filled(goodreads, b"a\n")
    yield "goodreads, rows as many as allowed", "goodreads", goodreads + b"".join(
        b"%d,Book %d,Author %d,3,read,2020/01/01,shelf,2019/01/01\n" % (row, row, row % 1000) for row in range(75_000))
    yield "a list, small rows", "csv", filled(b"title,author\n", b"a,b\n")
    yield "a list, one long cell", "csv", filled(b"title,author\n\"", b"x", b"\",b\n")
    yield "kindle, small rows", "kindle", filled(
        b"ASIN,start_timestamp,end_timestamp,total_reading_millis\n", b"B,2020-01-01T00:00:00Z,2020-01-01T01:00:00Z,1\n")
    yield "climbs, small rows", "climbs", filled(b"day,name,grade\n", b"2020-01-01,a,V1\n")
    yield "a log, small lines", "cairn", filled(b'{"cairn":1}\n', b'{"record":"x"}\n')
    yield "a log, one long line", "cairn", filled(b'{"cairn":1}\n{"record":"', b"x", b'"}\n')
    yield "an archive of zeros", "audiobookshelf", archive("absdatabase.sqlite", bytes(500 << 20))
    yield "an archive of little", "audiobookshelf", archive(
        "absdatabase.sqlite", zlib.compress(bytes(1 << 20), 1) * 4_000)
    yield "an openreads backup of zeros", "openreads", archive("books.backup", bytes(500 << 20))
    yield "nothing known", None, b"\x00" * SIZE


class Watch(threading.Thread):
    """Requests `/healthz` all the time and records the longest response time."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.longest, self.over = server, 0.0, False

    def run(self):
        while not self.over:
            begun = time.monotonic()
            assert self.server.ask("GET", "/healthz").status == 200
            self.longest = max(self.longest, time.monotonic() - begun)
            time.sleep(0.02)


def peak(server):
    """Returns the peak memory of the server since the last call."""
    process = pathlib.Path(f"/proc/{server.process.pid}")
    status = (process / "status").read_text(encoding="utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    (process / "clear_refs").write_text("5", encoding="utf-8")
    return int(line.split()[1]) << 10


def check_files(cairn, *_):
    """Sends each file in turn and prints its cost."""
    worst = [0, 0.0]
    with tempfile.TemporaryDirectory() as folder, multi_user_server(cairn, folder, "anna") as (server, anna):
        peak(server)
        for name, format, body in files(folder):
            server.advance()
            watch, begun = Watch(server), time.monotonic()
            watch.start()
            path = "/api/v1/imports" + (f"?format={format}" if format else "")
            answer = anna.ask("POST", path, body, "application/octet-stream")
            took = time.monotonic() - begun
            watch.over = True
            watch.join()
            memory = peak(server)
            print(f"  {name:36} {len(body) >> 20:3} MB  {answer.status}  {took:5.1f} s  {memory >> 20:4} MB"
                  f"  /healthz {watch.longest * 1000:4.0f} ms", flush=True)
            assert answer.status < 500 or answer.status == 503, (name, answer.status, answer.body[:300])
            worst = [max(worst[0], memory), max(worst[1], watch.longest)]
    assert worst[0] <= MEMORY, f"{worst[0] >> 20} MB"
    assert worst[1] < LATENCY, f"{worst[1]:.2f} s"
    return f"hostile files take {worst[0] >> 20} MB at most, and others wait {worst[1] * 1000:.0f} ms at most"

