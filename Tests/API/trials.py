"""Runs tests in sequence and prints their results."""

import sys
import time
import traceback


def run(what, trials, only=""):
    """Runs the tests with `only` in their name; exits with 1 if one fails or none is found."""
    wanted = {name: trial for name, trial in trials.items() if only in name}
    failed = 0
    for name, trial in wanted.items():
        start = time.monotonic()
        try:
            print(f"{what} {name}: {trial()} in {time.monotonic() - start:.0f} s", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED {what} {name}\n{traceback.format_exc(limit=-2)}", file=sys.stderr)
    sys.exit(1 if failed or not wanted else 0)
