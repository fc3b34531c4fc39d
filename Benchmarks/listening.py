"""Measures the listening API of `cairn serve` beside a server on FastAPI and SQLite, in turns.

Usage: listening.py OUT TURNS. Both servers commit durably before they respond (synchronous=FULL),
check a bearer token, and use one process. A single-user log is measured too, without token and peer.
Finally, the analytics are measured in logs of increasing size.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import urllib.request

import figures

OUT, TURNS = os.path.abspath(sys.argv[1]), int(sys.argv[2])
HERE = os.path.dirname(os.path.abspath(__file__))
BENCH, CAIRN = os.path.abspath(".build/release/Bench"), os.path.abspath(".build/release/cairn")
PEER = os.path.abspath(".build/peer/bin")
SECONDS, CONNECTIONS = os.environ.get("BENCH_SECONDS", "4"), 64
SIZES = [int(size) for size in os.environ.get("BENCH_HEARD", "100,10000,1000000").split(",")]


def posted(url, body, token=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST")
    with urllib.request.urlopen(request) as got:
        return json.loads(got.read())


def processor(process):
    """Returns the processor time of a process in seconds, over all threads."""
    with open(f"/proc/{process.pid}/stat") as stat:
        times = stat.read().rsplit(")", 1)[1].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


def wrk(process, url, extra):
    """Returns requests per second, the 99th percentile in milliseconds, and the server's processor time
    per request in microseconds, which does not depend on other load."""
    before = processor(process)
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", *extra]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    if "Non-2xx" in done.stdout:
        sys.exit(f"{url} was refused:\n{done.stdout}{done.stderr}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", done.stdout).group(1))
    count = int(re.search(r"(\d+) requests in", done.stdout).group(1))
    each = (processor(process) - before) / count * 1e6
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)\b", done.stdout).groups()
    return rate, float(number) * {"us": 1e-3, "ms": 1, "s": 1e3}[unit], each


class Server:
    """A running server with a user and twenty stories."""

    def __init__(self, command, ready, sign_up, env=None):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        env=env, text=True)
        for line in self.process.stdout:
            if found := re.search(ready, line):
                self.base = found.group(1)
                break
        else:
            sys.exit(f"{command[0]} did not start")
        self.token = sign_up(self.base)
        self.sent = 0
        for number in range(20):
            story = {"id": f"bench-{number}", "title": f"Story {number}", "audioDuration": 1200}
            posted(f"{self.base}/api/v1/stories", story, self.token)

    def post(self):
        self.sent += 20_000
        url = f"{self.base}/api/v1/analytics/sessions"
        return wrk(self.process, url, ["-s", f"{HERE}/Lua/listening.lua", url, "--", self.token, str(self.sent)])

    def read(self):
        url = f"{self.base}/api/v1/analytics"
        return wrk(self.process, url, ["-H", f"Authorization: Bearer {self.token}", url])

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


def serving(folder, *options):
    return [CAIRN, "serve", "--data-dir", folder, "--listen", "127.0.0.1:0", "--log-level", "error",
            *options]


def ours(folder):
    """Starts a multi-user server with an account and without a rate limit."""
    person = {"email": "bench@example.org", "password": "correct horse battery", "name": "Bench"}
    return Server(serving(folder, "--open-sign-up", "--request-rate", "off"), r"listening on (\S+)",
                  lambda base: posted(f"{base}/api/auth/sign-up/email", person)["token"])


def own(folder):
    """Starts a single-user server, with a rollback journal and synchronous=EXTRA."""
    return Server(serving(folder, "--single-user"), r"listening on (\S+)", lambda base: "none")


def theirs(folder):
    env = dict(os.environ, PEER_DATABASE=f"{folder}/peer.sqlite")
    command = [f"{PEER}/uvicorn", "--app-dir", f"{HERE}/Peer", "--port", "0", "--no-access-log",
               "listening:app"]
    return Server(command, r"running on (\S+)", lambda base: posted(f"{base}/sign-up", {})["token"], env)


def beside(name, ask, one, other, wanted):
    laps = [(ask(one), ask(other)) for _ in range(TURNS)]
    middle = lambda side, column: statistics.median(lap[side][column] for lap in laps)
    print(f"{name:24}{middle(0, 0):10.0f}{middle(0, 1):8.2f}{middle(0, 2):8.0f}"
          f"{middle(1, 0):10.0f}{middle(1, 1):8.2f}{middle(1, 2):8.0f}"
          f"{middle(0, 0) / middle(1, 0):7.1f}{wanted:8}", flush=True)
    figures.note_rate(f"{name}, beside FastAPI", middle(0, 0) / middle(1, 0), wanted)


def alone(name, ask, one):
    laps = [ask(one) for _ in range(TURNS)]
    middle = lambda column: statistics.median(lap[column] for lap in laps)
    print(f"{name:24}{middle(0):10.0f}{middle(1):8.2f}{middle(2):8.0f}", flush=True)


def growing():
    print(f"\n{'sessions':>10}{'a second':>10}{'p99 ms':>8}{'cpu µs':>8}")
    for size in SIZES:
        with tempfile.TemporaryDirectory(dir=OUT) as folder:
            env = dict(os.environ, BENCH_BOOKS="1", BENCH_SESSIONS=str(size))
            for words in (["make", f"{folder}/log.sqlite"], ["run", "heard", f"{folder}/log.sqlite"]):
                subprocess.run([BENCH, *words], check=True, env=env, stdout=subprocess.DEVNULL)
            process = subprocess.Popen(serving(folder, "--single-user"), stdout=subprocess.PIPE, text=True)
            base = re.search(r"listening on (\S+)", process.stdout.readline()).group(1)
            rate, slow, each = wrk(process, base, [f"{base}/api/v1/analytics"])
            process.terminate()
            process.wait(10)
            print(f"{size:10}{rate:10.0f}{slow:8.2f}{each:8.0f}", flush=True)


def main():
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        one, other = ours(folder), theirs(folder)
        try:
            print(f"{'':24}" + f"{'cairn /s':>10}{'p99 ms':>8}{'cpu µs':>8}"
                  + f"{'peer /s':>10}{'p99 ms':>8}{'cpu µs':>8}{'ratio':>7}{'wanted':>8}")
            beside("POST sessions", Server.post, one, other, 5)
            beside("GET analytics", Server.read, one, other, 10)
        finally:
            one.stop()
            other.stop()
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        one = own(folder)
        try:
            alone("POST, one's own log", Server.post, one)
            alone("GET, one's own log", Server.read, one)
        finally:
            one.stop()
    growing()


main()
