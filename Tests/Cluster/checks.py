"""A runner of checks on a shared fixture."""

import argparse
import os
import tempfile


def run(name, words, make, *checks):
    """Creates the fixture with the given command and a folder, runs the checks, and always stops the fixture."""
    options = argparse.ArgumentParser(description=words.split("\n")[0])
    options.add_argument("--cairn", required=True)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        made = make(chosen.cairn, folder)
        try:
            for check in checks:
                check(made)
                print(f"{name}: {check.__name__.replace('_', ' ')}", flush=True)
        finally:
            made.stop()
