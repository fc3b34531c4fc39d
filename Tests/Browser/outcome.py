"""The outcome of a test run: failures, number of tests, and the longest ones."""

from typing import NamedTuple


class Outcome(NamedTuple):
    """The outcome of one test; `failure` is its error if it failed."""

    name: str
    seconds: float
    pages: int = 0
    failure: str = ""

    @property
    def flow(self):
        """The flow that ran; None for a check of pages."""
        subject = self.name.split()[0]
        return "" if subject == "pages" else subject


def summary(outcomes):
    """Returns how many tests passed, by flow and page."""
    passed = sum(not one.failure for one in outcomes)
    flows = {one.flow for one in outcomes} - {""}
    pages = sum(one.pages for one in outcomes)
    return f"{passed} of {len(outcomes)} walks passed, of {len(flows)} flows; {pages} pages were looked at"


def longest(outcomes, count=10):
    """Returns the longest tests as a table."""
    slow = sorted(outcomes, key=lambda one: one.seconds, reverse=True)[:count]
    return "\n".join(f"{one.seconds:6.1f} s  {one.name}" for one in slow)


def failures(outcomes):
    """Returns the names of the failed tests, a line each; their errors stand further up in a long output."""
    return "\n".join(f"FAILED {one.name}" for one in outcomes if one.failure)
