"""Measures the diversity page of 1,500 books, and setting a fact that applies to 500 of them.

Each request for the page follows a change of the log, so that no cache can answer. In turns with it,
Python's SQLite runs the statements that read the shelf, without any computation or rendering.
`cairn author set` for the author of 500 books is compared with the same for the author of one.
Usage: diversity.py CAIRN [LAPS]
"""

import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

import figures
from processor import processor

CAIRN, LAPS = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 40
MANY, OTHERS, ONE = "Author of Many", 250, "Author of One"
REGIONS, GENDERS = ["africa", "asia", "europe", "oceania"], ["female", "male", "nonBinary"]
READ = [
    "SELECT subject, kind, value, source FROM fact",
    """SELECT credit.work, author.id, author.name FROM credit JOIN author ON author.id = credit.author
       WHERE credit.is_contributor = 0 ORDER BY credit.work, credit.position""",
    "SELECT entry, started, finished, outcome FROM read_through ORDER BY entry, id",
    """SELECT work.id, entry.id, work.title, work.first_year, entry.status, entry.added
       FROM entry JOIN work ON work.id = entry.work ORDER BY work.folded, work.id, entry.id""",
    "SELECT fields FROM record WHERE kind IN ('author', 'work') AND fields LIKE '%\"fact.%'",
]


def made(folder):
    """Creates 1,500 books read over ten years: 500 by one author, one by another, the rest by 250."""
    with open(f"{folder}/books.csv", "w", encoding="utf-8") as file:
        file.write("Title,Author,Status,Finished\n")
        for number in range(1500):
            author = MANY if number < 500 else ONE if number == 500 else f"Author {number % OTHERS}"
            day = f"{2016 + number % 10}-{number % 12 + 1:02}-{number % 28 + 1:02}"
            file.write(f"Chapter {number},{author},read,{day}\n")


def run(env, *words):
    return subprocess.run([CAIRN, *words], env=env, check=True, capture_output=True, text=True).stdout


def timed(env, *words):
    begin = time.perf_counter()
    run(env, *words)
    return (time.perf_counter() - begin) * 1e3


def asked(url, method="GET", body=None):
    """Returns a response, and the milliseconds until it was complete."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    begin = time.perf_counter()
    with urllib.request.urlopen(request) as got:
        answer = got.read()
    return answer, (time.perf_counter() - begin) * 1e3


def told(base):
    """Sets facts of two authors in three and of one book in three; the rest stays unknown."""
    authors = json.loads(asked(f"{base}/api/v1/authors")[0])["authors"]
    for number, author in enumerate(authors):
        if number % 3:
            body = {"region": REGIONS[number % 4], "gender": GENDERS[number % 3]}
            asked(f"{base}/api/v1/authors/{author['id']}", "PATCH", body)
    path = f"{base}/api/v1/insights/diversity/books?dimension=translation"
    for book in json.loads(asked(path)[0])["books"][::3]:
        body = {"originalLanguage": "de", "ownVoices": "no", "accessibility": "braille"}
        asked(f"{base}/api/v1/books/{book['id']}/facts", "PATCH", body)
    return authors[0]["id"]


def ran(pid, *request):
    """Returns the wall time and the processor time of a request."""
    before = processor(pid)
    _, wall = asked(*request)
    return wall, processor(pid) - before


def read(path):
    """Returns the milliseconds that Python needs to read the shelf, and its processor time."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as base:
        begin, used = time.perf_counter(), time.process_time()
        for statement in READ:
            base.execute(statement).fetchall()
        return (time.perf_counter() - begin) * 1e3, (time.process_time() - used) * 1e3


def row(name, ours, theirs, limit=None):
    """Prints the medians, the 95th percentile and the ratio, and records the ratio if it has a limit."""
    slow = sorted(ours)[len(ours) * 19 // 20]
    ours, theirs = statistics.median(ours), statistics.median(theirs)
    print(f"{name:48}{ours:8.2f}{slow:10.2f}{theirs:8.2f}{ours / theirs:7.2f}")
    if limit:
        figures.note(name, ours / theirs, limit, name.endswith("processor"))


def pages(folder, env):
    """Measures the page and an answer over HTTP."""
    serve = [CAIRN, "serve", "--single-user", "--data-dir", folder, "--listen", "127.0.0.1:0",
             "--log-level", "error"]
    server = subprocess.Popen(serve, env=env, stdout=subprocess.PIPE, text=True)
    try:
        base = server.stdout.readline().split()[-1]
        author = told(base)
        page, plain, answer = [], [], []
        for lap in range(LAPS):
            asked(f"{base}/api/v1/authors/{author}", "PATCH", {"birthYear": 1900 + lap})
            page.append(ran(server.pid, f"{base}/insights/diversity"))
            plain.append(read(f"{folder}/log.sqlite"))
            one = json.loads(asked(f"{base}/api/v1/questions")[0])["questions"][0]
            body = {"book": one["book"], "dimension": one["dimension"],
                    "answer": one["choices"][0]["value"]}
            answer.append(ran(server.pid, f"{base}/api/v1/questions/answer", "POST", body))
    finally:
        server.terminate()
        server.wait(10)
    return page, answer, plain


def main():
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, CAIRN_DATA_DIR=folder, CAIRN_ZONE="UTC")
        made(folder)
        run(env, "import", "csv", f"{folder}/books.csv")
        page, answer, plain = pages(folder, env)
        many, one = [], []
        for lap in range(LAPS):
            many.append(timed(env, "author", "set", MANY, "--region", REGIONS[lap % 4]))
            one.append(timed(env, "author", "set", ONE, "--region", REGIONS[lap % 4]))
        undo = [timed(env, "undo")]
    print(f"{'1,500 books':48}{'ms':>8}{'19 of 20':>10}{'beside':>8}{'ratio':>7}")
    for name, ours in (("the page of diversity", page), ("an answer to a question", answer)):
        for place, kind in enumerate(("wall", "processor")):
            row(f"{name}, against reading, {kind}", [lap[place] for lap in ours],
                [lap[place] for lap in plain], 3.0)
    row("author set, 500 books against one", many, one, 1.2)
    row("undo of it, against author set", undo, many)


main()
