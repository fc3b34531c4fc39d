"""Selection of the looks in which flows and pages are tested: all of them, or one in turn."""

from looks import LOOKS
from shots import SIGHTS


def looks_of(flow, place, words):
    """Returns the looks in which the flow at a position runs.

    With --all, a flow that needs JavaScript runs in one light and one dark look on different screens, unless it is
    selected by name.
    """
    if not words.all:
        return [LOOKS[place % len(LOOKS)]]
    if words.only or not flow.needs_script:
        return LOOKS
    return [look for turn, look in enumerate(LOOKS) if turn in ((0, 3), (1, 2))[place % 2]]


def sights_in(look, words):
    """Returns the pages to check in a look."""
    return SIGHTS if words.all else SIGHTS[LOOKS.index(look) :: len(LOOKS)]
