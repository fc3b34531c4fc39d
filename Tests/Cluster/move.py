"""Moves of logs between two databases under load: no session is lost or duplicated, through either server.

Two PostgreSQL servers, two `cairn serve` that use them, people who log sessions over HTTP through both, and one who
syncs a device. During that, logs are moved back and forth; every third move is killed and run again, to the
same database or back.

Usage: move.py --cairn PATH [--moves 6] [--seed N]
"""

import argparse
import datetime
import os
import pathlib
import random
import subprocess
import tempfile
import time

from cairn import Cairn, Client
from people import Device, Person, Writer, judge
from postgres import Node, until

MOVED = ["ann", "bob", "eve"]
STAYING = ["cleo", "dan"]  # at home, and in the west from the start


class Club:
    """Two databases and two servers."""

    def __init__(self, cairn, folder):
        self.nodes = {name: Node(os.path.join(folder, name)).make() for name in ("home", "west")}
        self.tool = Cairn(cairn, folder, [self.nodes["home"].folder])
        west = Cairn(cairn, folder, [self.nodes["west"].folder])
        shards = pathlib.Path(folder) / "shards"
        shards.write_text(f"# where logs lie\nwest {west.address('cairn_app')}\n")
        self.tool.settings["CAIRN_DATABASE_SHARDS"] = str(shards)
        self.tool.prepare()
        self.tool.run("admin", "prepare", west.address("cairn_owner"))
        self.tool.create("ann", "bob", "eve", "cleo")
        self.tool.create("dan", more=("--shard", "west"))
        self.servers = [self.tool.serve(name, "--request-rate", "off") for name in ("one", "two")]
        self.ports = [port for _, port in self.servers]

    def stop(self):
        for process, _ in self.servers:
            process.terminate()
            process.wait()
        for node in self.nodes.values():
            node.stop()

    def move(self, name, place):
        """Moves a log; returns the duration in seconds."""
        began = time.monotonic()
        self.tool.run("admin", "move", name, "--to", place)
        return time.monotonic() - began

    def kill_move(self, name, place, after):
        """Starts a move and kills it with SIGKILL."""
        process = subprocess.Popen(
            [self.tool.path, "admin", "move", name, "--to", place],
            env=self.tool.environment("command"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        time.sleep(after)
        process.kill()
        return process.wait() != 0

    def places(self):
        """Returns the database of each log, from the list of accounts."""
        lines = [line.split() for line in self.tool.run("account", "list").splitlines()[1:]]
        return {words[0]: words[-1] for words in lines}

    def rows(self, place):
        """Returns the number of logs with rows in a database."""
        return int(self.nodes[place].ask("SELECT count(DISTINCT user_id) FROM device"))


class Syncing(Person):
    """A person who logs one evening after another on a device and syncs until it succeeds."""

    def __init__(self, cairn, folder, port, token):
        super().__init__()
        self.device = Device(cairn, os.path.join(folder, "device"), port, token)
        self.count = 0

    def log(self, number):
        day = datetime.date(2016, 1, 1) + datetime.timedelta(days=number)
        self.device.run("track", f"{day} 20:00..21:00", f"Evening {number}")
        self.count += 1
        until(self.device.syncs, "the sync")


def export(port, token):
    """Returns a server's export of the log."""
    status, text = Client(port, token).ask("GET", "/api/v1/exports/cairn")
    assert status == 200, (status, text)
    return text


def rejects_unnamed_databases(club):
    """Expects that a server refuses to start if a log is in an unnamed database, or one database has two names."""
    shards = pathlib.Path(club.tool.settings["CAIRN_DATABASE_SHARDS"])
    good = shards.read_text()
    west = good.splitlines()[1].split()[1]
    for text, word in (("", "“west”"), (good + f"alias {west}\n", "“alias” and “west”")):
        shards.write_text(text)
        serve = subprocess.run(
            [club.tool.path, "serve", "--listen", "127.0.0.1:0"], env=club.tool.environment("refused"),
            capture_output=True, text=True, timeout=30, check=False,
        )
        assert serve.returncode == 74 and word in serve.stderr, serve
    shards.write_text(good)


def serves_without_one_database(club):
    """Expects that a server starts without one of its databases, and serves that one's logs once it is up."""
    tokens = {name: Client(club.ports[0]).sign_in(name).token for name in ("cleo", "dan")}
    club.nodes["west"].stop()
    process, port = club.tool.serve("three", "--request-rate", "off")
    try:
        asked = {name: Client(port, token) for name, token in tokens.items()}
        today = {name: client.ask("GET", "/api/v1/stats/today")[0] for name, client in asked.items()}
        assert today == {"cleo": 200, "dan": 503}, today
        club.nodes["west"].start()
        until(lambda: asked["dan"].ask("GET", "/api/v1/stats/today")[0] == 200, "the log in the database that came back")
        assert process.poll() is None
    finally:
        process.terminate()
        process.wait()


def moves_a_log_unchanged(club, ann):
    """Expects an idle log to be the same in either database and through either server, and to be in one of them."""
    ann.log(0)
    before = export(club.ports[0], ann.client.token)
    for place, logs in (("west", 2), ("home", 1)):
        club.move("ann", place)
        assert club.places()["ann"] == place
        assert ann.said("ann-0"), "what was acknowledged is not told again"
        assert all(export(port, ann.client.token) == before for port in club.ports), f"another log at {place}"
        assert club.rows("west") == logs, club.rows("west")


def move_repeatedly(club, moves, chance):
    """Moves logs back and forth; returns the duration of each move and the number of killed ones."""
    took, killed = [], 0
    for number in range(moves):
        name = MOVED[number % len(MOVED)]
        place = "home" if club.places()[name] == "west" else "west"
        if number % 3 == 2 or chance.random() < 0.2:
            killed += club.kill_move(name, place, chance.uniform(0.02, 0.3))
            place = chance.choice(["home", "west"])
        took.append(club.move(name, place))
        time.sleep(chance.uniform(0.05, 0.3))
    return took, killed


def loses_nothing(club, writers, cairn, folder, moves, chance):
    """Expects that moves under load lose nothing."""
    eve = Syncing(cairn, folder, club.ports[0], Client(club.ports[0]).sign_in("eve").token)
    for person in [*writers, eve]:
        person.start()
    took, killed = move_repeatedly(club, moves, chance)
    time.sleep(0.5)
    for person in [*writers, eve]:
        person.end()
    answers = {}
    for writer in writers:
        verdict = judge(writer)
        assert not (verdict["lost"] or verdict["twice"] or verdict["changed"]), (writer.name_of, verdict)
        for answer, count in verdict["answers"].items():
            answers[answer] = answers.get(answer, 0) + count
    eve.device.run("sync")
    log = eve.device.run("export")
    assert log == export(club.ports[1], eve.device.token), "the device has another log than the server"
    assert sum(f'"Evening {number}"' in log for number in range(eve.count)) == eve.count, "the device lost something"
    places = club.places()
    for place in ("home", "west"):
        assert club.rows(place) == sum(one == place for one in places.values()), (places, place)
    told = sum(len(writer.acknowledged) for writer in writers)
    print(f"  {len(took)} moves, {killed} more killed, the longest {max(took):.2f} s with its process")
    print(f"  {told} sessions acknowledged by two servers and {eve.count} synced: each there once; answers: {answers}")


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    words.add_argument("--cairn", required=True)
    words.add_argument("--moves", type=int, default=6)
    words.add_argument("--seed", type=int, default=random.randrange(2**31))
    chosen = words.parse_args()
    print(f"move: seed {chosen.seed}")
    chance = random.Random(chosen.seed)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        club = Club(chosen.cairn, folder)
        try:
            names = [name for name in MOVED + STAYING if name != "eve"]
            writers = [Writer(name, club.ports, random.Random(chance.random())) for name in names]
            rejects_unnamed_databases(club)
            print("move: what the servers are not told of is refused", flush=True)
            serves_without_one_database(club)
            print("move: a server needs no database but that of the accounts to start", flush=True)
            moves_a_log_unchanged(club, writers[0])
            print("move: the log is the same there, and back", flush=True)
            loses_nothing(club, writers, chosen.cairn, folder, chosen.moves, chance)
            print("move: nothing lost, nothing twice")
        finally:
            club.stop()


if __name__ == "__main__":
    main()
