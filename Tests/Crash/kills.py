"""The loop: real commands are killed at random times, alone and several at once."""

import os
import random
import time
from concurrent.futures import ThreadPoolExecutor

from cairn import Cairn
from life import Life
from model import Loss
from tally import Tally

LANES = 2
ROUNDS = 60


def loop(binary, folder, seed, kills, has_import):
    """Kills that many commands and reports the outcomes; raises `Loss`."""
    tally = Tally(kills)
    begin = time.monotonic()
    with ThreadPoolExecutor(LANES) as lanes:
        jobs = [
            lanes.submit(lane, binary, folder, f"{seed}.{number}", tally, has_import)
            for number in range(LANES)
        ]
        for job in jobs:
            job.result()
    return report(tally, time.monotonic() - begin)


def lane(binary, folder, seed, tally, has_import):
    """Uses one log after another until enough commands were killed; a loss stops the other threads."""
    number = 0
    while tally.left > 0:
        number += 1
        cairn = Cairn(binary, os.path.join(folder, f"log-{seed}.{number}"))
        life = Life(cairn, f"{seed}.{number}", tally, has_import)
        try:
            live(life, tally)
        except Loss as loss:
            tally.left = 0
            said = "\n  ".join(life.last)
            raise Loss(f"{loss}\n  {said}\n  The log is kept: {cairn.directory}") from None


def live(life, tally):
    """Runs rounds on a log; the first one starts without a log, so that its creation is killed too."""
    crowds = random.Random(life.random.random())
    for number in range(ROUNDS):
        life.round(crowd=1 if crowds.random() < 0.7 else crowds.randrange(2, 5))
        if number % 10 == 9:
            life.check_health()
        if tally.left <= 0:
            break
    life.check_health()


def report(tally, seconds):
    places = ("before the commit", "inside the commit", "between commit and answer")
    landed = ", ".join(f"{tally.counts[place]} {place}" for place in (*places, "after the answer"))
    kills = tally.counts["kills"]
    return (
        f"{kills} kills in {seconds:.1f} s ({kills / seconds:.0f} a second): {landed}.\n"
        f"{tally.counts['commands']} commands, {tally.counts['acknowledged']} acknowledged, "
        f"{tally.counts['refused']} refused by rules: 0 lost, 0 twice, 0 torn."
    )
