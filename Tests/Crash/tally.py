"""Statistics of a loop: the durations of commands, and the places of kills."""

import statistics
import threading
from collections import Counter

from cairn import ON_ANSWER


class Tally:
    """Statistics shared by all threads of a loop."""

    def __init__(self, kills):
        self.left = kills
        self.counts = Counter()
        self.seconds = {}
        self.lock = threading.Lock()

    def delay(self, name, random):
        """Returns the delay of a kill, up to 1.3 times the command's duration; None for no kill.

        One kill in ten waits for the response, because the time between it and the end is short.
        """
        with self.lock:
            known = self.seconds.get(name, [])
            if self.left <= 0 or len(known) < 3:
                return None
            if random.random() < 0.1:
                return ON_ANSWER
            return random.uniform(0, 1.3) * statistics.median(known[-15:])

    def count(self, commands, outcomes, made, is_hot):
        with self.lock:
            for index, (command, outcome) in enumerate(zip(commands, outcomes, strict=True)):
                self.counts["commands"] += 1
                self.counts["acknowledged"] += outcome.acknowledged
                self.counts["refused"] += outcome.code == 1
                if outcome.killed:
                    self.left -= 1
                    self.counts["kills"] += 1
                    self.counts[moment(outcome, index in made, is_hot)] += 1
                elif outcome.code == 0 and len(commands) == 1:
                    self.seconds.setdefault(command.name, []).append(outcome.seconds)


def moment(outcome, is_made, is_hot):
    """Returns where a kill landed, as far as the outcome shows."""
    if outcome.acknowledged:
        return "after the answer"
    if is_made:
        return "between commit and answer"
    return "inside the commit" if is_hot else "before the commit"
