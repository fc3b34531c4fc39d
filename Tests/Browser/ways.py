"""In how many looks flows are walked and pages looked at: in all of them, or each in one whose turn it is."""

from looks import LOOKS
from shots import SIGHTS


def looks_of(flow, place, words):
    """The looks in which the flow at a place is walked.

    In all four, what JavaScript does is walked on one screen of each size, one light and the other dark,
    unless it is asked for by name.
    """
    if not words.all:
        return [LOOKS[place % len(LOOKS)]]
    if words.only or not flow.needs_script:
        return LOOKS
    return [look for turn, look in enumerate(LOOKS) if turn in ((0, 3), (1, 2))[place % 2]]


def sights_in(look, words):
    """What is looked at in a look."""
    return SIGHTS if words.all else SIGHTS[LOOKS.index(look) :: len(LOOKS)]
