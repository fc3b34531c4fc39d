"""What came of the walks: what failed, how much was walked, and what took longest."""

from typing import NamedTuple


class Outcome(NamedTuple):
    """What came of one walk; `failure` says why where it failed."""

    name: str
    seconds: float
    pages: int = 0
    failure: str = ""

    @property
    def flow(self):
        """The flow that was walked; nothing where pages were looked at."""
        subject = self.name.split()[0]
        return "" if subject == "pages" else subject


def summary(outcomes):
    """How many walks passed, and what they were about."""
    passed = sum(not one.failure for one in outcomes)
    flows = {one.flow for one in outcomes} - {""}
    pages = sum(one.pages for one in outcomes)
    return f"{passed} of {len(outcomes)} walks passed, of {len(flows)} flows; {pages} pages were looked at"


def longest(outcomes, count=10):
    """The walks that took longest, as a table."""
    slow = sorted(outcomes, key=lambda one: one.seconds, reverse=True)[:count]
    return "\n".join(f"{one.seconds:6.1f} s  {one.name}" for one in slow)
