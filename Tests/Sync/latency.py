"""Measures how long a write takes to reach another online device, through a server.

Usage: latency.py --cairn PATH [--writes 40]
"""

import argparse
import os
import signal
import subprocess
import tempfile
import time


def start(cairn, folder, *words):
    """Starts a long-running program."""
    return subprocess.Popen(
        [cairn, *words, "--data-dir", folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True,
    )


def run(cairn, folder, *words):
    """Runs a command to completion and returns its output."""
    return subprocess.run(
        [cairn, *words, "--data-dir", folder], capture_output=True, text=True, check=False,
    ).stdout


def main():
    """Writes on one device and polls the other until the change has arrived."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cairn", required=True)
    parser.add_argument("--writes", type=int, default=40)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        one, two = os.path.join(folder, "one"), os.path.join(folder, "two")
        server = start(
            wish.cairn, os.path.join(folder, "server"), "serve", "--single-user", "--listen",
            "127.0.0.1:0",
        )
        url = server.stdout.readline().split()[-1]
        for device in [one, two]:
            run(wish.cairn, device, "sync", "setup", url, "--no-token")
        watch = start(wish.cairn, two, "sync", "--watch")
        try:
            report(wish, one, two)
        finally:
            watch.send_signal(signal.SIGTERM)
            print(f"the one that watched ended with {watch.wait(timeout=10)}")
            server.terminate()
            server.wait()


def report(wish, one, two):
    """Prints the duration of writes and of their arrival on the other device."""
    took, arrived = [], []
    for number in range(wish.writes):
        title = f"Book number {number}"
        begun = time.monotonic()
        run(wish.cairn, one, "book", "add", title)
        written = time.monotonic()
        while title not in run(wish.cairn, two, "shelf", "--json"):
            assert time.monotonic() < written + 30, f"{title} did not come"
        took.append(written - begun)
        arrived.append(time.monotonic() - written)
    for name, times in [("write", took), ("until the other has it", arrived)]:
        times.sort()
        middle, late = times[len(times) // 2], times[len(times) * 95 // 100]
        print(f"{name}: p50 {middle * 1000:.0f} ms, p95 {late * 1000:.0f} ms, of {len(times)}")


if __name__ == "__main__":
    main()
