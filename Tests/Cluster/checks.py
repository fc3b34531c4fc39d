"""One check after another of something that is made for them and ends with them."""

import argparse
import os
import tempfile


def run(name, words, make, *checks):
    """Makes it with the command that is named and a folder, checks it, and stops it whatever happens."""
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
