"""Measures requests per second of `cairn serve`, beside the same C library with a constant response.

Both run one event loop on this machine with wrk beside them, in turns. The constant is as long as the
real response. Then pages are requested after each change of the log, so that no cache can
answer. The log has 100,000 sessions and 1,500 books.
"""

import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import figures
from processor import processor

OUT, TURNS = os.path.abspath(sys.argv[1]), int(sys.argv[2])
SECONDS = os.environ.get("BENCH_SECONDS", "4")
BENCH, CAIRN = os.path.abspath(".build/release/Bench"), os.path.abspath(".build/release/cairn")
SESSIONS, FEW = int(os.environ.get("BENCH_SERVED", "100000")), 1_000
# The chart of days grows up to twenty years, which the smaller log does not cover.
GROWTH = 2.0
LUA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Lua")
# name, path, connections, script
WORK = [
    ("health", "/healthz", 16, None),
    ("dashboard, not changed", "/", 16, "unchanged"),
    ("dashboard", "/", 16, None),
    ("insights of a year", "/insights", 16, None),
    ("50 sessions", "/api/v1/sessions?limit=50", 16, None),
    ("start and end", "/api/v1/sessions?limit=1", 1, f"{LUA}/session.lua"),
]

PAGES = ["/", "/shelf", "/history", "/history/calendar", "/insights", "/settings",
         "/api/v1/stats/today", "/api/v1/insights/on-this-day"]


@contextlib.contextmanager
def started(command, ready, env=None):
    """Returns the first match in a program's standard output, and its process."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, env=env, text=True)
    try:
        for line in process.stdout:
            if found := re.search(ready, line):
                yield found.group(1), process.pid
                break
        else:
            sys.exit(f"{command[0]} did not start")
    finally:
        process.stdin.close()
        process.terminate()
        process.wait(10)


def answer(url):
    with urllib.request.urlopen(url) as got:
        return got.read(), got.headers.get("ETag")


def posted(url, body):
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"}, method="POST")
    with urllib.request.urlopen(request) as got:
        return json.loads(got.read())


def after_changes(base, pid, path):
    """Returns the processor time and the wall time of a page after each start or stop of a session."""
    ran, taken = [], []

    def ask():
        before, begin = processor(pid), time.perf_counter()
        body, _ = answer(base + path)
        taken.append((time.perf_counter() - begin) * 1e3)
        ran.append(processor(pid) - before)
        return len(body)

    for _ in range(20):
        session = posted(f"{base}/api/v1/sessions", b'{"title":"The Atlas of Chapter 4"}')
        ask()
        posted(f"{base}/api/v1/sessions/{session['id']}/end", b'{"allow_short":true}')
        size = ask()
    return path, size, statistics.median(ran), statistics.median(taken), max(taken)


def end_open_session(base):
    """Stops the session that wrk left open."""
    newest = json.loads(answer(base + "/api/v1/sessions?limit=1")[0])["sessions"][0]["id"]
    request = urllib.request.Request(f"{base}/api/v1/sessions/{newest}/end", b'{"allow_short":true}',
                                     {"Content-Type": "application/json"}, method="POST")
    with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(request):
        pass


def wrk(url, connections, extra=()):
    """Returns requests per second, and the 99th percentile in milliseconds."""
    done = subprocess.run(["wrk", "-t1", f"-c{connections}", f"-d{SECONDS}s", "--latency", *extra, url],
                          capture_output=True, text=True, check=True)
    if "Non-2xx" in done.stdout and "If-None-Match" not in " ".join(extra):
        sys.exit(f"{url} was refused:\n{done.stdout}{done.stderr}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", done.stdout).group(1))
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)\b", done.stdout).groups()
    return rate, float(number) * {"us": 1e-3, "ms": 1, "s": 1e3}[unit]


def measured(base, name, path, connections, script):
    body, tag = answer(base + path)
    extra, size = (["-s", script] if script else []), len(body)
    if script == "unchanged":
        if not tag:
            return None
        extra, size = ["-H", f"If-None-Match: {tag}"], 0
    ours, theirs = [], []
    with started([f"{OUT}/constant", str(size)], r"(\d+)") as (port, _):
        for _ in range(TURNS):
            ours.append(wrk(base + path, connections, extra))
            theirs.append(wrk(f"http://127.0.0.1:{port}/", connections))
            # wrk's last request may be processed after wrk has exited.
            end_open_session(base)
    middle = lambda laps, column: statistics.median(lap[column] for lap in laps)
    return name, size, middle(ours, 0), middle(ours, 1), middle(theirs, 0), middle(theirs, 1)


@contextlib.contextmanager
def serving(sessions):
    """Starts a server on a log with `sessions` sessions and 1,500 books."""
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        env = dict(os.environ, BENCH_BOOKS="1500", BENCH_SESSIONS=str(sessions))
        for words in (["make", f"{folder}/log.sqlite"], ["run", "bulk", f"{folder}/log.sqlite"]):
            subprocess.run([BENCH, *words], check=True, env=env, stdout=subprocess.DEVNULL)
        serve = [CAIRN, "serve", "--single-user", "--data-dir", folder, "--listen", "127.0.0.1:0",
                 "--log-level", "error"]
        with started(serve, r"listening on (\S+)") as server:
            yield server


def main():
    with serving(FEW) as (base, pid):
        few = {path: after_changes(base, pid, path)[2] for path in PAGES}
    with serving(SESSIONS) as (base, pid):
        rows = [measured(base, *work) for work in WORK]
        pages = [after_changes(base, pid, path) for path in PAGES]
    print(f"{'':24}{'bytes':>8}{'a second':>10}{'p99 ms':>8}{'constant':>10}{'p99 ms':>8}{'ratio':>7}")
    for name, size, rate, slow, most, most_slow in filter(None, rows):
        print(f"{name:24}{size:8}{rate:10.0f}{slow:8.2f}{most:10.0f}{most_slow:8.2f}{most / rate:7.1f}")
    print(f"\n{'after a change':32}{'bytes':>8}{'processor ms':>14}{'median ms':>11}{'most ms':>9}")
    for path, size, ran, middle, most in pages:
        print(f"{path:32}{size:8}{ran:14.2f}{middle:11.2f}{most:9.2f}")
        figures.note(f"{path}, {SESSIONS:,} sessions against {FEW:,}, processor", ran / few[path], GROWTH, True)


main()
