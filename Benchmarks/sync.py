"""Measures sync pushes and pulls per second, beside C with the minimal SQLite work, and the time
that a new device and a new server need to sync a log of 10,000 records.

Usage: sync.py OUT TURNS. A push is one mutation, committed durably before the response; a pull is a page
of twenty records, as for a returning device. Both use HTTP from 64 connections of one process.
"""

import csv
import datetime
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

import figures

OUT, TURNS = os.path.abspath(sys.argv[1]), int(sys.argv[2])
HERE = os.path.dirname(os.path.abspath(__file__))
CAIRN = os.path.abspath(os.environ.get("CAIRN", ".build/release/cairn"))
SECONDS, CONNECTIONS, BOOKS = os.environ.get("BENCH_SECONDS", "4"), 64, 500
SESSIONS = int(os.environ.get("BENCH_RECORDS", "9000"))
DISK, PLAIN = 2_000, 20_000


def run(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def ask(url, body=None):
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as got:
        return json.loads(got.read())


def wrk(url, script, *arguments):
    """Returns requests per second, and the 99th percentile in milliseconds."""
    done = subprocess.run(
        ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", "-s",
         f"{HERE}/Lua/{script}.lua", url, "--", *map(str, arguments)],
        check=True, capture_output=True, text=True)
    said = done.stdout
    if "Non-2xx" in said:
        sys.exit(f"{script} was refused:\n{done.stderr}{said}")
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)\b", said).groups()
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1))
    return rate, float(number) * {"us": 1e-3, "ms": 1, "s": 1e3}[unit]


def plain(what, folder, session):
    """Measures the same work in C on a copy of the log."""
    copy = f"{folder}/plain.sqlite"
    shutil.copyfile(f"{folder}/made/log.sqlite", copy)
    count = DISK if what == "push" else PLAIN
    return float(run(f"{OUT}/sync", what, copy, session.replace("-", ""), str(count)))


def made(folder):
    """Creates a log of about 10,000 records by importing a generated Audible export."""
    columns = ["Start Date", "End Date", "Event Duration Milliseconds", "Start Position Milliseconds",
               "End Position Milliseconds", "Product Name", "ASIN", "Book Length Milliseconds",
               "Narration Speed", "Local Timezone"]
    first = datetime.date(2010, 1, 1)
    with open(f"{folder}/Listening.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(columns)
        for number in range(SESSIONS):
            day = first + datetime.timedelta(days=number // 2)
            book = number % BOOKS
            table.writerow([day, day, 1_800_000, 0, 1_800_000, f"Audiobook {book}", f"B{book:09}",
                            36_000_000, 1, "Europe/Berlin"])
    run(CAIRN, "import", "audible", f"{folder}/Listening.csv", "--data-dir", f"{folder}/server")
    shutil.copytree(f"{folder}/server", f"{folder}/made")


def serving(folder, name="server"):
    process = subprocess.Popen(
        [CAIRN, "serve", "--single-user", "--data-dir", f"{folder}/{name}", "--listen", "127.0.0.1:0",
         "--log-level", "error", "--request-rate", "off"],
        stdout=subprocess.PIPE, text=True)
    return process, re.search(r"listening on (\S+)", process.stdout.readline()).group(1)


def last_mutation(base, hello):
    """Returns the number of the last mutation, which a returning device has."""
    asked = {"proto": 2, "epoch": hello["epoch"], "record": hello["head"], "mutation": 0, "limit": 500,
             "confirm": []}
    while True:
        page = ask(f"{base}/api/v1/sync/pull", json.dumps(asked).encode())
        if not page["more"]:
            return page["next_mutation"]
        asked["mutation"] = page["next_mutation"]


def rates(folder, base):
    hello = ask(f"{base}/api/v1/sync/hello")
    session = ask(f"{base}/api/v1/sessions?limit=1")["sessions"][0]["id"]
    mutation = last_mutation(base, hello)
    print(f"{'':24}{'a second':>10}{'p99 ms':>8}{'C alone':>10}{'ratio':>7}{'wanted':>8}")
    for what, wanted, least in [("pull", 4000, 0.17), ("push", 1500, 3.0)]:
        ours, theirs = [], []
        for turn in range(TURNS):
            more = [session, turn * 1_000_000] if what == "push" else [hello["head"], mutation]
            ours.append(wrk(base, what, hello["epoch"], *more))
            theirs.append(plain(what, folder, session))
        rate = statistics.median(lap[0] for lap in ours)
        slow, alone = statistics.median(lap[1] for lap in ours), statistics.median(theirs)
        print(f"{what:24}{rate:10.0f}{slow:8.1f}{alone:10.0f}{rate / alone:7.2f}{wanted:8}", flush=True)
        figures.note_rate(f"{what}, beside SQLite alone", rate / alone, least)


def arrivals(folder, base):
    """Measures how long a new device needs to pull everything."""
    took = []
    for turn in range(TURNS):
        begun = time.perf_counter()
        run(CAIRN, "sync", "setup", base, "--no-token", "--data-dir", f"{folder}/new{turn}")
        took.append(time.perf_counter() - begun)
    size = ask(f"{base}/api/v1/sync/hello")["head"]
    seconds, wanted = statistics.median(took), max(1, size / 10_000 * 3)
    print(f"a new device has {size} changes after {seconds:.2f} s, wanted 3 s for 10,000")
    figures.note(f"a new device has {size:,} changes, of {wanted:.1f} s", seconds / wanted, 1.0)


def departures(folder):
    """Measures how long a device needs to push its log to an empty server."""
    took = []
    for turn in range(TURNS):
        os.mkdir(f"{folder}/empty{turn}")
        shutil.copytree(f"{folder}/made", f"{folder}/old{turn}")
        process, base = serving(folder, f"empty{turn}")
        try:
            begun = time.perf_counter()
            run(CAIRN, "sync", "setup", base, "--no-token", "--data-dir", f"{folder}/old{turn}")
            took.append(time.perf_counter() - begun)
            size = ask(f"{base}/api/v1/sync/hello")["head"]
        finally:
            process.terminate()
            process.wait(10)
    print(f"a new server has {size} changes of a device after {statistics.median(took):.2f} s")


def main():
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        made(folder)
        departures(folder)
        process, base = serving(folder)
        try:
            arrivals(folder, base)
            rates(folder, base)
        finally:
            process.terminate()
            process.wait(10)


main()
