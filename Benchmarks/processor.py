"""The processor time of another process."""

import time


def processor(pid):
    """Milliseconds for which a process ran: all its threads, those that have ended as well.

    The clock is the one that clock_getcpuclockid(3) gives; Python has no function for it.
    """
    return time.clock_gettime_ns((~pid << 3) | 2) / 1e6
