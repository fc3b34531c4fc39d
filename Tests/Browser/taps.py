"""Counts the taps that a way costs."""


class Taps:
    """The taps on a page; typing counts none, as in the table of docs/web.md."""

    def __init__(self, page):
        self.page, self.count = page, 0

    def tap(self, target):
        """Taps an element, which must be in view of a person: not below a fixed bar."""
        target.click()
        self.count += 1

    def most(self, limit):
        """Fails if there were more taps."""
        assert self.count <= limit, f"{self.count} taps instead of {limit}"
