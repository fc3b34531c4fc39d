"""Measures `cairn serve` on PostgreSQL, beside pgbench with the same statements.

Usage: postgres.py OUT TURNS. PostgreSQL has its default durable settings and shares two cores with
everything else. There are BENCH_ACCOUNTS accounts (default 2,000) of 100 sessions each. BENCH_READS are the
paths to request. PostgreSQL logs the statements of each request (`log_statement`); pgbench then runs them
prepared, from the same number of connections, in turns with the server.
"""

import os
import pathlib
import re
import statistics
import sys
import tempfile
import time

import figures
from crowd import SESSIONS, Crowd, run
from statements import Script

OUT, TURNS = os.path.abspath(sys.argv[1]), int(sys.argv[2])
CAIRN = os.path.abspath(os.environ.get("CAIRN", ".build/release/cairn"))
LUA = pathlib.Path(__file__).resolve().parent / "Lua/accounts.lua"
SECONDS, ACCOUNTS = int(os.environ.get("BENCH_SECONDS", "4")), int(os.environ.get("BENCH_ACCOUNTS", "2000"))
# PostgreSQL plans a statement of a new connection five times before it uses a generic plan; the server's
# connections are past that. pgbench therefore starts with generic plans, and warms up before it counts.
PLANS = {**os.environ, "PGOPTIONS": "-c plan_cache_mode=force_generic_plan"}
WARM, FEW = 3, 16
CLIENTS = [int(count) for count in os.environ.get("BENCH_CLIENTS", "8 16").split()]
READS = os.environ.get("BENCH_READS", "/api/v1/stats/today /api/v1/insights/calendar /insights /").split()
DASHBOARDS = ["/api/v1/stats/today", "/"]


def cycle(crowd, account):
    """Starts and stops a session; returns its ID."""
    session = crowd.ask("POST", "/api/v1/sessions", account, b'{"title":"The Atlas"}')["id"]
    crowd.ask("POST", f"/api/v1/sessions/{session}/end", account, b'{"allow_short":true}')
    return session


def end_open(crowd):
    """Stops the sessions that wrk left open."""
    for line in crowd.node.ask("SELECT user_id, id FROM session WHERE ended_at IS NULL").splitlines():
        account, session = line.split("|")
        crowd.ask("POST", f"/api/v1/sessions/{session}/end", int(account.replace("-", "")), b'{"allow_short":true}')


def script_of(crowd, work):
    """Returns a pgbench script of the statements that PostgreSQL runs for some work, for an account whose log
    is open, like those of the wrk requests."""
    for account in range(1, 21):
        work(account)
    crowd.ask("GET", "/api/v1/stats/today", 21)
    log, session = crowd.logged(lambda: work(21))
    return Script(log, 21, session if isinstance(session, str) else None)


def pgbench(crowd, script, users, clients):
    """Returns how many times per second pgbench runs a script, after a warm-up."""
    path = pathlib.Path(crowd.folder) / "script.sql"
    path.write_text("\n".join([f"\\set user {users}", *script.lines]) + "\n", encoding="utf-8")
    said = run("pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", "1", "-T", str(WARM + SECONDS), "-P", "1",
               "-f", path, "-D", f"clients={clients}", *script.given(), "-h", crowd.node.folder, "-U", "cairn_app", "cairn", env=PLANS)
    rates = [float(rate) for rate in re.findall(r"progress: .*?, ([\d.]+) tps", said)]
    return statistics.mean(rates[WARM:])


def wrk(crowd, clients, *arguments):
    """Returns requests per second, and the 99th percentile in milliseconds.

    One thread sends the requests of all clients, as in pgbench, so that the clients cost the same. Only the
    start-stop work uses a thread per client, because a wrk script does not know its connection.
    """
    threads = 1 if arguments[0] == "read" else clients
    said = run("wrk", f"-t{threads}", f"-c{clients}", f"-d{SECONDS}s", "--latency", "-s", str(LUA), crowd.base, "--",
               *map(str, arguments), str(clients))
    if "refused: " in said:
        sys.exit(said)
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)\b", said).groups()
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1))
    return rate, float(number) * {"us": 1e-3, "ms": 1, "s": 1e3}[unit]


def compared(crowd, name, script, users, arguments, requests=1):
    """Measures ours and theirs in turns, after a warm-up turn; a script counts as `requests` requests."""
    for clients in CLIENTS:
        ours, theirs = [], []
        for _ in range(TURNS + 1):
            ours.append(wrk(crowd, clients, *arguments))
            settle(crowd)
            theirs.append(pgbench(crowd, script, users, clients))
        rate = statistics.median(lap[0] for lap in ours[1:]) / requests
        slow, alone = statistics.median(lap[1] for lap in ours[1:]), statistics.median(theirs[1:])
        print(f"{name:28}{script.statements:11}{clients:8}{rate:10.1f}{slow:8.1f}{alone:10.1f}{rate / alone:7.2f}",
              flush=True)
        figures.note_rate(f"{name}, {clients} clients, beside pgbench", rate / alone, 0.5 if requests == 2 else 0.7)


def settle(crowd):
    time.sleep(0.5)
    end_open(crowd)


def rates(crowd):
    print(f"\n{'':28}{'statements':>11}{'clients':>8}{'a second':>10}{'p99 ms':>8}{'pgbench':>10}{'ratio':>7}")
    script = script_of(crowd, lambda account: cycle(crowd, account))
    own = f":client_id + 1 + :clients * random(0, {crowd.count} / :clients - 1)"
    compared(crowd, "start and end", script, own, ["change", crowd.count, "/api/v1/sessions"], requests=2)
    for path in READS:
        script = script_of(crowd, lambda account: crowd.ask("GET", path, account))
        compared(crowd, path, script, f"random(1, {crowd.count})", ["read", crowd.count, path])


def dashboards(crowd):
    """Measures single requests in sequence, each for a random account."""
    for path in DASHBOARDS:
        laps = [wrk(crowd, 1, "read", crowd.count, path) for _ in range(TURNS)]
        rate, slow = (statistics.median(lap[place] for lap in laps) for place in (0, 1))
        print(f"{path:28}{crowd.count:10}{1e3 / rate:10.1f}{slow:8.1f}", flush=True)


def main():
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        crowd = Crowd(CAIRN, folder)
        try:
            measure(crowd)
        finally:
            crowd.node.stop()


def measure(crowd):
    print(f"one account of {SESSIONS} sessions is moved here from a file in {crowd.begin():.2f} s")
    heading = f"\n{'a dashboard':28}{'accounts':>10}{'mean ms':>10}{'p99 ms':>8}"
    for count in (FEW, ACCOUNTS):
        took = crowd.grow(count)
        print(f"{count} accounts of {SESSIONS} sessions are loaded in {took:.0f} s, {crowd.size()}", flush=True)
        with crowd.serving():
            print(heading)
            dashboards(crowd)
    with crowd.serving():
        rates(crowd)


if __name__ == "__main__":
    main()
