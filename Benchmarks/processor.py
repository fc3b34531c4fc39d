"""The processor time of another process."""

import time


def processor(pid):
    """Returns the processor time of a process in milliseconds, including its finished threads.

    The clock is that of clock_getcpuclockid(3), for which Python has no function.
    """
    return time.clock_gettime_ns((~pid << 3) | 2) / 1e6
